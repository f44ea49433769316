import type { Fighter, Side } from '../../contract/combat.ts';
import { ITEMS, type Item } from '../../items/catalogue.ts';
import type { FightSetup } from '../fight.ts';
import { ODDS } from '../odds.ts';
import { PARTNERS } from '../practice.ts';
import { fastRandom } from '../random.ts';
import { TEMPERAMENTS } from '../style.ts';
import { fixedMix, habit, healAtRandom, healWhenLost, policyOf, reader, uniform } from './players.ts';
import {
  type Player,
  pairingOf,
  plainFighter,
  playerOf,
  setupOf,
  simulateFight,
  type Watch,
} from './simulate-fight.ts';
import { EQUALS, MOVE_COUNT, type Policy, SolvedFight } from './solver.ts';

/** Levels at which the bounds are measured. */
export const BASE_LEVELS = [1, 5, 10, 20, 30, 40, 50];

/**
 * A measured value and the range it must lie in. `samples` is the number of simulated fights, or 0 if the value was
 * solved exactly. `margin` is half the width of the value's 99.9% confidence interval, or 0 for solved values and for
 * percentiles.
 */
export type Bound = {
  name: string;
  least: number;
  most: number;
  value: number;
  samples: number;
  margin: number;
};

/** Report whether a value is in its range, widened by the margin at both ends. */
export const isHeld = ({ least, most, value, margin }: Bound): boolean =>
  value >= least - margin && value <= most + margin;

/**
 * The effort of a simulation: the number of fights for each bound, and the number of health steps for the solver. The
 * solver uses `grid` for fights between equals, and `coarseGrid` for fights with different levels or purchases.
 */
export type Effort = { fights: number; grid: number; coarseGrid: number };

const Z_999 = 3.2905;
const PERCENT = 100;
const NO_ITEMS = { attacker: null, defender: null };
const ALWAYS = Number.POSITIVE_INFINITY;
/** Fixed odds of the basic moves for two players who differ only in when they heal. */
const PLAIN_MIX = fixedMix([40, 35, 25]);
const RANDOM_HEALS = [0.2, 0.35, 0.5];
/**
 * Factor by which `Effort.fights` is multiplied for fights of the best response against the solved policy. The
 * advantage of the best response is small, so only many fights can show it.
 */
const EXPLOIT_FACTOR = 5;
/**
 * The best fixed odds that `bestFixedMix` found: `equilibrium` contains the best odds against the solved policy (the
 * equilibrium), and `default` the best odds against the default style. Fixed odds do not depend on health or focus.
 */
export const BEST_FIXED = {
  equilibrium: [0.2, 0, 0, 1.3, 0.3],
  default: [0, 0.1, 0, 1.3, 0.2],
};

type Match = { setup: FightSetup; items: Record<Side, number | null> };
type Tally = { rate: number; lengths: number[]; bothFell: number };

const rateMargin = (rate: number, fights: number) =>
  PERCENT * Z_999 * Math.sqrt((rate * (1 - rate)) / fights);

/**
 * Return bounds for the 5th and the 95th percentile of the number of exchanges. The 5th percentile must be at least
 * `least`, and the 95th percentile at most `ODDS.exchanges.max`.
 */
function lengthBounds(name: string, { lengths }: Tally, least: number): Bound[] {
  const samples = lengths.length;
  const at = (share: number) => lengths[Math.floor(share * samples)]!;
  return [
    { name: `${name}, 5th percentile`, least, most: ALWAYS, value: at(0.05), samples, margin: 0 },
    {
      name: `${name}, 95th percentile`,
      least: 0,
      most: ODDS.exchanges.max,
      value: at(0.95),
      samples,
      margin: 0,
    },
  ];
}

/**
 * Simulates fights and solves games to measure the values that have bounds, such as win rates. The same seed gives the
 * same results.
 */
export class Measurement {
  private readonly effort: Effort;
  private readonly seed: number;
  private readonly solved = new Map<string, { fight: SolvedFight; value: number }>();
  private readonly values = new Map<string, number>();
  private lines = 0;

  constructor(effort: Effort, seed: number) {
    this.effort = effort;
    this.seed = seed;
  }

  /** Solve a match, and cache the result by pairing and grid. */
  private solve({ setup, items }: Match, grid: number): { fight: SolvedFight; value: number } {
    const pairing = pairingOf(setup, items);
    const key = JSON.stringify([pairing, grid]);
    const known = this.solved.get(key);
    if (known) return known;
    const fight = new SolvedFight(pairing, grid);
    const found = { fight, value: fight.solve('best', 'best', true) };
    this.solved.set(key, found);
    return found;
  }

  private play(
    match: Match,
    one: Player,
    two: Player,
    { watch, fights = this.effort.fights }: { watch?: Watch; fights?: number } = {},
  ): Tally {
    const seed = this.seed * 7919 + ++this.lines * 1_000_003;
    const lengths: number[] = [];
    let [wins, bothFell] = [0, 0];
    for (let index = 0; index < fights; index++) {
      const players = { attacker: one, defender: two };
      const [choices, dice] = [fastRandom(seed + 2 * index), fastRandom(seed + 2 * index + 1)];
      const result = simulateFight(match, players, choices, dice, watch);
      if (result.winner === 'attacker') wins++;
      if (result.bothFell) bothFell++;
      lengths.push(result.final.exchanges);
    }
    lengths.sort((a, b) => a - b);
    return { rate: wins / fights, lengths, bothFell: bothFell / fights };
  }

  private bound(name: string, tally: Tally, least: number, most = ALWAYS): Bound {
    const samples = tally.lengths.length;
    const margin = rateMargin(tally.rate, samples);
    return { name, least, most, value: PERCENT * tally.rate, samples, margin };
  }

  private static solvedBound(name: string, value: number, least: number, most = ALWAYS): Bound {
    return { name, least, most, value, samples: 0, margin: 0 };
  }

  /** Measure fights between two players of the same level without items. */
  equals(level: number): Bound[] {
    const match: Match = { setup: setupOf(plainFighter(1, level), plainFighter(2, level)), items: NO_ITEMS };
    const { fight } = this.solve(match, this.effort.grid);
    const policy = fight.policy(0);
    const best = playerOf(policy);
    const usual = playerOf(policyOf(TEMPERAMENTS.careful));
    const rate = (name: string, one: Player, two: Player, least: number, most = ALWAYS) =>
      this.bound(name, this.play(match, one, two), least, most);
    const healWell = playerOf(healWhenLost(PLAIN_MIX, 0.4));
    return [
      ...this.mirror(match, policy),
      rate('best fixed mix v equilibrium', playerOf(fixedMix(BEST_FIXED.equilibrium)), best, 0, 48),
      rate('best fixed mix v default style', playerOf(fixedMix(BEST_FIXED.default)), usual, 0, 55),
      rate('reader v habit', reader, habit, 60, 70),
      rate('reader v uniform', reader, playerOf(uniform), 65),
      ...RANDOM_HEALS.map((often) => {
        const name = `well-timed heals v random ${often * PERCENT}%`;
        return rate(name, healWell, playerOf(healAtRandom(PLAIN_MIX, often)), 58);
      }),
      rate('equilibrium v default style', best, usual, 55, 62),
      rate('reader v default style', reader, usual, 55, 62),
      rate('only Strike v novice', playerOf(fixedMix([1])), playerOf(policyOf(PARTNERS.novice)), 65),
    ];
  }

  /** Measure fights in which both players follow the equilibrium: fairness, length and variety of moves. */
  private mirror(match: Match, policy: Policy): Bound[] {
    const odds = new Float64Array(MOVE_COUNT);
    let [bits, squares, asked] = [0, 0, 0];
    const watch: Watch = (view) => {
      policy(view, odds);
      const entropy = odds.reduce((sum, p) => (p > 0 ? sum - p * Math.log2(p) : sum), 0);
      bits += entropy;
      squares += entropy ** 2;
      asked++;
    };
    const tally = this.play(match, playerOf(policy), playerOf(policy), { watch });
    const { fights } = this.effort;
    const mean = bits / asked;
    // The sample size is the number of fights, not the number of choices, because the choices in one fight are not
    // independent.
    const margin = Z_999 * Math.sqrt((squares / asked - mean ** 2) / fights);
    const start = {
      health: 1,
      theirHealth: 1,
      focus: 0,
      theirFocus: 0,
      heals: 2,
      theirHeals: 2,
      items: 0,
      theirItems: 0,
    };
    policy({ exchange: 1, ...start }, odds);
    const opening = Math.min(...odds.slice(0, 3)) * PERCENT;
    return [
      this.bound('equilibrium v itself', tally, 48.5, 51.5),
      { name: 'entropy of moves (bits)', least: 1.2, most: ALWAYS, value: mean, samples: fights, margin },
      Measurement.solvedBound('rarest basic move in the opening', opening, 5),
      ...lengthBounds('exchanges', tally, ODDS.exchanges.min),
      {
        name: 'both fall',
        least: 0,
        most: ALWAYS,
        value: PERCENT * tally.bothFell,
        samples: fights,
        margin: rateMargin(tally.bothFell, fights),
      },
    ];
  }

  /**
   * Measure the advantage, in percentage points, of the best response to the solved policy, and how many fights this
   * response wins. The best response is solved with health in `grid` steps.
   */
  exploitability(grid: number): Bound[] {
    const match: Match = { setup: setupOf(plainFighter(1, 1), plainFighter(2, 1)), items: NO_ITEMS };
    const policy = this.solve(match, this.effort.grid).fight.policy(0);
    const best = new SolvedFight(EQUALS, grid);
    const value = PERCENT * (best.solve('best', policy, true) - 0.5);
    const fights = EXPLOIT_FACTOR * this.effort.fights;
    const tally = this.play(match, playerOf(best.policy(0)), playerOf(policy), { fights });
    const steps = `${grid} steps of health`;
    return [
      Measurement.solvedBound(`exploitability with ${steps}`, value, 0, 1.5),
      this.bound(`best response with ${steps} v equilibrium`, tally, 0, 51.5),
    ];
  }

  /** Measure how often the player with the higher level wins, if both players follow the equilibrium. */
  levels(level: number): Bound[] {
    const { oneAbove, twoAbove, fiveAbove } = ODDS;
    const bounds = { 1: oneAbove, 2: twoAbove, 5: { min: fiveAbove, max: ALWAYS } };
    return ([1, 2, 5] as const).flatMap((ahead) => {
      const setup = setupOf(plainFighter(1, level + ahead), plainFighter(2, level));
      const { fight } = this.solve({ setup, items: NO_ITEMS }, this.effort.coarseGrid);
      const tally = this.play(
        { setup, items: NO_ITEMS },
        playerOf(fight.policy(0)),
        playerOf(fight.policy(1)),
      );
      const { min: least, max: most } = bounds[ahead];
      const name = `${ahead} level${ahead > 1 ? 's' : ''} above`;
      return [
        this.bound(name, tally, least, most),
        ...lengthBounds(`${name}: exchanges`, tally, ahead === 5 ? 3 : ODDS.exchanges.min),
      ];
    });
  }

  /**
   * Return the advantage of gear and an item: the percentage points by which they raise the solved win rate
   * against a fighter of the same level.
   */
  private advantage(level: number, gear: Partial<Fighter>, itemId: number | null): number {
    const setup = setupOf({ ...plainFighter(1, level), ...gear }, plainFighter(2, level));
    const pairing = pairingOf(setup, { attacker: itemId, defender: null });
    const key = JSON.stringify(pairing);
    const known = this.values.get(key);
    if (known !== undefined) return known;
    const value = PERCENT * (new SolvedFight(pairing, this.effort.coarseGrid).solve('best', 'best') - 0.5);
    this.values.set(key, value);
    return value;
  }

  /**
   * Measure how often a player with the best purchases of a level wins against a player without purchases. The
   * purchases are the best gear, and the best of the items in `itemIds`. Also solve the win rates with the gear
   * alone, and with each of the items alone.
   */
  purchases(level: number, itemIds = itemsAt(level)): Bound[] {
    const gear = bestGear(level);
    const byValue = itemIds
      .map((id) => ({ id, value: this.advantage(level, {}, id) }))
      .sort((one, two) => two.value - one.value);
    const [best] = byValue;
    const setup = setupOf({ ...plainFighter(1, level), ...gear }, plainFighter(2, level));
    const match = { setup, items: { attacker: best!.id, defender: null } };
    const { fight } = this.solve(match, this.effort.coarseGrid);
    const tally = this.play(match, playerOf(fight.policy(0)), playerOf(fight.policy(1)));
    const names = new Map(ITEMS.map((item) => [item.id, item.name]));
    return [
      this.bound(
        `best purchases v none (${names.get(best!.id)})`,
        tally,
        50 + ODDS.bought.min,
        50 + ODDS.bought.max,
      ),
      Measurement.solvedBound('best gear v none', PERCENT / 2 + this.advantage(level, gear, null), 50, 65),
      ...byValue.map(({ id, value }) =>
        Measurement.solvedBound(`${names.get(id)} v none`, PERCENT / 2 + value, 50, 65),
      ),
    ];
  }
}

/** Return the ids of the usable items that the store sells at a level. */
const itemsAt = (level: number): number[] =>
  ITEMS.filter((item) => item.usable && item.minLevel <= level).map(({ id }) => id);

/** Return the bonus of the best weapon and armor that the store sells at a level. */
export function bestGear(level: number): { weapon: number; armor: number } {
  const best = (type: Item['type'], of: 'damage' | 'defense') =>
    Math.max(
      0,
      ...ITEMS.filter((item) => item.type === type && item.minLevel <= level).map((item) => item[of]),
    );
  return { weapon: best('weapon', 'damage'), armor: best('armor', 'defense') };
}

/** Search for the fixed odds that win most against a policy. Each candidate is solved exactly. */
export function bestFixedMix(target: Policy, grid: number): { mix: number[]; rate: number } {
  const rateOf = (mix: number[]) => PERCENT * new SolvedFight(EQUALS, grid).solve(fixedMix(mix), target);
  let mix = [0.3, 0.2, 0.1, 0.7, 0.4];
  let rate = rateOf(mix);
  for (const step of [0.3, 0.2, 0.1]) {
    for (let move = 0; move < mix.length; move++) {
      for (const change of [step, -step]) {
        const tried = mix.map((value, index) => (index === move ? Math.max(0, value + change) : value));
        const found = rateOf(tried);
        if (found > rate) [mix, rate] = [tried, found];
      }
    }
  }
  return { mix, rate };
}
