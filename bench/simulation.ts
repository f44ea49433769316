import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { MASTER_GRID } from '../shared/src/fights/practice.ts';
import { RULES_VERSION } from '../shared/src/fights/rules.ts';
import {
  BASE_LEVELS,
  type Bound,
  bestFixedMix,
  Measurement as Fights,
  isHeld,
} from '../shared/src/fights/simulation/bounds.ts';
import { policyOf } from '../shared/src/fights/simulation/players.ts';
import {
  farmingDay,
  GOAL_COINS_PER_DAY,
  honestSession,
  mealEnergyFor,
  simulateSeason,
} from '../shared/src/fights/simulation/season.ts';
import { EQUALS, SolvedFight } from '../shared/src/fights/simulation/solver.ts';
import { TEMPERAMENTS } from '../shared/src/fights/style.ts';
import { MAX_LEVEL, THRESHOLDS } from '../shared/src/levels/levels.ts';
import { type Measurement, missedAims, QUICK, table, unlessQuick } from './report.ts';

const FULL_FIGHTS = 40_000;
const FIGHTS = unlessQuick(Number(process.env.BENCH_FIGHTS ?? FULL_FIGHTS), 400);
const LEVELS = process.env.BENCH_LEVELS?.split(',').map(Number) ?? BASE_LEVELS.slice(0, unlessQuick(7, 1));
const EFFORT = { fights: FIGHTS, grid: unlessQuick(MASTER_GRID, 8), coarseGrid: unlessQuick(10, 6) };
/** Numbers of health steps. For each number, a solver computes the best response to the solved policy. */
const OTHER_GRIDS = QUICK ? [8] : [20, 28, 33, 48];
const SEASONS = unlessQuick(20, 1);
const SESSIONS = unlessQuick(500, 5);
const RINGS = [1, 2, 5, 10, 20];

/**
 * File with the lowest and highest value of each balance figure. Figures are computed at several levels, or at level 1
 * with several grid sizes. A test compares docs/game.md with this file.
 */
const RESULTS = join(import.meta.dirname, 'simulation.json');

const limit = (value: number) => (Number.isFinite(value) ? value : '');

function boundsTable(where: string, bounds: readonly Bound[]): string[] {
  const rows = bounds.map((bound) => {
    const { name, least, most, value, samples, margin } = bound;
    return [
      name,
      limit(least),
      limit(most),
      value,
      margin,
      samples || 'solved',
      isHeld(bound) ? '' : 'missed',
    ];
  });
  return ['', `${where}:`, '', ...table(['bound', 'at least', 'at most', 'found', '±', 'fights', ''], rows)];
}

function stylesTable(): string[] {
  const fight = new SolvedFight(EQUALS, EFFORT.coarseGrid);
  fight.solve('best', 'best', true);
  const styles = Object.entries(TEMPERAMENTS).map(([name, style]) => ({ name, policy: policyOf(style) }));
  const policies = [{ name: 'equilibrium', policy: fight.policy(0) }, ...styles];
  const rows = policies.map(({ name, policy }) => {
    const { mix, rate } = bestFixedMix(policy, EFFORT.coarseGrid);
    const best = 100 * new SolvedFight(EQUALS, EFFORT.coarseGrid).solve('best', policy);
    return [name, rate, mix.map((odds) => odds.toFixed(1)).join(' '), best];
  });
  return [
    '',
    ...table(['against', 'best fixed mix wins', 'strike guard feint heavy heal', 'best response wins'], rows),
  ];
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

function economyTable(): string[] {
  const seasons = Array.from({ length: SEASONS }, (_, seed) => simulateSeason(SESSIONS, seed + 1));
  const mealEnergy = mealEnergyFor(GOAL_COINS_PER_DAY);
  const fedSeasons = seasons.map((_, seed) => simulateSeason(SESSIONS, seed + 1, mealEnergy));
  const sessionsTo = (level: number, among = seasons) =>
    mean(
      among.map(
        (season) =>
          season.findIndex(({ level: reached }) => reached >= level) + 1 || Number.POSITIVE_INFINITY,
      ),
    );
  const sessions = seasons.flat();
  const rows: (readonly [string, number])[] = [
    ['sessions to level 5', sessionsTo(5)],
    ['sessions to level 10', sessionsTo(10)],
    ['sessions to level 50', sessionsTo(50)],
    ['fights per session', mean(sessions.map(({ fights }) => fights))],
    ['paid wins per session', mean(sessions.map(({ wins }) => wins))],
    ['coins per session', mean(sessions.map(({ coins }) => coins))],
    ['coins per day from goals, at most', GOAL_COINS_PER_DAY],
    ['sessions to level 5, all coins from goals spent on meals', sessionsTo(5, fedSeasons)],
    ['sessions to level 50, all coins from goals spent on meals', sessionsTo(50, fedSeasons)],
  ];
  for (const level of [1, 10, 30]) {
    const start = THRESHOLDS[level - 1]!;
    const tries = Array.from({ length: SEASONS * 5 }, (_, seed) => seed + 1);
    const hour = tries.map((seed) => honestSession(start, 1, seed));
    rows.push([`level ${level}: coins of an honest first hour`, mean(hour.map(({ coins }) => coins))]);
    rows.push([`level ${level}: experience of an honest first hour`, mean(hour.map(({ xp }) => xp))]);
    for (const accounts of RINGS) {
      const farmed = tries.slice(0, SEASONS).map((seed) => farmingDay(start, accounts, seed));
      rows.push([
        `level ${level}: coins a day from ${accounts} accounts`,
        mean(farmed.map(({ coins }) => coins)),
      ]);
      rows.push([
        `level ${level}: experience a day from ${accounts} accounts`,
        mean(farmed.map(({ xp }) => xp)),
      ]);
      const above = tries.slice(0, SEASONS).map((seed) => farmingDay(start, accounts, seed, MAX_LEVEL));
      rows.push([
        `level ${level}: experience a day from ${accounts} accounts of a higher level`,
        mean(above.map(({ xp }) => xp)),
      ]);
    }
  }
  return ['', ...table(['economy', 'found'], rows)];
}

/** Write the lowest and highest value of each balance figure to `bench/simulation.json`. */
function writeResults(bounds: readonly Bound[]): void {
  const rounded = (value: number) => (Number.isFinite(value) ? Math.round(100 * value) / 100 : null);
  const results = [...Map.groupBy(bounds, ({ name }) => name)].map(([name, found]) => {
    const values = found.map(({ value }) => value);
    const { least, most } = found[0]!;
    const range = { min: rounded(Math.min(...values)), max: rounded(Math.max(...values)) };
    return { name, least: rounded(least), most: rounded(most), ...range };
  });
  const file = { rulesVersion: RULES_VERSION, fights: FIGHTS, levels: LEVELS.length, results };
  writeFileSync(RESULTS, `${JSON.stringify(file, null, 2)}\n`);
}

/**
 * Simulate fights by the rules of the game, compute optimal strategies, and print every balance figure with its limits,
 * its sample size and its 99.9% confidence interval. This measurement writes no section to `.cache/measurements.md`. A
 * run at full length writes `bench/simulation.json`. `BENCH_FIGHTS` sets the number of fights per figure, and
 * `BENCH_LEVELS` sets the levels.
 */
export const simulation: Measurement = async () => {
  const fights = new Fights(EFFORT, 1);
  const all: Bound[] = [];
  const missed: string[] = [];
  const print = (where: string, bounds: readonly Bound[]) => {
    all.push(...bounds);
    missed.push(...bounds.filter((bound) => !isHeld(bound)).map(({ name }) => `${where}: ${name}`));
    console.log(boundsTable(where, bounds).join('\n'));
  };
  for (const level of LEVELS) {
    print(`Level ${level}`, [...fights.equals(level), ...fights.levels(level), ...fights.purchases(level)]);
  }
  if (!process.env.BENCH_LEVELS) {
    print(
      'Published policy',
      OTHER_GRIDS.flatMap((grid) => fights.exploitability(grid)),
    );
    console.log([...stylesTable(), ...economyTable()].join('\n'));
    if (!QUICK && FIGHTS === FULL_FIGHTS) writeResults(all);
  }
  console.log(missedAims(missed).join('\n'));
  return [];
};
