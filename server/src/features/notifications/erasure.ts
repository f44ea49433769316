import { type Db, literal, query, queryValues, sql, type Tx } from '../../platform/db/db.ts';
import { type ExportSections, readInBatches } from '../../platform/personal-data/export-rows.ts';
import type { Site } from '../../platform/site.ts';
import { emitCounts } from './count-updates.ts';

const BATCH_SIZE = 500;

/**
 * Deletes what a player who left was told, and some of what others were told of them; answers whether none of that is
 * left.
 */
export async function erasePlayer(tx: Tx, site: Site, userId: number): Promise<boolean> {
  await query(tx, sql`delete from notifications where user_id = ${userId}`);
  const recipients = await queryValues<number>(
    tx,
    sql`delete from notifications where id in (
       select id from notifications where actor_id = ${userId}
       order by id limit ${literal(BATCH_SIZE)} for update)
     returning user_id`,
  );
  for (const other of recipients) emitCounts(tx, site, other);
  return recipients.length === 0;
}

/** What a player was told, as far as it is kept. */
export const exportSections = (db: Db, userId: number): ExportSections => ({
  notifications: readInBatches(
    db,
    (afterId, limit) => sql`select id, type, title, text, link, created_at as "createdAt", read_at as "readAt"
     from notifications where user_id = ${userId} and id > ${afterId} order by id limit ${limit}`,
  ),
});
