import { accountStanding as contract } from '@rivalhold/shared/contract/account-standing.ts';
import { registerRoutes } from '../../platform/http/routes.ts';
import type { Feature } from '../../platform/site.ts';
import { standingOf } from './service.ts';

export const accountStanding: Feature = {
  name: 'account-standing',
  routes: (http, site) =>
    registerRoutes(http, site, contract.routes, {
      'GET /api/account-standing': async ({ db, session }) => standingOf(db, site, session.user.id),
    }),
};
