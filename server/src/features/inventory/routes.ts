import { inventory } from '@rivalhold/shared/contract/inventory.ts';
import { registerRoutes } from '../../platform/http/routes.ts';
import type { Http } from '../../platform/http/server.ts';
import type { Site } from '../../platform/site.ts';
import { getInventory, listCatalogue } from './service.ts';

export function inventoryRoutes(http: Http, site: Site): void {
  registerRoutes(http, site, inventory.routes, {
    'GET /api/inventory/{id}': async ({ db, session, params }) =>
      getInventory(db, { userId: params.id, viewerId: session.user.id }),

    'GET /api/inventory/user/{id}': async ({ db, session, params }) =>
      getInventory(db, { userId: params.id, viewerId: session.user.id }),

    'GET /api/store': async () => listCatalogue(),
  });
}
