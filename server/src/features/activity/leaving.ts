import { type Db, runAny, type Tx } from '../../platform/db/db.ts';
import { bitByBit, type Taken } from '../../platform/personal-data/export-rows.ts';
import type { Site } from '../../platform/site.ts';

const AT_ONCE = 500;

/**
 * Deletes some of the activity of a player who left, and of the friendships with them; what others won over them stays.
 * Answers whether none is left.
 */
export async function forgetPlayer(tx: Tx, _site: Site, userId: number): Promise<boolean> {
  const isSomeLeft = await runAny(
    tx,
    `delete from activity where id in (
       (select id from activity where owner_id = $1 limit ${AT_ONCE})
       union all (select id from activity where actor_id = $1 and type = 'NEW_FRIEND' limit ${AT_ONCE}))
     returning id`,
    [userId],
  );
  return !isSomeLeft;
}

/** What a player did that everybody could see. */
export const exportOf = (db: Db, userId: number): Taken => ({
  activity: bitByBit(
    db,
    `select a.id, a.type, u.username as "with", a.level, a.xp, a.coins, a.fight_id as "fightId",
            a.created_at as "createdAt"
     from activity a left join users u on u.id = a.actor_id
     where a.owner_id = $1 and a.id > $2 order by a.id limit $3`,
    userId,
  ),
});
