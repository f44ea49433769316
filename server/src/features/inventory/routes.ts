import { inventory } from '@rivalhold/shared/contract/inventory.ts';
import { implement } from '../../platform/http/routes.ts';
import type { Http } from '../../platform/http/server.ts';
import type { Site } from '../../platform/site.ts';
import { catalogue, showInventory } from './service.ts';

export function inventoryRoutes(http: Http, site: Site): void {
  implement(http, site, inventory.routes, {
    'GET /api/inventory/{id}': async ({ db, session, params }) =>
      showInventory(db, { userId: params.id, viewerId: session.user.id }),

    'GET /api/inventory/user/{id}': async ({ db, session, params }) =>
      showInventory(db, { userId: params.id, viewerId: session.user.id }),

    'GET /api/store': async () => catalogue(),
  });
}
