import { activity as contract } from '@rivalhold/shared/contract/activity.ts';
import { registerRoutes } from '../../platform/http/routes.ts';
import type { Feature } from '../../platform/site.ts';
import { personalData } from './personal-data.ts';
import { listActivity } from './service.ts';

export const activity: Feature = {
  name: 'activity',
  routes(http, site) {
    registerRoutes(http, site, contract.routes, {
      'GET /api/activity': async ({ db, session, query }) =>
        listActivity(db, {
          ...query,
          userId: query.scope === 'global' ? null : (query.userId ?? session.user.id),
          viewerId: session.user.id,
        }),
    });
  },
  personalData,
};
