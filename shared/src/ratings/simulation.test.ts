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
  it('compares orders only, and gives equal values the same rank', () => {
    expect(rankCorrelation([1, 2, 3], [10, 200, 3000])).toBeCloseTo(1);
    expect(rankCorrelation([1, 2, 3], [3, 2, 1])).toBeCloseTo(-1);
    expect(rankCorrelation([1, 1, 2], [5, 5, 9])).toBeCloseTo(1);
  });
});

describe('ratings after three months of ranked fights', () => {
  it('order players by their strength, predict results, and do not drift', () => {
    const random = seasonRandom(1);
    const population = normalPopulation(PLAYERS, 150, random);
    const season = simulateRatedSeason(population, SEASON, random);
    expect(season.results.length).toBeGreaterThan(0.99 * PLAYERS * (FIGHTS_EACH / 2));
    expect(season.correlation).toBeGreaterThanOrEqual(0.9);
    expect(season.calibrationError).toBeLessThanOrEqual(2);
    expect(Math.abs(season.drift)).toBeLessThan(5);
    const best = rankCorrelation(bayesianEstimate(population, season.results), population.strengths);
    expect(season.correlation / best).toBeGreaterThanOrEqual(0.95);
  });

  it('reach nearly the order that all results together allow if players mix policies of the game', () => {
    const random = seasonRandom(2);
    const population = enginePopulation(PLAYERS, { fights: 200, grid: 8 }, random);
    const season = simulateRatedSeason(population, SEASON, random);
    const best = rankCorrelation(bayesianEstimate(population, season.results), population.strengths);
    expect(season.correlation / best).toBeGreaterThanOrEqual(0.95);
    expect(Math.abs(season.drift)).toBeLessThan(5);
  });
});
