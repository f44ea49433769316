import { inventory as contract } from '@rivalhold/shared/contract/inventory.ts';
import { registerRoutes } from '../../platform/http/routes.ts';
import type { Feature } from '../../platform/site.ts';
import { personalData } from './personal-data.ts';
import { getInventory, listCatalogue } from './service.ts';

export const inventory: Feature = {
  name: 'inventory',
  routes(http, site) {
    registerRoutes(http, site, contract.routes, {
      'GET /api/inventory/{id}': async ({ db, session, params }) =>
        getInventory(db, { userId: params.id, viewerId: session.user.id }),

      'GET /api/inventory/user/{id}': async ({ db, session, params }) =>
        getInventory(db, { userId: params.id, viewerId: session.user.id }),

      'GET /api/store': async ({ db, session }) => listCatalogue(db, session.user.id),
    });
  },
  personalData,
};
