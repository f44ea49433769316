import { itemById } from '@rivalhold/shared/items/catalogue.ts';
import { type Db, query, sql, type Tx } from '../../platform/db/db.ts';
import type { ExportSections } from '../../platform/personal-data/export-rows.ts';
import type { Site } from '../../platform/site.ts';

/** Empties the inventory of a player who left. Answers that nothing is left. */
export async function erasePlayer(tx: Tx, _site: Site, userId: number): Promise<boolean> {
  await query(tx, sql`delete from inventory where user_id = ${userId}`);
  return true;
}

/** What a player carries, by the catalogue's names. */
async function* carriedBy(db: Db, userId: number): AsyncGenerator<object> {
  const rows = await query<{ item_id: number; quantity: number }>(
    db,
    sql`select item_id, quantity from inventory where user_id = ${userId} and quantity > 0 order by item_id`,
  );
  for (const { item_id: itemId, quantity } of rows)
    yield { itemId, name: itemById(itemId)?.name ?? null, quantity };
}

export const exportSections = (db: Db, userId: number): ExportSections => ({
  inventory: carriedBy(db, userId),
});
