import { type Db, literal, queryExists, sql, type Tx } from '../../platform/db/db.ts';
import { type ExportSections, readInBatches } from '../../platform/personal-data/export-rows.ts';
import type { Site } from '../../platform/site.ts';

const BATCH_SIZE = 500;

/**
 * Deletes some of the activity of a player who left, and of the friendships with them; what others won over them stays.
 * Answers whether none is left.
 */
export async function erasePlayer(tx: Tx, _site: Site, userId: number): Promise<boolean> {
  const isSomeLeft = await queryExists(
    tx,
    sql`delete from activity where id in (
          (select id from activity where owner_id = ${userId} limit ${literal(BATCH_SIZE)})
          union all
          (select id from activity where actor_id = ${userId} and type = 'NEW_FRIEND' limit ${literal(BATCH_SIZE)}))
        returning id`,
  );
  return !isSomeLeft;
}

/** What a player did that everybody could see. */
export const exportSections = (db: Db, userId: number): ExportSections => ({
  activity: readInBatches(
    db,
    (afterId, limit) => sql`
      select a.id, a.type, u.username as "with", a.level, a.xp, a.coins, a.fight_id as "fightId",
             a.created_at as "createdAt"
      from activity a left join users u on u.id = a.actor_id
      where a.owner_id = ${userId} and a.id > ${afterId} order by a.id limit ${limit}`,
  ),
});
