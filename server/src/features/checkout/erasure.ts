import { type Db, query, sql, type Tx } from '../../platform/db/db.ts';
import { type ExportSections, readInBatches } from '../../platform/personal-data/export-rows.ts';
import type { Site } from '../../platform/site.ts';

/** Forgets the limit that a player who left had set; payments stay, as the ledger does. Answers that nothing is left. */
export async function erasePlayer(tx: Tx, _site: Site, userId: number): Promise<boolean> {
  await query(tx, sql`delete from purchase_limits where user_id = ${userId}`);
  return true;
}

/** A player's payments. No number of a card is ever here. */
export const exportSections = (db: Db, userId: number): ExportSections => ({
  purchases: readInBatches(
    db,
    (afterId, limit) => sql`
      select id, pack, coins, cents, currency, status, created_at as "createdAt", paid_at as "paidAt"
      from payments where user_id = ${userId} and id > ${afterId} order by id limit ${limit}`,
  ),
});
