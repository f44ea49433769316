import { fastRandom } from '../fights/random.ts';
import { rankedFighter } from '../fights/ranked.ts';
import { careless, fixedMix, habit, policyOf, reader, uniform } from '../fights/simulation/players.ts';
import { type Player, playerOf, setupOf, simulateFight } from '../fights/simulation/simulate-fight.ts';
import { EQUALS, SolvedFight } from '../fights/simulation/solver.ts';
import { TEMPERAMENTS } from '../fights/style.ts';
import { createSeededRandom, type SeededRandom } from '../seeded-random.ts';
import { DAY } from '../time-units.ts';
import { expectedScore, periodsBetween, RATING_NUMBERS, type Rating, rate } from './glicko2.ts';
import { matchmakingRating, pairWaiting, type Waiting } from './pairing.ts';

/** Elo points per unit of the natural logarithm of the odds. */
const ELO = 400 / Math.LN10;
const logistic = (x: number): number => 1 / (1 + Math.exp(-x));

/** Simulated players: their strengths, and the chance that the first of two players wins. */
export type Population = {
  strengths: Float64Array;
  /** Standard deviation of the strengths in Elo points. The Bayesian estimate uses it. */
  deviation: number;
  winChance: (one: number, other: number) => number;
};

/** Return players whose strengths have a normal distribution, in Elo points. */
export function normalPopulation(players: number, deviation: number, random: SeededRandom): Population {
  const normal = () => Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next());
  const strengths = Float64Array.from({ length: players }, () => deviation * normal());
  return {
    strengths,
    deviation,
    winChance: (one, other) => logistic((strengths[one]! - strengths[other]!) / ELO),
  };
}

/** Return fight policies, from weak to strong. The players of `enginePopulation` mix them. */
function enginePolicies(grid: number): Player[] {
  const fight = new SolvedFight(EQUALS, grid);
  fight.solve('best', 'best', true);
  const solved = fight.policy(0);
  return [
    playerOf(fixedMix([0, 1])),
    playerOf(uniform),
    habit,
    playerOf(careless(solved, 0.4)),
    playerOf(policyOf(TEMPERAMENTS.careful)),
    reader,
    playerOf(solved),
  ];
}

/**
 * Return players who mix the policies of `enginePolicies`. In each fight, a player plays one of two policies. A
 * player's strength is their expected share of wins against all players, converted to Elo points.
 * @param fights number of simulated fights for each pair of policies
 */
export function enginePopulation(
  players: number,
  { fights, grid }: { fights: number; grid: number },
  random: SeededRandom,
): Population {
  const policies = enginePolicies(grid);
  const fighter = (id: number) =>
    rankedFighter({ id, username: `fighter${id}`, style: TEMPERAMENTS.careful });
  const match = { setup: setupOf(fighter(1), fighter(2)), items: { attacker: null, defender: null } };
  const chances = policies.map(() => policies.map(() => 0.5));
  let seed = 0;
  for (let one = 0; one < policies.length; one++) {
    for (let other = 0; other < one; other++) {
      let wins = 0;
      for (let n = 0; n < fights; n++) {
        const sides = { attacker: policies[one]!, defender: policies[other]! };
        if (simulateFight(match, sides, fastRandom(seed++), fastRandom(seed++)).winner === 'attacker') wins++;
      }
      chances[one]![other] = wins / fights;
      chances[other]![one] = 1 - wins / fights;
    }
  }
  const mixes = Array.from({ length: players }, () => {
    const [one, other, share] = [
      random.int(0, policies.length - 1),
      random.int(0, policies.length - 1),
      random.next(),
    ];
    return policies.map((_, policy) => (policy === one ? share : 0) + (policy === other ? 1 - share : 0));
  });
  /** For each player, the chances to win against each policy. */
  const against = mixes.map((mix) =>
    policies.map((_, other) => mix.reduce((sum, share, own) => sum + share * chances[own]![other]!, 0)),
  );
  const winChance = (one: number, other: number): number =>
    mixes[other]!.reduce((sum, share, policy) => sum + share * against[one]![policy]!, 0);
  const average = policies.map((_, policy) => mixes.reduce((sum, mix) => sum + mix[policy]!, 0) / players);
  const strengths = Float64Array.from({ length: players }, (_, player) => {
    const wins = average.reduce((sum, share, policy) => sum + share * against[player]![policy]!, 0);
    return ELO * Math.log(wins / (1 - wins));
  });
  const mean = strengths.reduce((sum, strength) => sum + strength, 0) / players;
  const variance = strengths.reduce((sum, strength) => sum + (strength - mean) ** 2, 0) / players;
  return { strengths, deviation: Math.sqrt(variance), winChance };
}

type Result = { winner: number; loser: number };
export type RatedSeason = {
  ratings: Rating[];
  results: Result[];
  /** Rank correlation of the ratings with the strengths. */
  correlation: number;
  /**
   * Mean absolute difference between the expected and the actual share of wins, in percentage points. Each difference
   * is for a group of fights with similar expected chances, and is weighted by the number of these fights. Fights in
   * the first half of the season do not count.
   */
  calibrationError: number;
  /** Mean rating at the end of the season minus the start rating. */
  drift: number;
  deviation: number;
};

const BINS = 10;

/**
 * Simulate a season of ranked fights, at most `fightsEach` for each player. `pairWaiting` pairs the players, and each
 * fight changes both ratings as on the site.
 */
export function simulateRatedSeason(
  population: Population,
  { fightsEach, days }: { fightsEach: number; days: number },
  random: SeededRandom,
): RatedSeason {
  const players = population.strengths.length;
  const ratings: Rating[] = Array.from({ length: players }, () => RATING_NUMBERS.start);
  const changedAt: (Date | null)[] = Array(players).fill(null);
  const fought = new Int32Array(players);
  const lastOpponents: (number | null)[] = Array(players).fill(null);
  const results: Result[] = [];
  const bins = Array.from({ length: BINS }, () => ({ count: 0, expected: 0, actual: 0 }));
  for (let round = 0; fought.some((count) => count < fightsEach) && round < 4 * fightsEach; round++) {
    const now = new Date((round / fightsEach) * days * DAY);
    const waiting: Waiting[] = [];
    for (let player = 0; player < players; player++) {
      if (fought[player]! >= fightsEach) continue;
      waiting.push({
        userId: player,
        rating: matchmakingRating(ratings[player]!, random.next()),
        // Players start to wait at random times in the 20 seconds before this round of pairing.
        waitingSince: new Date(now.getTime() - random.int(0, 20) * 1000),
        lastOpponentId: lastOpponents[player] ?? null,
      });
    }
    for (const [{ userId: one }, { userId: other }] of pairWaiting(waiting, now)) {
      const [own, theirs] = [ratings[one]!, ratings[other]!];
      const hasWon = random.next() < population.winChance(one, other);
      const expected = expectedScore(own, theirs);
      if (fought[one]! * 2 >= fightsEach) {
        const bin = bins[Math.min(BINS - 1, Math.floor(expected * BINS))]!;
        bin.count++;
        bin.expected += expected;
        bin.actual += hasWon ? 1 : 0;
      }
      const periods = (player: number) => periodsBetween(changedAt[player] ?? now, now);
      ratings[one] = rate(own, [{ opponent: theirs, score: hasWon ? 1 : 0 }], periods(one));
      ratings[other] = rate(theirs, [{ opponent: own, score: hasWon ? 0 : 1 }], periods(other));
      for (const player of [one, other]) {
        changedAt[player] = now;
        fought[player]!++;
      }
      lastOpponents[one] = other;
      lastOpponents[other] = one;
      results.push(hasWon ? { winner: one, loser: other } : { winner: other, loser: one });
    }
  }
  const total = bins.reduce((sum, { count }) => sum + count, 0);
  const mean = (value: (rating: Rating) => number) =>
    ratings.reduce((sum, one) => sum + value(one), 0) / players;
  return {
    ratings,
    results,
    correlation: rankCorrelation(
      ratings.map(({ rating }) => rating),
      population.strengths,
    ),
    calibrationError: bins.reduce(
      (sum, { expected, actual }) => sum + (100 * Math.abs(expected - actual)) / total,
      0,
    ),
    drift: mean(({ rating }) => rating) - RATING_NUMBERS.start.rating,
    deviation: mean(({ deviation }) => deviation),
  };
}

/**
 * Estimate the players' strengths from all results together, as a benchmark for ratings that are updated after each
 * fight. Return the most likely strengths, in units of the natural logarithm of the odds. The estimate assumes that
 * strengths have a normal distribution with the population's standard deviation, and that the odds of a win depend on
 * the difference in strength.
 */
export function bayesianEstimate(
  { strengths, deviation }: Population,
  results: readonly Result[],
): Float64Array {
  const estimates = new Float64Array(strengths.length);
  const opponents: { other: number; won: boolean }[][] = Array.from(strengths, () => []);
  for (const { winner, loser } of results) {
    opponents[winner]!.push({ other: loser, won: true });
    opponents[loser]!.push({ other: winner, won: false });
  }
  const prior = (ELO / deviation) ** 2;
  for (let sweep = 0; sweep < 100; sweep++) {
    let largest = 0;
    for (const [player, list] of opponents.entries()) {
      let [slope, curvature] = [-prior * estimates[player]!, prior];
      for (const { other, won } of list) {
        const chance = logistic(estimates[player]! - estimates[other]!);
        slope += (won ? 1 : 0) - chance;
        curvature += chance * (1 - chance);
      }
      estimates[player]! += slope / curvature;
      largest = Math.max(largest, Math.abs(slope / curvature));
    }
    if (largest < 1e-6) break;
  }
  return estimates;
}

/** Return Spearman's rank correlation of two lists of the same length. */
export function rankCorrelation(one: ArrayLike<number>, other: ArrayLike<number>): number {
  const ranksOf = (values: ArrayLike<number>): Float64Array => {
    const order = Array.from(values, (value, index) => ({ value, index })).sort((a, b) => a.value - b.value);
    const ranks = new Float64Array(values.length);
    for (let start = 0; start < order.length; ) {
      let end = start;
      while (end < order.length && order[end]!.value === order[start]!.value) end++;
      for (let position = start; position < end; position++)
        ranks[order[position]!.index] = (start + end - 1) / 2;
      start = end;
    }
    return ranks;
  };
  const [first, second] = [ranksOf(one), ranksOf(other)];
  const middle = (first.length - 1) / 2;
  let [covariance, firstSquares, secondSquares] = [0, 0, 0];
  for (let index = 0; index < first.length; index++) {
    const [x, y] = [first[index]! - middle, second[index]! - middle];
    covariance += x * y;
    firstSquares += x * x;
    secondSquares += y * y;
  }
  return covariance / Math.sqrt(firstSquares * secondSquares);
}

/** Return the seeded random source of a simulated season. */
export const seasonRandom = (seed: number): SeededRandom => createSeededRandom(`rated season ${seed}`);
