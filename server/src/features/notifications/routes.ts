import { notifications } from '@rivalhold/shared/contract/notifications.ts';
import { registerRoutes } from '../../platform/http/routes.ts';
import type { Http } from '../../platform/http/server.ts';
import type { Site } from '../../platform/site.ts';
import { listUnread, markAllAsRead, markAsRead, unreadCounts } from './service.ts';

export function notificationRoutes(http: Http, site: Site): void {
  registerRoutes(http, site, notifications.routes, {
    'GET /api/notifications': async ({ db, session, query }) =>
      listUnread(db, { ...query, userId: session.user.id }),

    'GET /api/notifications/unread-counts': async ({ db, session }) => unreadCounts(db, session.user.id),

    'PATCH /api/notifications/{id}/read': async ({ db, session, params }) => ({
      counts: await markAsRead(db, site, { userId: session.user.id, id: params.id }),
    }),

    'POST /api/notifications/mark-all-read': async ({ db, session }) => ({
      counts: await markAllAsRead(db, site, session.user.id),
    }),
  });
}
