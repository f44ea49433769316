import { RATING_NUMBERS, type Rating, rate } from '@rivalhold/shared/ratings/glicko2.ts';
import { type DbOrTx, literal, query, sql, transaction } from '../../platform/db/db.ts';
import type { ChangeRow, RatingRow } from './queries.ts';

export type RatingDifference = { userId: number; fightId: number | null; what: string };
export type RatingsVerification = { changes: number; players: number; differences: RatingDifference[] };

/** Number of changes that one statement reads. */
const BATCH_SIZE = 5_000;
/** Maximum number of differences in a report. */
const MAX_DIFFERENCES = 1_000;
/** Largest difference that rounding can cause between two processors. */
const TOLERANCE = 1e-6;

type VerifiedRow = ChangeRow & {
  fight_winner_id: number | null;
  is_ranked: boolean | null;
  /** The opponent's change by the same fight, or null. */
  other_won: boolean | null;
  other_rating: number | null;
};

/**
 * Recompute every rating from its changes, and compare the changes with the fights and with each other.
 * @returns the numbers of changes and players that were read, and the differences (at most 1,000)
 */
export async function verifyRatings(db: DbOrTx): Promise<RatingsVerification> {
  return transaction(db, async (tx) => {
    await query(tx, sql`set transaction isolation level repeatable read`);
    const differences: RatingDifference[] = [];
    const report = (userId: number, fightId: number | null, what: string) => {
      if (differences.length < MAX_DIFFERENCES) differences.push({ userId, fightId, what });
    };
    const latest = new Map<number, ChangeRow>();
    let [changes, position] = [0, { user_id: 0, number: 0 }];
    for (;;) {
      const rows: VerifiedRow[] = await query<VerifiedRow>(
        tx,
        sql`select r.*, f.winner_id as fight_winner_id, f.ranked as is_ranked, o.won as other_won,
              o.rating_before as other_rating
            from rating_changes r left join fights f on f.id = r.fight_id and f.status = 'over'
            left join rating_changes o on o.fight_id = r.fight_id and o.user_id = r.opponent_id
            where (r.user_id, r.number) > (${position.user_id}, ${position.number})
            order by r.user_id, r.number limit ${literal(BATCH_SIZE)}`,
      );
      for (const row of rows) {
        for (const what of problemsOf(row, latest.get(row.user_id))) report(row.user_id, row.fight_id, what);
        latest.set(row.user_id, row);
      }
      changes += rows.length;
      position = rows.at(-1) ?? position;
      if (rows.length < BATCH_SIZE) break;
    }
    await compareCurrent(tx, latest, report);
    return { changes, players: latest.size, differences };
  });
}

const differ = (one: number, other: number): boolean => Math.abs(one - other) > TOLERANCE;

function differsFrom(rating: Rating, { rating: value, deviation, volatility }: Rating): boolean {
  return (
    differ(rating.rating, value) ||
    differ(rating.deviation, deviation) ||
    differ(rating.volatility, volatility)
  );
}

const afterOf = (row: ChangeRow): Rating => ({
  rating: row.rating_after,
  deviation: row.deviation_after,
  volatility: row.volatility_after,
});

/** Return the problems of a change. `previous` is the player's change before it. */
function problemsOf(row: VerifiedRow, previous: ChangeRow | undefined): string[] {
  const before = {
    rating: row.rating_before,
    deviation: row.deviation_before,
    volatility: row.volatility_before,
  };
  const opponent = { rating: row.opponent_rating, deviation: row.opponent_deviation, volatility: 0 };
  const problems: string[] = [];
  if (row.number !== (previous?.number ?? 0) + 1) problems.push('an earlier change is missing');
  else if (differsFrom(before, previous ? afterOf(previous) : RATING_NUMBERS.start))
    problems.push('the rating before the fight is not the rating after the last one');
  if (differsFrom(afterOf(row), rate(before, [{ opponent, score: row.won ? 1 : 0 }], row.periods)))
    problems.push('the rating after the fight does not follow from the result');
  if (row.fight_winner_id === null || !row.is_ranked) problems.push('there is no finished ranked fight');
  else if (row.won !== (row.fight_winner_id === row.user_id)) problems.push('the fight had another winner');
  if (row.other_won === null || row.other_rating === null)
    problems.push('the change of the opponent is missing');
  else if (row.other_won === row.won || differ(row.other_rating, row.opponent_rating))
    problems.push('the change of the opponent does not match');
  return problems;
}

/** Compare the current ratings with the latest change of each player. Deleted players have no current rating. */
async function compareCurrent(
  db: DbOrTx,
  latest: ReadonlyMap<number, ChangeRow>,
  report: (userId: number, fightId: number | null, what: string) => void,
): Promise<void> {
  const current = await query<RatingRow>(db, sql`select * from ratings`);
  const byUser = new Map(current.map((row) => [row.user_id, row]));
  const users = await query<{ id: number }>(
    db,
    sql`select id from users where deleted_at is null and id = any (${[...latest.keys()]}::bigint[])`,
  );
  for (const { id } of users) if (!byUser.has(id)) report(id, null, 'the current rating is missing');
  for (const row of current) {
    const last = latest.get(row.user_id);
    if (!last) report(row.user_id, null, 'the current rating has no changes');
    else if (row.fights !== last.number || differsFrom(row, afterOf(last)))
      report(row.user_id, null, 'the current rating is not the rating after the last fight');
  }
}
