import { run, type Tx } from '../../platform/db/db.ts';
import type { Site } from '../../platform/site.ts';
import { partPlayers } from './service.ts';

const AT_ONCE = 50;

/** Ends some of the friendships and requests of a player who left; answers whether none are left. */
export async function forgetPlayer(tx: Tx, site: Site, userId: number): Promise<boolean> {
  const others = await run<{ id: number }>(
    tx,
    `select id from users where id in (
       (select friend_id from friendships where user_id = $1 limit ${AT_ONCE})
       union all (select sender_id from friend_requests where receiver_id = $1 limit ${AT_ONCE})
       union all (select receiver_id from friend_requests where sender_id = $1 limit ${AT_ONCE}))
     order by id for no key update`,
    [userId],
  );
  for (const { id } of others) await partPlayers(tx, site, userId, id);
  return others.length === 0;
}
