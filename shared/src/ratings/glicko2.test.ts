import { describe, expect, it } from 'vitest';
import {
  afterInactivity,
  expectedScore,
  isProvisional,
  periodsBetween,
  RATING_NUMBERS,
  type Rating,
  rate,
} from './glicko2.ts';
import { leagueOf } from './leagues.ts';

const rating = (value: number, deviation: number, volatility: number = 0.09): Rating => ({
  rating: value,
  deviation,
  volatility,
});
const START = RATING_NUMBERS.start;

describe('Glicko-2', () => {
  it('reproduces Glickman’s worked example', () => {
    const results = [
      { opponent: rating(1400, 30), score: 1 as const },
      { opponent: rating(1550, 100), score: 0 as const },
      { opponent: rating(1700, 300), score: 0 as const },
    ];
    const after = rate(rating(1500, 200, 0.06), results, 1, 0.5);
    expect(after.rating).toBeCloseTo(1464.06, 1);
    expect(after.deviation).toBeCloseTo(151.52, 2);
    expect(after.volatility).toBeCloseTo(0.05999, 4);
  });

  // The expected ratings were computed with version 1.2.2 of the npm package glicko2.
  it.each([
    [START, START, 1, rating(1741.62442402, 396.81182146, 0.0899983)],
    [START, START, 0, rating(1258.37557598, 396.81182146, 0.0899983)],
    [rating(1712, 80), rating(1430, 130, 0.085), 0, rating(1683.8773468, 80.39505636, 0.09004276)],
    [rating(1430, 130, 0.085), rating(1712, 80), 1, rating(1503.53412542, 126.14321205, 0.08503741)],
    [rating(1200, 300, 0.08), rating(2000, 60), 1, rating(1689.56894869, 295.82782647, 0.08006343)],
  ] as const)('agrees with the npm package glicko2 (%o, %o, %o)', (own, opponent, score, expected) => {
    const after = rate(own, [{ opponent, score }], 1);
    expect(after.rating).toBeCloseTo(expected.rating, 3);
    expect(after.deviation).toBeCloseTo(expected.deviation, 3);
    expect(after.volatility).toBeCloseTo(expected.volatility, 6);
  });

  it('reduces the deviation if a player fights again soon', () => {
    const own = rating(1600, 70);
    const results = [{ opponent: rating(1580, 60), score: 1 as const }];
    const [soon, late] = [rate(own, results, 0.001), rate(own, results, 1)];
    expect(soon.deviation).toBeLessThan(own.deviation);
    expect(late.deviation).toBeGreaterThan(soon.deviation);
    expect(late.rating - own.rating).toBeGreaterThan(soon.rating - own.rating);
  });

  it('keeps the deviation between its limits', () => {
    let own = rating(1500, 50);
    for (let fight = 0; fight < 200; fight++)
      own = rate(own, [{ opponent: rating(1500, 45), score: fight % 2 ? 1 : 0 }], 0);
    expect(own.deviation).toBe(45);
    expect(afterInactivity(own, 1e6).deviation).toBe(500);
  });

  it('starts at 1500 with a deviation of 500 and a volatility of 0.09', () => {
    expect([START, RATING_NUMBERS.tau]).toEqual([{ rating: 1500, deviation: 500, volatility: 0.09 }, 0.75]);
  });

  it('increases the deviation during a year without fights', () => {
    const [from, to] = [new Date('2026-01-01'), new Date('2027-01-01')];
    const year = periodsBetween(from, to);
    const deviations = [0.06, 0.09].map(
      (volatility) => afterInactivity(rating(1500, 60, volatility), year).deviation,
    );
    expect(deviations.map(Math.round)).toEqual([110, 151]);
    expect(periodsBetween(to, from)).toBe(0);
    expect(isProvisional(rating(1500, 110))).toBe(false);
    expect(isProvisional(rating(1500, 110.1))).toBe(true);
  });

  it('gives the two players chances of winning that add up to 1', () => {
    const [strong, weak] = [rating(1700, 50), rating(1500, 50)];
    const chance = expectedScore(strong, weak);
    expect(chance).toBeGreaterThan(0.7);
    expect(chance + expectedScore(weak, strong)).toBeCloseTo(1, 12);
    expect(expectedScore({ ...strong, deviation: 300 }, weak)).toBeLessThan(chance);
    expect(expectedScore(START, START)).toBe(0.5);
  });
});

describe('the league', () => {
  it.each([
    [-500, 'ash'],
    [1299, 'ash'],
    [1300, 'iron'],
    [1399, 'iron'],
    [1400, 'bronze'],
    [1499, 'bronze'],
    [1500, 'silver'],
    [1599, 'silver'],
    [1600, 'gold'],
    [1699, 'gold'],
    [1700, 'ember'],
    [1849, 'ember'],
    [1850, 'crown'],
    [3000, 'crown'],
  ])('for the rating %i is %s', (value, league) => {
    expect(leagueOf(value)).toBe(league);
  });

  it('depends on the rounded rating', () => {
    expect(leagueOf(1499.5)).toBe('silver');
    expect(leagueOf(1499.4)).toBe('bronze');
  });
});
