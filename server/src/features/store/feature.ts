import { store as contract } from '@rivalhold/shared/contract/store.ts';
import { registerRoutes } from '../../platform/http/routes.ts';
import type { Feature } from '../../platform/site.ts';
import { buy, sell } from './service.ts';

export const store: Feature = {
  name: 'store',
  routes(http, site) {
    registerRoutes(http, site, contract.routes, {
      'POST /api/store/buy': async ({ db, session, body }) =>
        buy(db, site, { userId: session.user.id, itemId: body.itemId, quantity: body.quantity ?? 1 }),

      'POST /api/store/sell': async ({ db, session, body }) =>
        sell(db, site, { userId: session.user.id, itemId: body.itemId }),
    });
  },
};
