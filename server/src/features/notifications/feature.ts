import { notifications as contract } from '@rivalhold/shared/contract/notifications.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { retainedSince } from '@rivalhold/shared/retention.ts';
import { registerRoutes } from '../../platform/http/routes.ts';
import type { Feature } from '../../platform/site.ts';
import { personalData } from './personal-data.ts';
import { deleteRead, deleteUnreadBeyond } from './queries.ts';
import { deleteUnreadNotifications, listUnread, markAllAsRead, markAsRead, unreadCounts } from './service.ts';

export const notifications: Feature = {
  name: 'notifications',
  routes(http, site) {
    registerRoutes(http, site, contract.routes, {
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
  },
  jobs(site) {
    site.jobs.define('notifications.purge', {
      cron: '41 * * * *',
      run: async () => {
        await deleteRead(site.db, retainedSince('notifications', site.clock.now()));
        await deleteUnreadBeyond(site.db, LIMITS.maxNotifications);
      },
    });
  },
  personalData,
  async onBlock(tx, site, { userId, otherId }) {
    await deleteUnreadNotifications(tx, site, { userId, actorId: otherId });
    await deleteUnreadNotifications(tx, site, { userId: otherId, actorId: userId });
  },
};
