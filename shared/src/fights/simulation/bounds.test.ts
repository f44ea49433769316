import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { LONG } from '../../../../scripts/testing/long.ts';
import { experienceForWin, MAX_LEVEL, THRESHOLDS } from '../../levels/levels.ts';
import { MASTER_GRID } from '../practice.ts';
import { fastRandom } from '../random.ts';
import { DEFEAT_NUMBERS } from '../rewards.ts';
import { TEMPERAMENTS } from '../style.ts';
import { BASE_LEVELS, type Bound, isHeld, Measurement } from './bounds.ts';
import { policyOf } from './players.ts';
import {
  farmingDay,
  GOAL_COINS_PER_DAY,
  honestSession,
  mealEnergyFor,
  type PlaySession,
  simulateSeason,
} from './season.ts';
import { plainFighter, playerOf, setupOf, simulateFight } from './simulate-fight.ts';
import { EQUALS, MOVE_COUNT, SolvedFight, solveMatrix } from './solver.ts';

/**
 * A normal test run simulates few fights, and a long run simulates more. `npm run bench -- simulation`
 * simulates even more fights.
 */
const EFFORT = LONG
  ? { fights: 10_000, grid: 16, coarseGrid: 8 }
  : { fights: 1_500, grid: 10, coarseGrid: 6 };
const LEVELS = LONG ? BASE_LEVELS : [1, 20];
/** Levels at which the economy is simulated: in a short run, only the lowest, a middle and the highest level. */
const ECONOMY_LEVELS = LONG ? BASE_LEVELS : [BASE_LEVELS[0]!, 20, BASE_LEVELS.at(-1)!];
const SEED = 20_261_126;
const STARTER_POTION = 1;

/** Return a document as one line. */
const read = (path: string): string => readFileSync(path, 'utf8').replaceAll(/\s+/g, ' ');

const missed = (bounds: readonly Bound[]) =>
  bounds.filter((bound) => !isHeld(bound)).map(({ name, value, margin }) => `${name}: ${value} ± ${margin}`);

describe('the balance of the rules', () => {
  const measurement = new Measurement(EFFORT, SEED);

  it.each(LEVELS)('keeps the results of fights between equals of level %i within the bounds', (level) => {
    expect(missed(measurement.equals(level))).toEqual([]);
  });

  it.each(LEVELS)('keeps the advantage of a higher level over level %i within the bounds', (level) => {
    expect(missed(measurement.levels(level))).toEqual([]);
  });

  it('keeps the advantage of purchases at level 1 within the bounds', () => {
    expect(missed(measurement.purchases(1, [STARTER_POTION]))).toEqual([]);
  });

  it('allows a value to be outside its bounds by at most its margin of error', () => {
    const bound = { name: 'x', least: 60, most: 70, samples: 10, margin: 2 };
    expect([57.9, 58, 72, 72.1].map((value) => isHeld({ ...bound, value }))).toEqual([
      false,
      true,
      true,
      false,
    ]);
  });
});

// This test runs only in a long run. In every run, practice.test.ts compares the sparring partners with the solver's
// policy.
it.each(LONG ? [20, 28, 33, 48] : [])(
  'the best response to the sparring partner "master" gains only a little (health in %i steps)',
  (grid) => {
    const master = new Measurement({ ...EFFORT, grid: MASTER_GRID }, SEED);
    expect(missed(master.exploitability(grid))).toEqual([]);
  },
);

it.each(LONG ? BASE_LEVELS : [])('keeps the advantage of purchases at level %i within bounds', (level) => {
  expect(missed(new Measurement(EFFORT, SEED).purchases(level))).toEqual([]);
});

describe('the solver', () => {
  it('finds a mix of moves that no reply can exploit in a matrix game', () => {
    const matrix = new Float64Array(MOVE_COUNT * MOVE_COUNT);
    // Rock, paper, scissors with a double win for the first row against the third column.
    const payoffs = [0, -1, 2, 1, 0, -1, -1, 1, 0];
    for (const [index, value] of payoffs.entries()) {
      matrix[Math.floor(index / 3) * MOVE_COUNT + (index % 3)] = 0.5 + value / 10;
    }
    const moves = Int32Array.from([0, 1, 2]);
    const [x, y] = [new Float64Array(MOVE_COUNT), new Float64Array(MOVE_COUNT)];
    const value = solveMatrix(matrix, moves, 3, moves, 3, x, y);
    for (const row of [0, 1, 2]) {
      const against = [0, 1, 2].reduce((sum, col) => sum + y[col]! * matrix[row * MOVE_COUNT + col]!, 0);
      expect(against).toBeCloseTo(value, 6);
    }
    expect(x[0]! + x[1]! + x[2]!).toBeCloseTo(1, 6);
  });

  it('predicts how often the best response to a style wins simulated fights', () => {
    const fight = new SolvedFight(EQUALS, 8);
    const style = policyOf(TEMPERAMENTS.careful);
    const value = fight.solve('best', style, true);
    const setup = setupOf(plainFighter(1, 1), plainFighter(2, 1));
    const players = { attacker: playerOf(fight.policy(0)), defender: playerOf(style) };
    let wins = 0;
    for (let index = 0; index < 2_000; index++) {
      const match = { setup, items: { attacker: null, defender: null } };
      if (
        simulateFight(match, players, fastRandom(2 * index), fastRandom(2 * index + 1)).winner === 'attacker'
      )
        wins++;
    }
    // Against itself, the default style would win half of its fights. The best response to it wins more.
    expect(value).toBeGreaterThan(0.65);
    expect(Math.abs(wins / 2_000 - value)).toBeLessThan(0.05);
  });
});

describe('the economy', () => {
  it('lets a player reach about level 5 in the first session', () => {
    const levels = Array.from({ length: 60 }, (_, seed) => simulateSeason(1, seed)[0]!.level);
    const mean = levels.reduce((sum, level) => sum + level, 0) / levels.length;
    expect(mean).toBeGreaterThan(3.5);
    expect(mean).toBeLessThan(6.5);
  });

  it('speeds up leveling only slightly if a player spends the coins from goals on meals', () => {
    const energy = mealEnergyFor(GOAL_COINS_PER_DAY);
    const levels = Array.from({ length: 60 }, (_, seed) => simulateSeason(1, seed, energy)[0]!.level);
    const mean = levels.reduce((sum, level) => sum + level, 0) / levels.length;
    expect(mean).toBeGreaterThan(3.5);
    expect(mean).toBeLessThan(6.5);
    const season = simulateSeason(360, 1, energy);
    const sessionsToLevel50 = season.findIndex(({ level }) => level >= 50) + 1;
    expect(sessionsToLevel50).toBeGreaterThan(300);
    const coins = season.reduce((sum, day) => sum + day.coins, 0) / season.length;
    expect(GOAL_COINS_PER_DAY).toBeLessThan(0.6 * coins);
  });

  it('matches the documented pace of leveling and the documented wins and coins per evening', () => {
    const seasonsWith = (mealEnergy: number) =>
      [1, 2, 3].map((seed) => {
        const season = simulateSeason(360, seed, mealEnergy);
        return season.slice(0, season.findIndex(({ level }) => level >= 50) + 1);
      });
    const lengths = (seasons: PlaySession[][]) => {
      const counts = seasons.map((season) => season.length);
      return `${Math.min(...counts)} to ${Math.max(...counts)}`;
    };
    const seasons = seasonsWith(0);
    const [plain, withMeals] = [seasons, seasonsWith(mealEnergyFor(GOAL_COINS_PER_DAY))].map(lengths);
    const sessions = seasons.flat();
    const total = (what: 'coins' | 'wins' | 'fights') =>
      sessions.reduce((sum, session) => sum + session[what], 0);
    const perSession = (total('wins') / sessions.length).toFixed(1);
    const untilLevel50 = 10 * Math.round(total('coins') / seasons.length / 10);
    const [game, economy] = [read('docs/game.md'), read('docs/economy.md')];
    expect(game).toContain(`level 50 on evenings ${plain}.`);
    expect(game).toContain('enough for about twelve fights');
    expect(Math.round(total('fights') / sessions.length)).toBe(12);
    expect(game).toContain(`wins about ${perSession} of these fights`);
    expect(economy).toContain(`evenings ${withMeals} instead of ${plain} (`);
    expect(economy).toContain(
      `about ${perSession} fights in an evening, and about ${untilLevel50.toLocaleString('en-US')} in the year`,
    );
  });

  it('matches the documented rewards of an hour of honest fights and of a day of farming extra accounts', () => {
    const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
    const seeds = Array.from({ length: 40 }, (_, seed) => seed);
    const hours = BASE_LEVELS.map((level) => {
      const found = seeds.map((seed) => honestSession(THRESHOLDS[level - 1]!, 1, seed));
      return {
        coins: mean(found.map(({ coins }) => coins)),
        wins: mean(found.map(({ xp }) => xp)) / experienceForWin(level),
      };
    });
    const economy = read('docs/economy.md');
    expect(economy).toContain(
      `an honest player gets ${mean(hours.map(({ coins }) => coins)).toFixed(1)} coins and the experience of about five wins`,
    );
    expect(Math.round(Math.min(...hours.map(({ wins }) => wins)))).toBe(5);
    const rings = BASE_LEVELS.flatMap((level) =>
      [5, 10, 20].map((accounts) => farmingDay(THRESHOLDS[level - 1]!, accounts, 1).coins),
    );
    expect(farmingDay(0, 20, 1).coins).toBe(Math.max(...rings));
    const winsFrom20 = [0, MAX_LEVEL].map((levelsAbove) => {
      const wins = BASE_LEVELS.map((level) => {
        const { xp } = farmingDay(THRESHOLDS[level - 1]!, 20, 1, levelsAbove);
        return xp / experienceForWin(level);
      });
      return `${Math.round(Math.min(...wins))} to ${Math.round(Math.max(...wins))} wins`;
    });
    expect(economy).toContain(
      `| 20 | ${Math.max(...rings)} (the [daily limit](game.md#rewards)) | ${winsFrom20.join(' | ')} |`,
    );
  });

  it('matches the documented limit for the experience from defeats in 24 hours', () => {
    expect(read('docs/economy.md')).toContain(
      `Defeats pay at most ${DEFEAT_NUMBERS.xp * DEFEAT_NUMBERS.perDay} experience in 24 hours.`,
    );
  });

  it.each(ECONOMY_LEVELS)(
    'pays a player of level %i no more for a day of farming a second account than for an hour of honest fights',
    (level) => {
      const start = THRESHOLDS[level - 1]!;
      const totalOf = (simulate: (seed: number) => PlaySession) => {
        const found = Array.from({ length: 40 }, (_, seed) => simulate(seed));
        const sum = (what: 'coins' | 'xp') => found.reduce((total, session) => total + session[what], 0);
        return { coins: sum('coins'), xp: sum('xp') };
      };
      const honest = totalOf((seed) => honestSession(start, 1, seed));
      for (const levelsAbove of [0, 3, MAX_LEVEL]) {
        const farmed = totalOf((seed) => farmingDay(start, 1, seed, levelsAbove));
        expect(farmed.coins).toBeGreaterThan(0);
        expect(farmed.coins).toBeLessThanOrEqual(honest.coins);
        expect(farmed.xp).toBeLessThanOrEqual(honest.xp);
      }
    },
  );
});
