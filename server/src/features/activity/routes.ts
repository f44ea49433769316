import { activity } from '@rivalhold/shared/contract/activity.ts';
import { registerRoutes } from '../../platform/http/routes.ts';
import type { Http } from '../../platform/http/server.ts';
import type { Site } from '../../platform/site.ts';
import { listActivity } from './service.ts';

export function activityRoutes(http: Http, site: Site): void {
  registerRoutes(http, site, activity.routes, {
    'GET /api/activity': async ({ db, session, query }) =>
      listActivity(db, {
        ...query,
        userId: query.scope === 'global' ? null : (query.userId ?? session.user.id),
        viewerId: session.user.id,
      }),
  });
}
