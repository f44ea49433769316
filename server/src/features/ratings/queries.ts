import { PlayerRef } from '@rivalhold/shared/contract/profiles.ts';
import { Nullable } from '@rivalhold/shared/contract/schema.ts';
import { RATING_NUMBERS } from '@rivalhold/shared/ratings/glicko2.ts';
import Type, { type Static } from 'typebox';
import { column } from '../../platform/db/columns.ts';
import {
  type DbOrTx,
  execute,
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
import { PlayerRow } from '../profiles/service.ts';

export const RatingRow = Type.Object({
  user_id: column.integer,
  rating: column.number,
  deviation: column.number,
  volatility: column.number,
  /** Number of rated fights. */
  fights: column.integer,
  changed_at: column.date,
});
export type RatingRow = Static<typeof RatingRow>;

export const ChangeRow = Type.Object({
  user_id: column.integer,
  /** Number of this fight among the player's rated fights, counted from 1. */
  number: column.integer,
  fight_id: column.integer,
  opponent_id: column.integer,
  won: column.boolean,
  rating_before: column.number,
  deviation_before: column.number,
  volatility_before: column.number,
  /** Number of rating periods since the player's previous rating change. It can be a fraction. */
  periods: column.number,
  opponent_rating: column.number,
  opponent_deviation: column.number,
  rating_after: column.number,
  deviation_after: column.number,
  volatility_after: column.number,
  changed_at: column.date,
});
export type ChangeRow = Static<typeof ChangeRow>;

/** Return the stored ratings of players by their ids. Players without a rated fight are missing. */
export async function ratingsOf(db: DbOrTx, userIds: readonly number[]): Promise<Map<number, RatingRow>> {
  const rows = await query(
    db,
    RatingRow,
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
  return queryValue(
    tx,
    column.integer,
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
  await execute(
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

const ShownChange = Type.Object({
  ...ChangeRow.properties,
  /** Null if the opponent's account is deleted, or if a block separates the opponent from the viewer. */
  opponent: Nullable(PlayerRef),
  /** Null if the viewer is not allowed to watch the fight. */
  visible_fight_id: Nullable(column.integer),
});

/** Return the latest changes in a player's rating as a viewer sees them, latest first. */
export async function changesOf(
  db: DbOrTx,
  { userId, viewerId, limit }: { userId: number; viewerId: number; limit: number },
): Promise<Static<typeof ShownChange>[]> {
  return query(
    db,
    ShownChange,
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

const BoardRow = Type.Object({ ...RatingRow.properties, ...PlayerRow.properties });

/** Return the players after a position on the board, highest rating first. */
export async function boardRows(
  db: DbOrTx,
  { after, limit, now }: { after: BoardPosition; limit: number; now: Date },
): Promise<Static<typeof BoardRow>[]> {
  return query(
    db,
    BoardRow,
    sql`select r.*, u.username, u.avatar_url, c.level
        from ratings r join users u on u.id = r.user_id join characters c on c.user_id = r.user_id
        where (r.rating, -r.user_id) < (${after.rating}::float8, ${-after.user_id}::bigint) and ${listedSql(now)}
        order by r.rating desc, -r.user_id desc limit ${limit}`,
  );
}

/** Return all ratings on the board, highest first. */
export const boardRatings = (db: DbOrTx, now: Date): Promise<number[]> =>
  queryValues(
    db,
    column.number,
    sql`select r.rating from ratings r where ${listedSql(now)} order by r.rating desc`,
  );
