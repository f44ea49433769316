import {
  afterInactivity,
  periodsBetween,
  RATING_NUMBERS,
  type Rating,
  rate,
} from '@rivalhold/shared/ratings/glicko2.ts';
import type { ChangeRow, RatingRow } from './queries.ts';

/** Return the start rating, which a player has before the first rated fight. */
export const unrated = (userId: number, at: Date): RatingRow => ({
  user_id: userId,
  ...RATING_NUMBERS.start,
  fights: 0,
  changed_at: at,
});

/** Return a stored rating as of `now`. Its deviation has grown since the last rated fight. */
export const ratingNow = (row: RatingRow, now: Date): Rating =>
  afterInactivity(row, periodsBetween(row.changed_at, now));

/** Return the rating that results from a change. */
export const ratingAfter = (change: ChangeRow): RatingRow => ({
  user_id: change.user_id,
  rating: change.rating_after,
  deviation: change.deviation_after,
  volatility: change.volatility_after,
  fights: change.number,
  changed_at: change.changed_at,
});

/** Return the changes that a fight makes to the ratings of both players, the winner's first. */
export const changesByFight = (
  { winner, loser }: { winner: RatingRow; loser: RatingRow },
  fightId: number,
  at: Date,
): [ChangeRow, ChangeRow] => [
  changeBy({ own: winner, other: loser, won: true }, fightId, at),
  changeBy({ own: loser, other: winner, won: false }, fightId, at),
];

function changeBy(
  { own, other, won }: { own: RatingRow; other: RatingRow; won: boolean },
  fightId: number,
  at: Date,
): ChangeRow {
  const opponent = ratingNow(other, at);
  const periods = periodsBetween(own.changed_at, at);
  const after = rate(own, [{ opponent, score: won ? 1 : 0 }], periods);
  return {
    user_id: own.user_id,
    number: own.fights + 1,
    fight_id: fightId,
    opponent_id: other.user_id,
    won,
    rating_before: own.rating,
    deviation_before: own.deviation,
    volatility_before: own.volatility,
    periods,
    opponent_rating: opponent.rating,
    opponent_deviation: opponent.deviation,
    rating_after: after.rating,
    deviation_after: after.deviation,
    volatility_after: after.volatility,
    changed_at: at,
  };
}
