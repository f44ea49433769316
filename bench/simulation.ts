import { ODDS } from '../shared/src/combat/odds.ts';
import * as combat from '../shared/src/combat/simulate-fight.ts';
import { simulateSeason } from '../shared/src/combat/simulate-season.ts';
import * as spending from '../shared/src/combat/spending-strategies.ts';
import { type Measurement, values as options, unlessQuick } from './options.ts';
import { type Cell, missedAims, table } from './report.ts';

/** What is found at each level, and its bounds. Wins are of 100 fights: chance moves them, and other values not. */
type Figure = { name: string; of: (level: number) => Cell; least?: number; most?: number; exact?: true };

const FIGHTS = unlessQuick(Number(options.fights), 200);
const LEVELS = unlessQuick(50, 2);
const LEVEL_SEED = 1_000_003;
/** Three standard deviations of a share near one half. */
const NOISE = 300 * Math.sqrt(0.25 / FIGHTS);
const { strikeOnly, healWhenHalf, stayAlive, throwItems } = combat;
const LEADS = [combat.attackerLeads, combat.defenderLeads, combat.alternating];

/** Fight many fights and count the wins of a player `ahead` levels above, who begins half of them, or all if equal. */
function match(level: number, seed: number, ahead = 0, tactic = strikeOnly, leads = combat.attackerLeads) {
  const found = { wins: 0, usual: 0, exchanges: 0, longest: 0 };
  for (let index = 0; index < FIGHTS; index++) {
    const counted = ahead === 0 || index % 2 === 0 ? 1 : 2;
    const fighterOf = (id: number) => combat.plainFighter(id, level + (counted === id ? ahead : 0));
    const setup = combat.setupOf(fighterOf(1), fighterOf(2), index + 1);
    const random = combat.fastRandom(combat.mix(seed * LEVEL_SEED + level) + index);
    const { winnerId, exchanges } = combat.duel(setup, random, { attacker: tactic, defender: tactic }, leads);
    if (winnerId === counted) found.wins += 100 / FIGHTS;
    if (exchanges >= 4 && exchanges <= 12) found.usual += 100 / FIGHTS;
    found.exchanges += exchanges / FIGHTS;
    found.longest = Math.max(found.longest, exchanges);
  }
  return found;
}

/** Call `of` once for each level. */
function cached<T>(of: (level: number) => T): (level: number) => T {
  const values = new Map<number, T>();
  return (level) => {
    const value = values.get(level) ?? of(level);
    values.set(level, value);
    return value;
  };
}

const equals = cached((level) => match(level, 1));
const coins = spending.coinsByLevel(1);
const bestItem = cached((level) => spending.bestItem(level, FIGHTS / 10, 5));
const loadoutOf = (way: spending.SpendingStrategy, level: number) =>
  spending.loadoutFor(way, level, bestItem(level));
const gain =
  (seed: number, one: spending.SpendingStrategy, two: spending.SpendingStrategy) => (level: number) =>
    spending.winRate(level, loadoutOf(one, level), loadoutOf(two, level), FIGHTS, seed) - 50;

const FIGURES: Figure[] = [
  { name: 'equals', of: (level) => equals(level).wins, least: 48.5, most: 51.5 },
  { name: '4–12 exchanges', of: (level) => equals(level).usual, least: 90 },
  { name: 'exchanges', of: (level) => equals(level).exchanges },
  { name: '2 above', of: (level) => match(level, 2, 2).wins, ...ODDS.twoAbove },
  { name: '5 above', of: (level) => match(level, 3, 5).wins, least: ODDS.fiveAbove },
  { name: 'coins', of: (level) => coins.get(level) ?? 0 },
  { name: 'left of them', of: (level) => spending.balanceAt(level, coins.get(level) ?? 0) },
  { name: 'best item', of: (level) => bestItem(level).name },
  { name: 'price of the best', of: (level) => spending.loadoutCost(loadoutOf('best', level)) },
  { name: 'best – behind', of: gain(6, 'best', 'behind'), least: 5, most: ODDS.bought },
  { name: 'best – steel', of: gain(7, 'best', 'steel'), least: 5, most: ODDS.bought },
  { name: 'best – supplies', of: gain(8, 'best', 'supplies'), least: 5, most: ODDS.bought },
  { name: 'best – nothing', of: gain(9, 'best', 'nothing'), most: ODDS.bought },
  { name: 'steel – nothing', of: gain(10, 'steel', 'nothing'), most: ODDS.bought },
];
/** Of equals who both use a tactic, and lead the exchanges in turn. */
const TACTICS: Figure[] = Object.entries({ strikeOnly, healWhenHalf, stayAlive, throwItems }).flatMap(
  ([name, tactic]) => [
    { name, of: (level) => match(level, 4, 0, tactic, combat.alternating).wins },
    {
      name: `longest of ${name}`,
      of: (level) => Math.max(...LEADS.map((leads) => match(level, 4, 0, tactic, leads).longest)),
      most: 20,
      exact: true,
    },
  ],
);

/** Fight thousands of fights by the rules of the game and print how they end. Writes no section. */
export const simulation: Measurement = async () => {
  const levels = Array.from({ length: LEVELS }, (_, index) => index + 1);
  console.log(`${FIGHTS} fights each: wins of 100, of two equals those of who begins; gains above 50.`);
  for (const [list, every] of [
    [FIGURES, levels] as const,
    [TACTICS, levels.filter((level) => level % 12 === 1)] as const,
  ]) {
    const rows = every.map((level) => [level, ...list.map(({ of }) => of(level))]);
    const missed: string[] = [];
    const bounds = list.map(({ name, least = '', most = '', exact }, index) => {
      const values = rows.map((row) => Number(row[index + 1]));
      const [low, high, noise] = [Math.min(...values), Math.max(...values), exact ? 0 : NOISE];
      if (low < Number(least || -100) - noise || high > Number(most || Infinity) + noise) missed.push(name);
      return [name, least, most, low, high];
    });
    const byLevel = table(['level', ...list.map(({ name }) => name)], rows);
    const summary = table(['figure', 'at least', 'at most', 'found from', 'to'], bounds);
    console.log(['', ...byLevel, '', ...summary, ...missedAims(missed)].join('\n'));
  }
  const days = simulateSeason(365, 1).map((day, index) => [index + 1, ...Object.values(day)]);
  const shown = days.filter(([day]) => [1, 2, 7, 14, 30, 60, 90, 180, 270, 365].includes(day ?? 0));
  console.log('\nA year of daily sessions, as docs/game.md describes them:\n');
  console.log(table(['day', 'level', 'experience', 'fights', 'wins', 'coins'], shown).join('\n'));
  return [];
};
