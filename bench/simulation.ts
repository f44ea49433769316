import { ODDS } from '../shared/src/combat/odds.ts';
import * as combat from '../shared/src/combat/simulate-fight.ts';
import * as spending from '../shared/src/combat/spending-strategies.ts';
import { type Cell, type Measurement, missedAims, table, unlessQuick } from './report.ts';

/**
 * A value computed at each level, with its bounds. Win rates are percentages with statistical noise; other
 * values are exact.
 */
type Figure = { name: string; of: (level: number) => Cell; least?: number; most?: number; exact?: true };

const FIGHTS = unlessQuick(Number(process.env.BENCH_FIGHTS ?? 20_000), 200);
/** Three standard deviations of a rate near one half. */
const NOISE = 300 * Math.sqrt(0.25 / FIGHTS);

/**
 * Simulate fights and return the win rate of a player who is `ahead` levels higher and attacks first in half
 * of them, or in all if equal. With a tactic, players alternate in leading.
 */
function match(level: number, seed: number, ahead = 0, tactic?: combat.Tactic) {
  const tactics = { attacker: tactic ?? combat.strikeOnly, defender: tactic ?? combat.strikeOnly };
  const leads = tactic ? combat.alternating : combat.attackerLeads;
  const found = { wins: 0, usual: 0, exchanges: 0, longest: 0 };
  for (let index = 0; index < FIGHTS; index++) {
    const counted = ahead === 0 || index % 2 === 0 ? 1 : 2;
    const fighterOf = (id: number) => combat.plainFighter(id, level + (counted === id ? ahead : 0));
    const setup = combat.setupOf(fighterOf(1), fighterOf(2), index + 1);
    const random = combat.fastRandom(combat.mix(seed * 1_000_003 + level) + index);
    const { winnerId, exchanges } = combat.duel(setup, random, tactics, leads);
    if (winnerId === counted) found.wins += 100 / FIGHTS;
    if (exchanges >= 4 && exchanges <= 12) found.usual += 100 / FIGHTS;
    found.exchanges += exchanges / FIGHTS;
    found.longest = Math.max(found.longest, exchanges);
  }
  return found;
}

function figuresAt(levels: readonly number[]): Figure[] {
  const equals = levels.map((level) => match(level, 1));
  const items = levels.map((level) => spending.bestItem(level, FIGHTS / 10, 5));
  const coins = spending.coinsByLevel(1);
  const loadout = (way: spending.SpendingStrategy, level: number) =>
    spending.loadoutFor(way, level, items[level - 1]!);
  const gain =
    (seed: number, one: spending.SpendingStrategy, two: spending.SpendingStrategy) => (level: number) =>
      spending.winRate(level, loadout(one, level), loadout(two, level), FIGHTS, seed) - 50;
  return [
    { name: 'equals', of: (level) => equals[level - 1]!.wins, least: 48.5, most: 51.5 },
    { name: '4–12 exchanges', of: (level) => equals[level - 1]!.usual, least: 90 },
    { name: 'exchanges', of: (level) => equals[level - 1]!.exchanges },
    { name: '2 above', of: (level) => match(level, 2, 2).wins, ...ODDS.twoAbove },
    { name: '5 above', of: (level) => match(level, 3, 5).wins, least: ODDS.fiveAbove },
    { name: 'coins', of: (level) => coins.get(level) ?? 0 },
    { name: 'balance', of: (level) => spending.balanceAt(level, coins.get(level) ?? 0) },
    { name: 'best item', of: (level) => items[level - 1]!.name },
    { name: 'price of best', of: (level) => spending.loadoutCost(loadout('best', level)) },
    { name: 'best – behind', of: gain(6, 'best', 'behind'), least: 5, most: ODDS.bought },
    { name: 'best – steel', of: gain(7, 'best', 'steel'), least: 5, most: ODDS.bought },
    { name: 'best – supplies', of: gain(8, 'best', 'supplies'), least: 5, most: ODDS.bought },
    { name: 'best – nothing', of: gain(9, 'best', 'nothing'), most: ODDS.bought },
    { name: 'steel – nothing', of: gain(10, 'steel', 'nothing'), most: ODDS.bought },
    { name: 'both heal', of: (level) => match(level, 4, 0, combat.healWhenHalf).wins },
    { name: 'both throw', of: (level) => match(level, 4, 0, combat.throwItems).wins },
    { name: 'both survive', of: (level) => match(level, 4, 0, combat.stayAlive).wins },
    { name: 'longest', of: (level) => match(level, 4, 0, combat.stayAlive).longest, most: 20, exact: true },
  ];
}

/**
 * Simulate thousands of fights by the rules of the game and print the results. Writes no section.
 * `BENCH_FIGHTS` sets the number.
 */
export const simulation: Measurement = async () => {
  const levels = Array.from({ length: unlessQuick(50, 2) }, (_, index) => index + 1);
  console.log(
    `${FIGHTS} fights each: win rates in percent, for equals that of the attacker; gains above 50.`,
  );
  const figures = figuresAt(levels);
  const rows = levels.map((level) => [level, ...figures.map(({ of }) => of(level))]);
  const missed: string[] = [];
  const bounds = figures.flatMap(({ name, least, most, exact }, index) => {
    const values = rows.map((row) => Number(row[index + 1]));
    // Item names have no bounds.
    if (values.some(Number.isNaN)) return [];
    const [low, high, noise] = [Math.min(...values), Math.max(...values), exact ? 0 : NOISE];
    if (low < (least ?? -Infinity) - noise || high > (most ?? Infinity) + noise) missed.push(name);
    return [[name, least ?? '', most ?? '', low, high]];
  });
  const byLevel = table(['level', ...figures.map(({ name }) => name)], rows);
  const summary = table(['figure', 'at least', 'at most', 'found from', 'to'], bounds);
  console.log([...byLevel, '', ...summary, ...missedAims(missed)].join('\n'));
  return [];
};
