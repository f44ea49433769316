import type { Style } from '../../contract/combat.ts';
import { DAMAGE, focusAfter, HEAVY_FOCUS, MOVES } from '../moves.ts';
import { FIGHT_NUMBERS, FOCUS_MAX } from '../numbers.ts';
import { styleOdds, type View } from '../style.ts';
import { type Mind, pickIndex } from './simulate-fight.ts';
import { MOVE_COUNT, type Policy } from './solver.ts';

const [STRIKE, GUARD, FEINT, HEAVY, HEAL, ITEM] = [0, 1, 2, 3, 4, 5] as const;
/** Number of basic moves, which come first in MOVES. */
const BASIC = 3;
/** The best basic move against each move. */
const COUNTER = [GUARD, FEINT, STRIKE, GUARD, STRIKE, STRIKE];

/** Return a policy that uses the same odds in every position. The odds are in the order of MOVES. */
export const fixedMix =
  (mix: readonly number[]): Policy =>
  (_view, odds) => {
    for (let move = 0; move < MOVE_COUNT; move++) odds[move] = mix[move] ?? 0;
  };

/** Play every available move with the same odds. */
export const uniform: Policy = (_view, odds) => void odds.fill(1);

/** Return a style as a policy. */
export const policyOf =
  (style: Style): Policy =>
  (view, odds) => {
    const { strike, guard, feint, heavy, heal } = styleOdds(style, view);
    odds.set([strike, guard, feint, heavy, heal, 0]);
  };

/**
 * Return a policy that follows `policy`, but heals whenever the player has lost at least the share `lost` of full
 * health, and never heals earlier.
 */
export const healWhenLost =
  (policy: Policy, lost: number): Policy =>
  (view, odds) => {
    policy(view, odds);
    const heals = view.health <= 1 - lost && view.heals > 0;
    if (heals) odds.fill(0);
    odds[HEAL] = heals ? 1 : 0;
  };

/**
 * Return a policy that follows `policy`, but heals with the odds `often` in every exchange in which a heal is possible,
 * and never uses an item.
 */
export const healAtRandom =
  (policy: Policy, often: number): Policy =>
  (view, odds) => {
    policy(view, odds);
    odds[HEAL] = 0;
    odds[ITEM] = 0;
    const sum = odds.reduce((total, value) => total + value, 0);
    const share = view.heals > 0 && view.health < 1 ? often : 0;
    for (let move = 0; move < MOVE_COUNT; move++) odds[move] = (odds[move]! / sum) * (1 - share);
    odds[HEAL] = share;
  };

/**
 * Return a policy that follows `policy`, but replaces about the share `slips` of its moves with random available moves.
 */
export const careless =
  (policy: Policy, slips: number): Policy =>
  (view, odds) => {
    policy(view, odds);
    const sum = odds.reduce((total, value) => total + value, 0);
    for (let move = 0; move < MOVE_COUNT; move++) odds[move] = odds[move]! * (1 - slips) + (sum * slips) / 5;
  };

const HABIT = { base: [0.5, 0.3, 0.2], repeatWon: 0.6, switchLost: 0.5, heavy: 0.6, heal: 0.6, item: 0.3 };
const HABIT_HEALTH = 0.5;

/**
 * Return a simulated player with fixed habits. The player prefers Strike, and often repeats a move that worked. After
 * losing an exchange, the player often changes to the move that would have beaten the opponent's last move. The player
 * usually spends focus immediately, and often heals below half of full health.
 */
export function habit(): Mind {
  let [own, other, net] = [-1, -1, 0];
  return {
    choose: (view, open, count, drawn) => {
      let rest = drawn;
      // Use one random number for several decisions. After each decision, rescale the number to the range from 0 to 1.
      // The rescaled number is again uniformly distributed, and independent of the decision.
      const happens = (odds: number) => {
        const yes = rest < odds;
        rest = yes ? rest / odds : (rest - odds) / (1 - odds);
        return yes;
      };
      const isOpen = (move: number) => open.subarray(0, count).includes(move);
      const isHurt = view.health < HABIT_HEALTH;
      if (isHurt && isOpen(HEAL) && happens(HABIT.heal)) return HEAL;
      if (isHurt && isOpen(ITEM) && happens(HABIT.item)) return ITEM;
      if (view.focus >= HEAVY_FOCUS && happens(HABIT.heavy)) return HEAVY;
      if (own >= 0 && own < BASIC && net > 0 && happens(HABIT.repeatWon)) return own;
      if (other >= 0 && other < BASIC && net < 0 && happens(HABIT.switchLost)) return COUNTER[other]!;
      return pickIndex(HABIT.base, rest);
    },
    learn: (mine, theirs, dealt, taken) => {
      [own, other, net] = [mine, theirs, dealt - taken];
    },
  };
}

/**
 * Estimate the value of an exchange from the damage table. The value counts damage, healing, a small amount for focus,
 * and a bonus if the exchange is likely to end the fight.
 */
function estimate(view: View, own: number, other: number): number {
  const [mine, theirs] = [MOVES[own]!, MOVES[other]!];
  const [dealt, taken] = [DAMAGE[mine][theirs] / 100, DAMAGE[theirs][mine] / 100];
  const gain = (move: number, health: number) =>
    move === HEAL ? Math.min(FIGHT_NUMBERS.healShare, 1 - health) : 0;
  const ends = (damage: number, health: number) => (damage * 0.95 >= health ? 0.5 : 0);
  const won = (focus: number, move: number, against: number) =>
    Math.max(0, focusAfter(Math.min(focus, FOCUS_MAX - 1), MOVES[move]!, MOVES[against]!) - focus);
  const focus = 0.05 * (won(view.focus, own, other) - won(view.theirFocus, other, own));
  const cost = (move: number) => (move === HEAVY ? 0.1 : 0);
  const spare = own === HEAL && view.health > 0.7 ? -0.05 : 0;
  const healing = gain(own, view.health) - gain(other, view.theirHealth);
  const end = ends(dealt, view.theirHealth) - ends(taken, view.health);
  return dealt - taken + healing + focus - cost(own) + cost(other) + end + spare;
}

const READER = { prior: [0.42, 0.33, 0.25], priorWeight: 2, memory: 0.9, overall: 0.6, context: 1.4 };

/**
 * Return a simulated player who predicts moves from their frequencies. The player counts which moves the
 * opponent makes after winning, losing and drawing an exchange, and predicts the next move from these counts.
 * The player then chooses the best move by the damage table, without looking ahead.
 */
export function reader(): Mind {
  const counts = [0, 1, 2].map(() => [0, 0, 0]);
  const all = [0, 0, 0];
  let [special, specials, context] = [0.5, 1, 1];
  return {
    choose: (view, open, count, drawn) => {
      const guess = [0, 0, 0, 0, 0];
      const weights = READER.prior.map(
        (odds, move) =>
          odds * READER.priorWeight + all[move]! * READER.overall + counts[context]![move]! * READER.context,
      );
      const whole = weights.reduce((sum, weight) => sum + weight, 0);
      const rate = Math.min(0.7, special / specials);
      guess[HEAVY] = view.theirFocus >= HEAVY_FOCUS ? rate : 0;
      const canHeal = view.theirHeals > 0 && view.theirHealth < 0.6;
      guess[HEAL] = canHeal ? (1 - guess[HEAVY]!) * rate * (view.theirHealth < 0.45 ? 1 : 0.5) : 0;
      const basic = 1 - guess[HEAVY]! - guess[HEAL]!;
      for (let move = 0; move < BASIC; move++) guess[move] = (basic * weights[move]!) / whole;
      let [best, top] = [STRIKE as number, Number.NEGATIVE_INFINITY];
      for (let index = 0; index < count; index++) {
        const own = open[index]!;
        let worth = drawn * 0.02;
        for (let other = 0; other < guess.length; other++)
          worth += guess[other]! * estimate(view, own, other);
        if (worth > top) [top, best] = [worth, own];
      }
      return best;
    },
    learn: (_mine, theirs, dealt, taken) => {
      for (const list of [all, ...counts])
        for (let move = 0; move < BASIC; move++) list[move]! *= READER.memory;
      if (theirs < BASIC) {
        all[theirs]!++;
        counts[context]![theirs]!++;
        special *= 0.95;
        specials = specials * 0.95 + 0.15;
      } else {
        special++;
        specials++;
      }
      context = taken > dealt ? 0 : taken < dealt ? 2 : 1;
    },
  };
}
