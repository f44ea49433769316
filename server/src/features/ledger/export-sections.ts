import { type Db, sql } from '../../platform/db/db.ts';
import { type ExportSections, readInBatches } from '../../platform/personal-data/export-rows.ts';

/** Every movement of a player's coins. */
export const exportSections = (db: Db, userId: number): ExportSections => ({
  coins: readInBatches(
    db,
    (afterId, limit) => sql`select id, amount, reason, balance, created_at as "createdAt" from coin_ledger
     where user_id = ${userId} and id > ${afterId} order by id limit ${limit}`,
  ),
});
