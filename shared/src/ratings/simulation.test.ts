import { describe, expect, it } from 'vitest';
import {
  bayesianEstimate,
  enginePopulation,
  normalPopulation,
  rankCorrelation,
  seasonRandom,
  simulateRatedSeason,
} from './simulation.ts';

const PLAYERS = 2000;
const FIGHTS_EACH = 50;
const SEASON = { fightsEach: FIGHTS_EACH, days: 91 };

describe('the rank correlation', () => {
  it('compares only the order of the values', () => {
    expect(rankCorrelation([1, 2, 3], [10, 200, 3000])).toBeCloseTo(1);
    expect(rankCorrelation([1, 2, 3], [3, 2, 1])).toBeCloseTo(-1);
    // The ranks are 1.5, 1.5 and 3 in the first list, and 1, 2 and 3 in the second.
    expect(rankCorrelation([1, 1, 2], [5, 6, 9])).toBeCloseTo(Math.sqrt(3) / 2);
  });
});

describe('the Bayesian estimate', () => {
  it('weighs the results against the known distribution of the strengths', () => {
    // Player 0 has won 3 of 4 fights, and has the strength x. Player 1 has the strength -x. The standard deviation s
    // of the population is in the same unit, the natural logarithm of the odds. The most likely x solves
    // x / s² = 3 - 4 / (1 + exp(-2x)).
    const results = [...Array(3).fill({ winner: 0, loser: 1 }), { winner: 1, loser: 0 }];
    const population = { strengths: new Float64Array(2), deviation: 200, winChance: () => 0.5 };
    const [own, other] = bayesianEstimate(population, results);
    const s = (200 * Math.LN10) / 400;
    expect(other).toBeCloseTo(-own!, 4);
    expect(own! / s ** 2).toBeCloseTo(3 - 4 / (1 + Math.exp(-2 * own!)), 4);
    expect(own).toBeGreaterThan(0.3);
  });
});

describe('ratings after three months of ranked fights', () => {
  it('order players by their strength, and predict results', () => {
    const random = seasonRandom(1);
    const population = normalPopulation(PLAYERS, 150, random);
    const season = simulateRatedSeason(population, SEASON, random);
    expect(season.results.length).toBeGreaterThan(0.99 * PLAYERS * (FIGHTS_EACH / 2));
    expect(season.correlation).toBeGreaterThanOrEqual(0.9);
    expect(season.calibrationError).toBeLessThanOrEqual(2);
    expect(Math.abs(season.drift)).toBeLessThan(5);
    const best = rankCorrelation(bayesianEstimate(population, season.results), population.strengths);
    expect(best).toBeGreaterThanOrEqual(season.correlation);
    expect(season.correlation / best).toBeGreaterThanOrEqual(0.95);
  });

  it('order players almost as well as the best estimate from all results', () => {
    const random = seasonRandom(2);
    const population = enginePopulation(PLAYERS, { fights: 200, grid: 8 }, random);
    const season = simulateRatedSeason(population, SEASON, random);
    const best = rankCorrelation(bayesianEstimate(population, season.results), population.strengths);
    expect(best).toBeGreaterThanOrEqual(season.correlation);
    expect(season.correlation / best).toBeGreaterThanOrEqual(0.95);
    expect(Math.abs(season.drift)).toBeLessThan(5);
  });
});
