import { type Db, queryValues, sql, type Tx } from '../../platform/db/db.ts';
import { type ExportSections, readInBatches } from '../../platform/personal-data/export-rows.ts';
import type { Site } from '../../platform/site.ts';

/**
 * Takes away all blocks of a player who left. Those on them stay: what they wrote does, and who hid it is not to see it
 * again. Answers that none are left.
 */
export async function erasePlayer(tx: Tx, site: Site, userId: number): Promise<boolean> {
  const ids = await queryValues<number>(
    tx,
    sql`delete from blocks where blocker_id = ${userId} returning blocked_id`,
  );
  if (ids.length > 0) site.realtime.relationsChanged(tx, [userId, ...ids]);
  return true;
}

/** Whom a player has blocked; not who has blocked them. */
export const exportSections = (db: Db, userId: number): ExportSections => ({
  blocks: readInBatches(
    db,
    (
      afterId,
      limit,
    ) => sql`select u.id, u.username, b.created_at as "since" from blocks b join users u on u.id = b.blocked_id
     where b.blocker_id = ${userId} and b.blocked_id > ${afterId} order by b.blocked_id limit ${limit}`,
  ),
});
