import type { FightInput } from '@rivalhold/shared/contract/combat.ts';
import type { FightState } from '@rivalhold/shared/fights/fight.ts';
import { isRateable, type RateableFight } from '@rivalhold/shared/fights/ranked.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import Type from 'typebox';
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
  transaction,
} from '../../platform/db/db.ts';
import { changesByFight, ratingAfter, unrated } from './changes.ts';
import { ChangeRow, RatingRow } from './queries.ts';

export type RatingDifference = { userId: number; fightId: number | null; problem: string };
export type RatingsVerification = { changes: number; players: number; differences: RatingDifference[] };

/** Number of fights that one statement reads. */
const BATCH_SIZE = 2_000;
/** Maximum number of differences to return. */
const MAX_DIFFERENCES = 1_000;
/** Largest difference that different rounding on two CPUs can cause. */
const TOLERANCE = 1e-6;

type Report = (userId: number, fightId: number | null, problem: string) => void;

/**
 * Recompute all rating changes from the finished ranked fights, and compare them with the stored changes and the
 * current ratings. After a difference, the computation continues with the stored values, so that each error is reported
 * only where it occurs.
 * @returns the numbers of stored changes and of players with a change, and the differences (at most 1,000)
 */
export async function verifyRatings(db: DbOrTx): Promise<RatingsVerification> {
  return transaction(db, async (tx) => {
    await execute(tx, sql`set transaction isolation level repeatable read`);
    const differences: RatingDifference[] = [];
    const report: Report = (userId, fightId, problem) => {
      if (differences.length < MAX_DIFFERENCES) differences.push({ userId, fightId, problem });
    };
    const ratings = await verifyFights(tx, report);
    await reportChangesWithoutFight(tx, report);
    await verifyCurrent(tx, ratings, report);
    const changes = await queryValue(tx, column.integer, sql`select count(*)::integer from rating_changes`);
    return { changes, players: ratings.size, differences };
  });
}

const VerifiedFight = Type.Object({
  id: column.integer,
  winner_id: column.integer,
  loser_id: column.integer,
  ended_at: column.date,
  state: column.json<FightState>(),
  live: column.json<RateableFight['live']>(),
  last_input: column.json<FightInput | null>(),
});

/**
 * Recompute the changes for all finished ranked fights, and compare them with the stored changes. Read the fights in
 * order of id. Each player's rating changed in this order, because a player is in only one ranked fight at a time.
 * @returns the ratings after the last fight
 */
async function verifyFights(tx: Tx, report: Report): Promise<Map<number, RatingRow>> {
  const ratings = new Map<number, RatingRow>();
  /** For each pair of players, the times when their rated fights ended. */
  const ratedAt = new Map<string, number[]>();
  for (let lastId = 0; ; ) {
    const fights = await query(
      tx,
      VerifiedFight,
      sql`select id, winner_id, attacker_id + defender_id - winner_id as loser_id, ended_at, state, live,
            (select input from fight_inputs where fight_id = fights.id order by seq desc limit 1) as last_input
          from fights where ranked and status = 'over' and id > ${lastId} order by id limit ${literal(BATCH_SIZE)}`,
    );
    const stored = new Map<string, ChangeRow>();
    const ids = fights.map(({ id }) => id);
    for (const change of await query(
      tx,
      ChangeRow,
      sql`select * from rating_changes where fight_id = any (${ids}::bigint[])`,
    ))
      stored.set(`${change.fight_id} ${change.user_id}`, change);
    for (const fight of fights) {
      const pair = [fight.winner_id, fight.loser_id].toSorted((one, other) => one - other).join(' ');
      const since = fight.ended_at.getTime() - LIMITS.ranked.pairWindowMs;
      const recent = (ratedAt.get(pair) ?? []).filter((at) => at > since);
      const isRated = isRateable(fight, fight.last_input) && recent.length < LIMITS.ranked.ratedPerPair;
      const [winner, loser] = [fight.winner_id, fight.loser_id].map(
        (id) => ratings.get(id) ?? unrated(id, fight.ended_at),
      ) as [RatingRow, RatingRow];
      for (const expected of changesByFight({ winner, loser }, fight.id, fight.ended_at)) {
        const change = stored.get(`${fight.id} ${expected.user_id}`);
        const problem = compareChange(isRated ? expected : undefined, change);
        if (problem) report(expected.user_id, fight.id, problem);
        if (change) ratings.set(expected.user_id, ratingAfter(change));
      }
      if (stored.has(`${fight.id} ${fight.winner_id}`)) recent.push(fight.ended_at.getTime());
      ratedAt.set(pair, recent);
    }
    if (fights.length < BATCH_SIZE) return ratings;
    lastId = ids.at(-1)!;
  }
}

/** Describe how a stored rating change differs from the recomputed one. Return null if they match. */
function compareChange(expected: ChangeRow | undefined, stored: ChangeRow | undefined): string | null {
  if (!expected) return stored ? 'the rating changed, but the fight is not rated' : null;
  if (!stored) return 'the rating change is missing';
  const columns = (Object.keys(expected) as (keyof ChangeRow)[]).filter(
    (column) => Math.abs(Number(expected[column]) - Number(stored[column])) > TOLERANCE,
  );
  return columns.length > 0 ? `values differ from the recomputation: ${columns.join(', ')}` : null;
}

const ChangeRef = Type.Pick(ChangeRow, ['user_id', 'fight_id']);

/** Report changes that do not belong to a finished ranked fight of the player. */
async function reportChangesWithoutFight(tx: Tx, report: Report): Promise<void> {
  const rows = await query(
    tx,
    ChangeRef,
    sql`select user_id, fight_id from rating_changes r where not exists (
          select 1 from fights f where f.id = r.fight_id and f.status = 'over' and f.ranked
            and r.user_id in (f.attacker_id, f.defender_id))
        order by user_id, number limit ${literal(MAX_DIFFERENCES)}`,
  );
  for (const row of rows) report(row.user_id, row.fight_id, 'there is no finished ranked fight');
}

/**
 * Compare the current ratings with the recomputed ratings after the last fight. Deleted players have no current rating.
 */
async function verifyCurrent(
  tx: Tx,
  expected: ReadonlyMap<number, RatingRow>,
  report: Report,
): Promise<void> {
  const current = new Map(
    (await query(tx, RatingRow, sql`select * from ratings`)).map((row) => [row.user_id, row]),
  );
  const userIds = await queryValues(
    tx,
    column.integer,
    sql`select id from users where deleted_at is null and id = any (${[...expected.keys()]}::bigint[])`,
  );
  for (const id of userIds) if (!current.has(id)) report(id, null, 'the current rating is missing');
  for (const [userId, rating] of current) {
    const last = expected.get(userId);
    if (!last) report(userId, null, 'there is a current rating, but no rating change');
    else if (!isSameRating(rating, last))
      report(userId, null, 'the current rating is not the rating after the last fight');
  }
}

const isSameRating = (one: RatingRow, other: RatingRow): boolean =>
  (['rating', 'deviation', 'volatility', 'fights', 'changed_at'] as const).every(
    (column) => Math.abs(Number(one[column]) - Number(other[column])) <= TOLERANCE,
  );
