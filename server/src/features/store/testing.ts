import type { store } from '@rivalhold/shared/contract/store.ts';
import { run, runFirstValue } from '../../platform/db/db.ts';
import type { TestApp } from '../../testing/app.ts';
import type { CasesOf } from '../../testing/cases.ts';

export async function balanceOf(app: TestApp, player: { id: number }): Promise<number> {
  const [row] = await run<{ coins: number }>(app.site.db, 'select coins from characters where user_id = $1', [
    player.id,
  ]);
  return row?.coins ?? Number.NaN;
}

export async function quantityOf(app: TestApp, player: { id: number }, itemId: number): Promise<number> {
  const text = 'select quantity from inventory where user_id = $1 and item_id = $2';
  return (await runFirstValue<number>(app.site.db, text, [player.id, itemId])) ?? 0;
}

/** @public Read by the tests of all routes, see `testing/cases.ts`. */
export const cases: CasesOf<typeof store> = {
  routes: {
    'POST /api/store/buy': { call: () => ({ body: { itemId: 1 } }) },
    'POST /api/store/sell': { call: () => ({ body: { itemId: 4 } }) },
  },
};
