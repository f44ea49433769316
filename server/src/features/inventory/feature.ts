import { inventory as contract } from '@rivalhold/shared/contract/inventory.ts';
import { itemById } from '@rivalhold/shared/items/catalogue.ts';
import Type from 'typebox';
import { column } from '../../platform/db/columns.ts';
import { type Db, execute, query, sql, type Tx } from '../../platform/db/db.ts';
import { registerRoutes } from '../../platform/http/routes.ts';
import { INTERNAL, SELF } from '../../platform/personal-data/declaration.ts';
import type { ExportSections } from '../../platform/personal-data/export-rows.ts';
import type { Feature, PersonalData, Site } from '../../platform/site.ts';
import { getInventory, listCatalogue } from './service.ts';

/** Delete a player's inventory. */
async function erasePlayer(tx: Tx, _site: Site, userId: number): Promise<boolean> {
  await execute(tx, sql`delete from inventory where user_id = ${userId}`);
  return true;
}

const OwnedItem = Type.Object({ item_id: column.integer, quantity: column.integer });

/** Return the items that a player owns, with their names from the catalogue. */
async function* carriedBy(db: Db, userId: number): AsyncGenerator<object> {
  const rows = await query(
    db,
    OwnedItem,
    sql`select item_id, quantity from inventory where user_id = ${userId} and quantity > 0 order by item_id`,
  );
  for (const { item_id: itemId, quantity } of rows)
    yield { itemId, name: itemById(itemId)?.name ?? null, quantity };
}

const exportSections = (db: Db, userId: number): ExportSections => ({
  inventory: carriedBy(db, userId),
});

const personalData: PersonalData = {
  erase: erasePlayer,
  sections: exportSections,
  tables: {
    inventory: {
      retention: 'account',
      rows: (userId) => sql`user_id = ${userId}`,
      section: 'inventory',
      columns: {
        id: ['erased', INTERNAL],
        user_id: ['erased', SELF],
        item_id: ['erased', true],
        quantity: ['erased', true],
      },
    },
  },
};

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
