import type { PlayerRef } from '@rivalhold/shared/contract/profiles.ts';
import { RATING_NUMBERS } from '@rivalhold/shared/ratings/glicko2.ts';
import {
  type DbOrTx,
  join,
  literal,
  query,
  queryValue,
  queryValues,
  type Sql,
  sql,
  type Tx,
} from '../../platform/db/db.ts';
import { suspendedSql } from '../../platform/security/account-restrictions.ts';
import { notBlockedSql } from '../blocks/service.ts';
import { canWatchSql } from '../fight-visibility/service.ts';
import type { PlayerRow } from '../profiles/service.ts';

export type RatingRow = {
  user_id: number;
  rating: number;
  deviation: number;
  volatility: number;
  /** Number of rated fights. */
  fights: number;
  changed_at: Date;
};

export type ChangeRow = {
  user_id: number;
  /** Number of this fight among the player's rated fights, counted from 1. */
  number: number;
  fight_id: number;
  opponent_id: number;
  won: boolean;
  rating_before: number;
  deviation_before: number;
  volatility_before: number;
  /** Number of rating periods since the player's previous rating change. It can be a fraction. */
  periods: number;
  opponent_rating: number;
  opponent_deviation: number;
  rating_after: number;
  deviation_after: number;
  volatility_after: number;
  changed_at: Date;
};

/** Return the stored ratings of players by their ids. Players without a rated fight are missing. */
export async function ratingsOf(db: DbOrTx, userIds: readonly number[]): Promise<Map<number, RatingRow>> {
  const rows = await query<RatingRow>(
    db,
    sql`select user_id, rating, deviation, volatility, fights, changed_at from ratings
        where user_id = any (${userIds}::bigint[])`,
  );
  return new Map(rows.map((row) => [row.user_id, row]));
}

/** Count the rated fights between two players since a given time. */
export async function countRatedFights(
  tx: Tx,
  { userId, opponentId, since }: { userId: number; opponentId: number; since: Date },
): Promise<number> {
  return queryValue<number>(
    tx,
    sql`select count(*)::integer from rating_changes
        where user_id = ${userId} and opponent_id = ${opponentId} and changed_at > ${since}`,
  );
}

/** Store rating changes, and the ratings that result from them. */
export async function saveChanges(tx: Tx, changes: readonly ChangeRow[]): Promise<void> {
  const values = (row: ChangeRow): Sql => sql`(${row.user_id}::bigint, ${row.number}::integer,
    ${row.fight_id}::bigint, ${row.opponent_id}::bigint, ${row.won}::boolean, ${row.rating_before}::float8,
    ${row.deviation_before}::float8, ${row.volatility_before}::float8, ${row.periods}::float8,
    ${row.opponent_rating}::float8, ${row.opponent_deviation}::float8, ${row.rating_after}::float8,
    ${row.deviation_after}::float8, ${row.volatility_after}::float8, ${row.changed_at}::timestamptz)`;
  await query(
    tx,
    sql`
      with added as (
        insert into rating_changes (user_id, number, fight_id, opponent_id, won, rating_before, deviation_before,
          volatility_before, periods, opponent_rating, opponent_deviation, rating_after, deviation_after,
          volatility_after, changed_at)
        values ${join(changes.map(values))} returning *
      )
      insert into ratings (user_id, rating, deviation, volatility, fights, changed_at)
      select user_id, rating_after, deviation_after, volatility_after, number, changed_at from added
      on conflict (user_id) do update set rating = excluded.rating, deviation = excluded.deviation,
        volatility = excluded.volatility, fights = excluded.fights, changed_at = excluded.changed_at`,
  );
}

/**
 * Return the latest changes in a player's rating, latest first. The opponent is null if their account is deleted, or if
 * a block separates them from the viewer. `visible_fight_id` is null if the viewer is not allowed to watch the fight.
 */
export async function changesOf(
  db: DbOrTx,
  { userId, viewerId, limit }: { userId: number; viewerId: number; limit: number },
): Promise<(ChangeRow & { opponent: PlayerRef | null; visible_fight_id: number | null })[]> {
  return query(
    db,
    sql`select r.*, case when u.id is not null then
            json_build_object('id', u.id, 'username', u.username, 'avatarUrl', u.avatar_url, 'level', c.level)
          end as opponent, case when ${canWatchSql(viewerId, sql`f`)} then f.id end as visible_fight_id
        from rating_changes r
        left join fights f on f.id = r.fight_id and f.status = 'over'
        left join users u on u.id = r.opponent_id and u.deleted_at is null
          and ${notBlockedSql(viewerId, sql`r.opponent_id`)}
        left join characters c on c.user_id = u.id
        where r.user_id = ${userId} order by r.number desc limit ${literal(limit)}`,
  );
}

/**
 * With a volatility of 1, the square of the deviation (in rating points) grows by this amount per day without fights.
 */
const SQUARED_GROWTH_PER_DAY = 173.7178 ** 2 * RATING_NUMBERS.periodsPerDay;

/**
 * SQL condition for a rating on the board: its current deviation is small enough, and the player is not suspended. `r`
 * is a row of `ratings`. Deleted players have no rating.
 */
function listedSql(now: Date): Sql {
  const largest = literal(RATING_NUMBERS.boardDeviation);
  return sql`r.deviation <= ${largest}
    and r.deviation ^ 2 + r.volatility ^ 2 * ${literal(SQUARED_GROWTH_PER_DAY)}
      * greatest(0, extract(epoch from ${now}::timestamptz - r.changed_at)) / 86400 <= ${largest} ^ 2
    and not exists (select 1 from users s where s.id = r.user_id and ${suspendedSql(sql`s`, now)})`;
}

/** A player's position on the board. Players with equal ratings are ordered by user id. */
export type BoardPosition = { rating: number; user_id: number };

/** Return the players after a position on the board, highest rating first. */
export async function boardRows(
  db: DbOrTx,
  { after, limit, now }: { after: BoardPosition; limit: number; now: Date },
): Promise<(RatingRow & PlayerRow)[]> {
  return query(
    db,
    sql`select r.*, u.username, u.avatar_url, c.level
        from ratings r join users u on u.id = r.user_id join characters c on c.user_id = r.user_id
        where (r.rating, -r.user_id) < (${after.rating}::float8, ${-after.user_id}::bigint) and ${listedSql(now)}
        order by r.rating desc, -r.user_id desc limit ${limit}`,
  );
}

/** Return all ratings on the board, highest first. */
export const boardRatings = (db: DbOrTx, now: Date): Promise<number[]> =>
  queryValues<number>(db, sql`select r.rating from ratings r where ${listedSql(now)} order by r.rating desc`);
