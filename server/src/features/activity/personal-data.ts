import { type Db, literal, queryExists, sql, type Tx } from '../../platform/db/db.ts';
import { SELF } from '../../platform/personal-data/declaration.ts';
import { type ExportSections, exportInBatches } from '../../platform/personal-data/export-rows.ts';
import type { PersonalData, Site } from '../../platform/site.ts';
import { knownNameSql } from '../blocks/service.ts';

const BATCH_SIZE = 500;

/**
 * Delete a batch of a player's activity, and a batch of other players' entries about friendships with the
 * player. Other players' entries about victories over the player stay. Return true if nothing was left to
 * delete.
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

/** Return the activity shown on the player's profile. */
export const exportSections = (db: Db, userId: number): ExportSections => ({
  activity: exportInBatches(
    db,
    (afterId, limit) => sql`
      select a.id, a.type, case when u.id is not null then ${knownNameSql(userId, sql`u`)} end as "with", a.level, a.xp, a.coins, a.fight_id as "fightId",
             a.created_at as "createdAt"
      from activity a left join users u on u.id = a.actor_id
      where a.owner_id = ${userId} and a.id > ${afterId} order by a.id limit ${limit}`,
  ),
});

export const personalData: PersonalData = {
  erase: erasePlayer,
  sections: exportSections,
  tables: {
    activity: {
      retention: 'account',
      rows: (userId) => sql`owner_id = ${userId} or (actor_id = ${userId} and type = 'NEW_FRIEND')`,
      otherRows: 'other players’ victories over the player stay, with the name “Deleted player”',
      section: 'activity',
      columns: {
        id: ['erased', true],
        type: ['erased', true, 'unchanged'],
        owner_id: ['erased', SELF],
        actor_id: ['erased', { exportedAs: 'activity.with' }],
        level: ['erased', true],
        xp: ['erased', true],
        coins: ['erased', true],
        fight_id: ['erased', true],
        created_at: ['erased', true],
      },
    },
  },
};
