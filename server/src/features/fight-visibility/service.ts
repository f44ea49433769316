import { type DbOrTx, queryExists, type Sql, sql } from '../../platform/db/db.ts';
import { NO_VIEWER, notBlockedSql } from '../blocks/service.ts';

/**
 * The audience of a fight, besides its two players: everybody including guests (`guests`), or only signed-in
 * players (`players`).
 */
type Audience = 'guests' | 'players';

const ALLOWED = {
  guests: sql`('everybody')`,
  players: sql`('everybody', 'players')`,
} satisfies Record<Audience, Sql>;

/** SQL for the ids of a fight's two players. `fight` is the SQL alias of a row of `fights`. */
const fightersSql = (fight: Sql): Sql => sql`(${fight}.attacker_id, ${fight}.defender_id)`;

/**
 * Return an SQL condition that is true if both players' settings let an audience watch a fight. By default, everybody
 * can watch ranked fights, and only signed-in players can watch other fights. The fights of deleted accounts are open
 * to neither audience.
 * @param fight SQL alias of a row of `fights`
 */
export const isOpenToSql = (fight: Sql, audience: Audience): Sql => sql`
  (select count(*) from users u left join fight_settings s on s.user_id = u.id
   where u.id in ${fightersSql(fight)} and u.deleted_at is null
     and coalesce(s.watchers, case when ${fight}.ranked then 'everybody' else 'players' end) in ${ALLOWED[audience]}) = 2`;

/**
 * Return an SQL condition that is true if a viewer can open a finished fight. The site checks this condition for the
 * fight's record, its page, its preview card, reports about it, and links to it. The two players can always open it.
 * Other viewers need both players' permission, and no block may separate them from either player. The caller must check
 * that the fight is over.
 * @param viewerId a user id, or `NO_VIEWER` for a guest
 * @param fight SQL alias of a row of `fights`
 */
export const canWatchSql = (viewerId: number, fight: Sql): Sql =>
  viewerId === NO_VIEWER
    ? isOpenToSql(fight, 'guests')
    : sql`(${viewerId} in ${fightersSql(fight)} or (${isOpenToSql(fight, 'players')}
        and ${notBlockedSql(viewerId, sql`${fight}.attacker_id`)}
        and ${notBlockedSql(viewerId, sql`${fight}.defender_id`)}))`;

/** Return whether a viewer can open a finished fight. */
export const canWatch = (db: DbOrTx, viewerId: number, fightId: number): Promise<boolean> =>
  queryExists(
    db,
    sql`select 1 from fights f where id = ${fightId} and status = 'over' and ${canWatchSql(viewerId, sql`f`)}`,
  );
