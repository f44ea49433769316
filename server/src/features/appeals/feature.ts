import { appeals as contract } from '@rivalhold/shared/contract/appeals.ts';
import { registerRoutes } from '../../platform/http/routes.ts';
import type { Feature } from '../../platform/site.ts';
import { answerAppeal, appeal, appealWithToken, getCase, listCases, viewDecisions } from './service.ts';

export const appeals: Feature = {
  name: 'appeals',
  routes: (http, site) =>
    registerRoutes(http, site, contract.routes, {
      'POST /api/decisions/{id}/appeal': async ({ db, session, params, body }) => ({
        decision: await appeal(db, site, { userId: session.user.id, decisionId: params.id, text: body.text }),
      }),

      'GET /api/appeals/{token}': async ({ db, params }) => viewDecisions(db, site, params.token),

      'POST /api/appeals/{token}': async ({ db, params, body }) => ({
        decision: await appealWithToken(db, site, { token: params.token, ...body }),
      }),

      'GET /api/mod/appeals': async ({ db, session, query }) =>
        listCases(db, site, { viewer: session.user, ...query }),

      'GET /api/mod/appeals/{id}': async ({ db, session, params }) =>
        getCase(db, site, { id: params.id, viewer: session.user }),

      'POST /api/mod/appeals/{id}': async ({ session, params, body }) => {
        await answerAppeal(site.db, site, { id: params.id, reviewerId: session.user.id, ...body });
        return getCase(site.db, site, { id: params.id, viewer: session.user });
      },
    }),
};
