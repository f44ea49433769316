import { store } from '@rivalhold/shared/contract/store.ts';
import { registerRoutes } from '../../platform/http/routes.ts';
import type { Http } from '../../platform/http/server.ts';
import type { Site } from '../../platform/site.ts';
import { buy, sell } from './service.ts';

export function storeRoutes(http: Http, site: Site): void {
  registerRoutes(http, site, store.routes, {
    'POST /api/store/buy': async ({ db, session, body }) =>
      buy(db, site, { userId: session.user.id, itemId: body.itemId, quantity: body.quantity ?? 1 }),

    'POST /api/store/sell': async ({ db, session, body }) =>
      sell(db, site, { userId: session.user.id, itemId: body.itemId }),
  });
}
