import { type Db, run, runValues, type Tx } from '../../platform/db/db.ts';
import { bitByBit, type Taken } from '../../platform/personal-data/export-rows.ts';
import type { Site } from '../../platform/site.ts';
import { tellCounts } from './counts.ts';

const AT_ONCE = 500;

/**
 * Deletes what a player who left was told, and some of what others were told of them; answers whether none of that is
 * left.
 */
export async function forgetPlayer(tx: Tx, site: Site, userId: number): Promise<boolean> {
  await run(tx, 'delete from notifications where user_id = $1', [userId]);
  const told = await runValues<number>(
    tx,
    `delete from notifications where id in (
       select id from notifications where actor_id = $1 order by id limit ${AT_ONCE} for update)
     returning user_id`,
    [userId],
  );
  for (const other of told) tellCounts(tx, site, other);
  return told.length === 0;
}

/** What a player was told, as far as it is kept. */
export const exportOf = (db: Db, userId: number): Taken => ({
  notifications: bitByBit(
    db,
    `select id, type, title, text, link, created_at as "createdAt", read_at as "readAt"
     from notifications where user_id = $1 and id > $2 order by id limit $3`,
    userId,
  ),
});
