import { run } from '../../platform/db/db.ts';
import type { TestApp } from '../../testing.ts';

export async function purse(app: TestApp, player: { id: number }): Promise<number> {
  const [row] = await run<{ coins: number }>(app.site.db, 'select coins from characters where user_id = $1', [
    player.id,
  ]);
  return row?.coins ?? Number.NaN;
}

export async function quantityOf(app: TestApp, player: { id: number }, itemId: number): Promise<number> {
  const [row] = await run<{ quantity: number }>(
    app.site.db,
    'select quantity from inventory where user_id = $1 and item_id = $2',
    [player.id, itemId],
  );
  return row?.quantity ?? 0;
}
