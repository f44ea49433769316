import { DAY } from '../time-units.ts';

/** A player's rating: the estimate of their skill, its standard deviation, and how much the skill varies. */
export type Rating = { rating: number; deviation: number; volatility: number };

/** Constants of the rating system, with the values that lichess uses. */
export const RATING_NUMBERS = {
  /** The rating of a player without rated fights. */
  start: { rating: 1500, deviation: 500, volatility: 0.09 },
  /** Limits of the deviation. The upper limit also applies to the growth during inactivity. */
  deviationMin: 45,
  deviationMax: 500,
  volatilityMax: 0.1,
  /** Limits how fast the volatility changes. */
  tau: 0.75,
  /**
   * Rating periods per day. In a year without fights, a deviation of 60 grows to 110 if the volatility is 0.06, and to
   * 151 if the volatility is still the initial 0.09.
   */
  periodsPerDay: 0.21436,
  /** A rating with a larger deviation is provisional. */
  provisionalAbove: 110,
  /** The rating board shows ratings with at most this deviation. */
  boardDeviation: 75,
} as const;

/** Points per unit of the internal scale of Glicko-2. */
const SCALE = 173.7178;
/** `newVolatility` computes the logarithm of the squared volatility to this precision. */
const PRECISION = 1e-6;

const toMu = ({ rating }: Pick<Rating, 'rating'>): number => (rating - RATING_NUMBERS.start.rating) / SCALE;
const g = (phi: number): number => 1 / Math.sqrt(1 + (3 * phi ** 2) / Math.PI ** 2);
const logistic = (x: number): number => 1 / (1 + Math.exp(-x));

/**
 * Return the chance that a player wins against an opponent. The more uncertain the two ratings are, the closer the
 * chance is to 50%.
 */
export function expectedScore(own: Rating, other: Rating): number {
  const phi = Math.hypot(own.deviation, other.deviation) / SCALE;
  return logistic(g(phi) * (toMu(own) - toMu(other)));
}

/** Return the number of rating periods between two times, not rounded; 0 if `to` is before `from`. */
export const periodsBetween = (from: Date, to: Date): number =>
  Math.max(0, ((to.getTime() - from.getTime()) / DAY) * RATING_NUMBERS.periodsPerDay);

/** Return a rating after some rating periods without a fight. Its deviation grows. */
export function afterInactivity(rating: Rating, periods: number): Rating {
  const grown = Math.hypot(rating.deviation, rating.volatility * SCALE * Math.sqrt(periods));
  return { ...rating, deviation: Math.min(RATING_NUMBERS.deviationMax, grown) };
}

/** Report whether a rating is provisional, that is, based on too few recent fights. */
export const isProvisional = ({ deviation }: Pick<Rating, 'deviation'>): boolean =>
  deviation > RATING_NUMBERS.provisionalAbove;

/**
 * Return the new volatility, as in step 5 of Glickman's description of Glicko-2.
 * @param phi deviation before the period, on the internal scale
 * @param v estimated variance of the rating, based only on the results
 * @param delta estimated improvement of the rating, based only on the results
 */
function newVolatility(
  volatility: number,
  { phi, v, delta }: { phi: number; v: number; delta: number },
  tau: number,
): number {
  const a = Math.log(volatility ** 2);
  const f = (x: number): number => {
    const square = Math.exp(x);
    const sum = phi ** 2 + v + square;
    return (square * (delta ** 2 - sum)) / (2 * sum ** 2) - (x - a) / tau ** 2;
  };
  let upper = a;
  let lower: number;
  if (delta ** 2 > phi ** 2 + v) lower = Math.log(delta ** 2 - phi ** 2 - v);
  else {
    let k = 1;
    while (f(a - k * tau) < 0) k++;
    lower = a - k * tau;
  }
  let [fUpper, fLower] = [f(upper), f(lower)];
  while (Math.abs(lower - upper) > PRECISION) {
    const next = upper + ((upper - lower) * fUpper) / (fLower - fUpper);
    const fNext = f(next);
    if (fNext * fLower <= 0) [upper, fUpper] = [lower, fLower];
    else fUpper /= 2;
    [lower, fLower] = [next, fNext];
  }
  return Math.exp(upper / 2);
}

/**
 * The result of a fight for one player: the opponent's rating just before the fight changes it, and a score of 1 for a
 * win or 0 for a defeat.
 */
export type RatedResult = { opponent: Rating; score: 0 | 1 };

/**
 * Return the rating after the results of a rating period (Glickman, "Example of the Glicko-2 system", 2013). The
 * example in the paper uses a volatility of 0.06 and a tau of 0.5. The site uses the values of `RATING_NUMBERS`.
 * @param periods time since the last rating change, in rating periods. It can be a fraction, because the site
 *   updates the ratings after each fight
 */
export function rate(
  before: Rating,
  results: readonly RatedResult[],
  periods: number,
  tau: number = RATING_NUMBERS.tau,
): Rating {
  const mu = toMu(before);
  const phi = before.deviation / SCALE;
  let information = 0;
  let surprise = 0;
  for (const { opponent, score } of results) {
    const weight = g(opponent.deviation / SCALE);
    const expected = logistic(weight * (mu - toMu(opponent)));
    information += weight ** 2 * expected * (1 - expected);
    surprise += weight * (score - expected);
  }
  if (results.length === 0) return afterInactivity(before, periods);
  const v = 1 / information;
  const volatility = Math.min(
    RATING_NUMBERS.volatilityMax,
    newVolatility(before.volatility, { phi, v, delta: v * surprise }, tau),
  );
  const grown = Math.hypot(phi, volatility * Math.sqrt(periods));
  const newPhi = 1 / Math.sqrt(1 / grown ** 2 + 1 / v);
  const { deviationMin, deviationMax } = RATING_NUMBERS;
  return {
    rating: before.rating + SCALE * newPhi ** 2 * surprise,
    deviation: Math.min(deviationMax, Math.max(deviationMin, newPhi * SCALE)),
    volatility,
  };
}
