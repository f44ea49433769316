import { type DbOrTx, queryExists, type Sql, sql } from '../../platform/db/db.ts';
import { NO_VIEWER, notBlockedSql } from '../blocks/service.ts';

/** Visitors who did not take part in a fight. `guests` means everybody, `players` only signed-in players. */
type Audience = 'guests' | 'players';

const ALLOWED = {
  guests: sql`('everybody')`,
  players: sql`('everybody', 'players')`,
} satisfies Record<Audience, Sql>;

/** SQL for the ids of a fight's two players. `fight` is the SQL alias of a row of `fights`. */
const fightersSql = (fight: Sql): Sql => sql`(${fight}.attacker_id, ${fight}.defender_id)`;

/**
 * Return an SQL condition that is true if the settings of both players of a fight open it to an audience. A player who
 * has not chosen a setting opens ranked fights to everybody, and other fights to signed-in players. The fights of
 * deleted accounts are closed.
 * @param fight SQL alias of a row of `fights`
 */
export const isOpenToSql = (fight: Sql, audience: Audience): Sql => sql`
  (select count(*) from users u left join fight_settings s on s.user_id = u.id
   where u.id in ${fightersSql(fight)} and u.deleted_at is null
     and coalesce(s.watchers, case when ${fight}.ranked then 'everybody' else 'players' end) in ${ALLOWED[audience]}) = 2`;

/**
 * Return an SQL condition that is true if a viewer can open a finished fight. This condition applies to the record, the
 * page, the card, reports, and links to the fight. The two players can always open it. Other viewers need the
 * permission of both players, and no block may separate them from either player. The caller checks that the fight is
 * over.
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
