import { run, type Tx } from '../../platform/db/db.ts';
import type { Site } from '../../platform/site.ts';

const AT_ONCE = 500;

/**
 * Deletes some of the activity of a player who left, and of the friendships with them; what others won over them stays.
 * Answers whether none is left.
 */
export async function forgetPlayer(tx: Tx, _site: Site, userId: number): Promise<boolean> {
  const rows = await run(
    tx,
    `delete from activity where id in (
       (select id from activity where owner_id = $1 limit ${AT_ONCE})
       union all (select id from activity where actor_id = $1 and type = 'NEW_FRIEND' limit ${AT_ONCE}))
     returning id`,
    [userId],
  );
  return rows.length === 0;
}
