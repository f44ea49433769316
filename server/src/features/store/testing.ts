import type { store } from '@rivalhold/shared/contract/store.ts';
import { sql } from '../../platform/db/db.ts';
import type { TestApp } from '../../testing/app.ts';
import type { CasesOf } from '../../testing/cases.ts';
import { query, queryFirstValue } from '../../testing/queries.ts';

/** Return a player's coin balance. */
export async function balanceOf(app: TestApp, player: { id: number }): Promise<number> {
  const [row] = await query<{ coins: number }>(
    app.site.db,
    sql`select coins from characters where user_id = ${player.id}`,
  );
  return row?.coins ?? Number.NaN;
}

/** Return the quantity of an item that a player owns. */
export async function quantityOf(app: TestApp, player: { id: number }, itemId: number): Promise<number> {
  const statement = sql`select quantity from inventory where user_id = ${player.id} and item_id = ${itemId}`;
  return (await queryFirstValue<number>(app.site.db, statement)) ?? 0;
}

const ITEM = 'it names an item of the store';

/** @public Used by the tests of all routes and events. See `testing/cases.ts`. */
export const cases: CasesOf<typeof store> = {
  routes: {
    'POST /api/store/buy': { call: () => ({ body: { itemId: 1 } }), acrossBlock: ITEM },
    'POST /api/store/sell': { call: () => ({ body: { itemId: 4 } }), acrossBlock: ITEM },
  },
};
