import { decisions as contract } from '@rivalhold/shared/contract/decisions.ts';
import { registerRoutes } from '../../platform/http/routes.ts';
import type { Feature } from '../../platform/site.ts';
import { personalData } from './personal-data.ts';
import { listDecisions } from './service.ts';

export const decisions: Feature = {
  name: 'decisions',
  routes: (http, site) =>
    registerRoutes(http, site, contract.routes, {
      'GET /api/decisions': async ({ db, session, query }) =>
        listDecisions(db, { userId: session.user.id, ...query }),
    }),
  personalData,
};
