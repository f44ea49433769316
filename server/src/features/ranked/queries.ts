import { Nullable } from '@rivalhold/shared/contract/schema.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { RATING_NUMBERS } from '@rivalhold/shared/ratings/glicko2.ts';
import type { Waiting } from '@rivalhold/shared/ratings/pairing.ts';
import Type, { type Static } from 'typebox';
import { column } from '../../platform/db/columns.ts';
import {
  type DbOrTx,
  execute,
  literal,
  query,
  queryValue,
  queryValues,
  sql,
  type Tx,
} from '../../platform/db/db.ts';
import { suspendedSql } from '../../platform/security/account-restrictions.ts';
import { isInFightSql } from '../combat/service.ts';

/** A player's entry in the pool. */
const PoolEntry = Type.Object({
  user_id: column.integer,
  /** Null while the player is not in the pool. */
  waiting_since: Nullable(column.date),
  opponent_id: Nullable(column.integer),
  answer_until: Nullable(column.date),
  accepted: column.boolean,
  missed_count: column.integer,
  paused_until: Nullable(column.date),
});
export type PoolEntry = Static<typeof PoolEntry>;

const COLUMNS = sql`user_id, waiting_since, opponent_id, answer_until, accepted, missed_count, paused_until`;

/** Return the entries of players. Players who have never joined the pool are missing. */
export async function entriesOf(db: DbOrTx, userIds: readonly number[]): Promise<PoolEntry[]> {
  return query(
    db,
    PoolEntry,
    sql`select ${COLUMNS} from ranked_pool where user_id = any (${userIds}::bigint[])`,
  );
}

/** Lock the entries of players in order of id, and return them. */
export async function lockEntries(tx: Tx, userIds: readonly number[]): Promise<PoolEntry[]> {
  return query(
    tx,
    PoolEntry,
    sql`select ${COLUMNS} from ranked_pool where user_id = any (${userIds}::bigint[]) order by user_id for update`,
  );
}

/** Add a player to the pool. A player who is already in it keeps their waiting time. */
export async function addToPool(tx: Tx, userId: number, at: Date): Promise<void> {
  await execute(
    tx,
    sql`insert into ranked_pool (user_id, waiting_since, last_seen_at) values (${userId}, ${at}, ${at})
        on conflict (user_id) do update
        set waiting_since = coalesce(ranked_pool.waiting_since, excluded.waiting_since), last_seen_at = excluded.last_seen_at`,
  );
}

/** Record that a player has accepted the found fight. */
export async function markAccepted(tx: Tx, userId: number): Promise<void> {
  await execute(tx, sql`update ranked_pool set accepted = true where user_id = ${userId}`);
}

/** Let players wait for another opponent. They keep their waiting time. */
export async function returnToPool(tx: Tx, userIds: readonly number[]): Promise<void> {
  await execute(
    tx,
    sql`update ranked_pool set opponent_id = null, answer_until = null, accepted = false
        where user_id = any (${userIds}::bigint[])`,
  );
}

/** Remove players from the pool. */
export async function removeFromPool(tx: Tx, userIds: readonly number[]): Promise<void> {
  await execute(
    tx,
    sql`update ranked_pool set waiting_since = null, opponent_id = null, answer_until = null, accepted = false
        where user_id = any (${userIds}::bigint[])`,
  );
}

/** Remove two players from the pool because their fight begins. Store each player as the other's last opponent. */
export async function removeFighters(tx: Tx, one: number, other: number): Promise<void> {
  await execute(
    tx,
    sql`update ranked_pool set waiting_since = null, opponent_id = null, answer_until = null, accepted = false,
          last_opponent_id = case when user_id = ${one} then ${other}::bigint else ${one}::bigint end
        where user_id in (${one}, ${other})`,
  );
}

const { missWindowMs, pauseMs, pauseMaxMs } = LIMITS.ranked;

/**
 * Remove players from the pool because they did not accept a found fight. The first missed fight of a day has no other
 * effect. After each further missed fight, the player must pause before joining again. Each pause is twice as long as
 * the previous one, up to a maximum.
 */
export async function recordMissed(tx: Tx, userIds: readonly number[], now: Date): Promise<void> {
  const since = new Date(now.getTime() - missWindowMs);
  const missedCount = sql`(case when missed_at > ${since} then missed_count + 1 else 1 end)`;
  await execute(
    tx,
    sql`update ranked_pool set waiting_since = null, opponent_id = null, answer_until = null, accepted = false,
          missed_count = ${missedCount}, missed_at = ${now},
          paused_until = case when ${missedCount} > 1 then ${now}::timestamptz + interval '1 millisecond'
            * least(${literal(pauseMaxMs)}, ${literal(pauseMs)} * 2 ^ least(${missedCount} - 2, 20)) end
        where user_id = any (${userIds}::bigint[])`,
  );
}

const ExpiredEntry = Type.Object({
  user_id: column.integer,
  accepted: column.boolean,
  answer_until: column.date,
});

/** Lock and return the entries whose time to accept is over, except entries locked by another transaction. */
export async function lockExpired(tx: Tx, now: Date): Promise<Static<typeof ExpiredEntry>[]> {
  return query(
    tx,
    ExpiredEntry,
    sql`select user_id, accepted, answer_until from ranked_pool where waiting_since is not null and answer_until <= ${now}
        order by user_id for update skip locked`,
  );
}

/**
 * Give players a new deadline to accept their found fights, and return the players' ids. Leave out fights whose
 * previous deadline was before `endedSince`.
 */
export async function restartAnswerTimes(
  tx: Tx,
  { answerUntil, endedSince }: { answerUntil: Date; endedSince: Date },
): Promise<number[]> {
  return queryValues(
    tx,
    column.integer,
    sql`update ranked_pool set answer_until = ${answerUntil} where user_id in (
          select user_id from ranked_pool where answer_until >= ${endedSince} order by user_id for update)
        returning user_id`,
  );
}

/** Return the ids of all players in the pool. */
export async function poolUserIds(db: DbOrTx): Promise<number[]> {
  return queryValues(
    db,
    column.integer,
    sql`select user_id from ranked_pool where waiting_since is not null`,
  );
}

/** Update the last-seen time of players. Leave out entries locked by another transaction. */
export async function updateLastSeen(tx: Tx, userIds: readonly number[], now: Date): Promise<void> {
  await execute(
    tx,
    sql`update ranked_pool set last_seen_at = ${now} where user_id in (
          select user_id from ranked_pool where user_id = any (${userIds}::bigint[]) order by user_id
          for update skip locked)`,
  );
}

/** Remove from the pool all waiting players who have not been connected since a given time, and return their ids. */
export async function removeStale(tx: Tx, before: Date): Promise<number[]> {
  return queryValues(
    tx,
    column.integer,
    sql`update ranked_pool set waiting_since = null where user_id in (
          select user_id from ranked_pool where waiting_since is not null and opponent_id is null
            and last_seen_at <= ${before} order by user_id for update skip locked)
        returning user_id`,
  );
}

/** A waiting player with the stored rating, or with the start rating before the first rated fight. */
const WaitingRow = Type.Object({
  userId: column.integer,
  waitingSince: column.date,
  /** The opponent of the player's last ranked fight. */
  lastOpponentId: Nullable(column.integer),
  rating: column.number,
  deviation: column.number,
});

/**
 * Lock and return the waiting players who can be paired now: they have no found fight, are connected, are not
 * suspended, and are not in a fight. Entries locked by another transaction are left out until the next wave.
 */
export async function lockWaiting(
  tx: Tx,
  { seenSince, now }: { seenSince: Date; now: Date },
): Promise<(Waiting & { deviation: number })[]> {
  return query(
    tx,
    WaitingRow,
    sql`select p.user_id as "userId", p.waiting_since as "waitingSince", p.last_opponent_id as "lastOpponentId",
          coalesce(r.rating, ${literal(RATING_NUMBERS.start.rating)})::float8 as rating,
          coalesce(r.deviation, ${literal(RATING_NUMBERS.start.deviation)})::float8 as deviation
        from ranked_pool p join users u on u.id = p.user_id left join ratings r on r.user_id = p.user_id
        where p.waiting_since is not null and p.opponent_id is null and p.last_seen_at > ${seenSince}
          and u.deleted_at is null and not ${suspendedSql(sql`u`, now)} and not ${isInFightSql(sql`p.user_id`)}
        order by p.user_id for update of p skip locked`,
  );
}

/** Store pairs of players. Each player has until `answerUntil` to accept the fight. */
export async function savePairs(
  tx: Tx,
  pairs: readonly (readonly [number, number])[],
  answerUntil: Date,
): Promise<void> {
  const [first, second] = [pairs.map(([one]) => one), pairs.map(([, other]) => other)];
  await execute(
    tx,
    sql`update ranked_pool p set opponent_id = pair.other_id, answer_until = ${answerUntil}, accepted = false
        from unnest(${[...first, ...second]}::bigint[], ${[...second, ...first]}::bigint[]) as pair (user_id, other_id)
        where p.user_id = pair.user_id`,
  );
}

/** Key of the advisory lock of a wave: an arbitrary number that is the same on all nodes. */
const WAVE_LOCK = 5_821_940;

/** Take the lock of a wave until the end of the transaction. Return false if another transaction has this lock. */
export const tryWaveLock = (tx: Tx): Promise<boolean> =>
  queryValue(tx, column.boolean, sql`select pg_try_advisory_xact_lock(${literal(WAVE_LOCK)})`);
