/** Fights many fights by the real rules and prints what came of them: `node bench/simulation.ts [fights a level]`. */

import {
  alternating,
  attackerLeads,
  defenderLeads,
  duel,
  fastRandom,
  healWhenHalf,
  type Initiative,
  mix,
  plainFighter,
  setupOf,
  stayAlive,
  strikeOnly,
  type Tactic,
  throwItems,
} from '../shared/src/combat/simulate-fight.ts';
import { simulateSeason } from '../shared/src/combat/simulate-season.ts';
import {
  balanceAt,
  bestItem,
  coinsByLevel,
  loadoutCost,
  loadoutFor,
  SPENDING_STRATEGIES,
  type SpendingStrategy,
  winRate,
} from '../shared/src/combat/spending-strategies.ts';

const fights = Number(process.argv[2] ?? 20_000);
const LEVELS = 50;
const LEVEL_SEED = 1_000_003;

type MatchStats = { wins: number; exchanges: number; usual: number; longest: number };
type MatchSetup = { ahead: number; tactic?: Tactic; initiative?: Initiative; seed: number };

/** Fights at a level: `ahead` is how many levels the one counted stands above; they begin every second fight. */
function simulateMatches(
  level: number,
  { ahead, tactic = strikeOnly, initiative, seed }: MatchSetup,
): MatchStats {
  const result = { wins: 0, exchanges: 0, usual: 0, longest: 0 };
  for (let index = 0; index < fights; index++) {
    const counted = ahead === 0 || index % 2 === 0 ? 1 : 2;
    const one = plainFighter(1, level + (counted === 1 ? ahead : 0));
    const two = plainFighter(2, level + (counted === 2 ? ahead : 0));
    const chance = fastRandom(mix(seed * LEVEL_SEED + level) + index);
    const tactics = { attacker: tactic, defender: tactic };
    const { winnerId, exchanges } = duel(setupOf(one, two, index + 1), chance, tactics, initiative);
    if (winnerId === counted) result.wins++;
    if (exchanges >= 4 && exchanges <= 12) result.usual++;
    result.exchanges += exchanges;
    result.longest = Math.max(result.longest, exchanges);
  }
  return result;
}

const share = (count: number) => `${((100 * count) / fights).toFixed(1)} %`;
const mean = (sum: number) => (sum / fights).toFixed(2);
const worst = { equalFrom: 1, equalTo: 0, usual: 1, twoFrom: 1, twoTo: 0, five: 1, longest: 0 };
const started = performance.now();

console.log(`${fights} fights a level, by the rules themselves; the beginner's wins where both are equal.`);
console.log('level  beginner wins  4-12 exchanges  mean  two above  five above');
for (let level = 1; level <= LEVELS; level++) {
  const equal = simulateMatches(level, { ahead: 0, seed: 1 });
  const two = simulateMatches(level, { ahead: 2, seed: 2 });
  const five = simulateMatches(level, { ahead: 5, seed: 3 });
  console.log(
    String(level).padStart(5),
    share(equal.wins).padStart(14),
    share(equal.usual).padStart(15),
    mean(equal.exchanges).padStart(5),
    share(two.wins).padStart(10),
    share(five.wins).padStart(11),
  );
  worst.equalFrom = Math.min(worst.equalFrom, equal.wins / fights);
  worst.equalTo = Math.max(worst.equalTo, equal.wins / fights);
  worst.usual = Math.min(worst.usual, equal.usual / fights);
  worst.twoFrom = Math.min(worst.twoFrom, two.wins / fights);
  worst.twoTo = Math.max(worst.twoTo, two.wins / fights);
  worst.five = Math.min(worst.five, five.wins / fights);
}
const percent = (part: number) => `${(100 * part).toFixed(1)} %`;
console.log(
  `worst: equals ${percent(worst.equalFrom)} to ${percent(worst.equalTo)}, 4-12 exchanges ${percent(worst.usual)},`,
  `two above ${percent(worst.twoFrom)} to ${percent(worst.twoTo)}, five above ${percent(worst.five)}`,
);

console.log(
  '\nwith three heals on both sides, of which one may be an item, and whoever leads the exchanges:',
);
console.log('level  tactic   leads     beginner wins  mean  longest');
for (const level of [1, 12, 30, 50]) {
  for (const [name, tactic] of Object.entries({
    strikes: strikeOnly,
    mends: healWhenHalf,
    endures: stayAlive,
    throws: throwItems,
  })) {
    for (const [leads, initiative] of Object.entries({
      beginner: attackerLeads,
      defender: defenderLeads,
      turns: alternating,
    })) {
      const result = simulateMatches(level, { ahead: 0, tactic, initiative, seed: 4 });
      console.log(
        String(level).padStart(5),
        ` ${name.padEnd(7)} `,
        leads.padEnd(9),
        share(result.wins).padStart(13),
        mean(result.exchanges).padStart(5),
        String(result.longest).padStart(8),
      );
    }
  }
}

console.log('\nwhat coins decide between equals, in points of 100 above one half; see docs/economy.md:');
console.log('level  earned  purse  best  | behind  steel  supplies  nothing | steel alone  with');
const earned = coinsByLevel(1);
const money = new Map<SpendingStrategy | 'next', number[]>();
const note = (way: SpendingStrategy | 'next', gain: number) =>
  money.set(way, [...(money.get(way) ?? []), gain]);
for (let level = 1; level <= LEVELS; level++) {
  const item = bestItem(level, fights / 10, 5);
  const best = loadoutFor('best', level, item);
  const others = SPENDING_STRATEGIES.filter((way) => way !== 'best');
  const gains = others.map(
    (way, index) => winRate(level, best, loadoutFor(way, level, item), fights, 6 + index) - 50,
  );
  const steelAlone = winRate(level, loadoutFor('steel', level, item), {}, fights, 10) - 50;
  for (const [index, way] of others.entries()) note(way, gains[index]!);
  note('next', Math.min(...gains));
  note('best', steelAlone);
  const coins = earned.get(level) ?? 0;
  console.log(
    String(level).padStart(5),
    String(coins).padStart(7),
    String(balanceAt(level, coins)).padStart(6),
    String(loadoutCost(best)).padStart(5),
    ' |',
    ...gains.map((gain, index) => gain.toFixed(1).padStart([6, 6, 9, 8][index]!)),
    '|',
    steelAlone.toFixed(1).padStart(11),
    ` ${item.name}`,
  );
}
for (const [way, gains] of money) {
  const comparison = way === 'best' ? 'steel alone against nothing' : `best against ${way}`;
  console.log(`${comparison}: ${Math.min(...gains).toFixed(1)} to ${Math.max(...gains).toFixed(1)}`);
}

console.log('\na year of evenings, as docs/game.md describes them:');
console.log('evening  level  fights  wins  coins');
const days = simulateSeason(365, 1);
for (const day of [1, 2, 7, 14, 30, 60, 90, 180, 270, 365]) {
  const { level, fights: fought, wins, coins } = days[day - 1]!;
  console.log(
    String(day).padStart(7),
    String(level).padStart(6),
    String(fought).padStart(7),
    String(wins).padStart(5),
    String(coins).padStart(6),
  );
}
console.log(`\n${((performance.now() - started) / 1000).toFixed(1)} s`);
