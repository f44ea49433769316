import type { Choice, Fighter, Side } from '../../contract/combat.ts';
import { statsFor } from '../../levels/levels.ts';
import { pointsAhead, viewOf } from '../exchange.ts';
import { type FightSetup, type FightState, otherSide } from '../fight.ts';
import { type ItemEffect, itemEffect } from '../item-effects.ts';
import { MOVES } from '../moves.ts';
import { pointFactor } from '../numbers.ts';
import type { RandomSource } from '../random.ts';
import { applyInput, beginFight, RULES_VERSION } from '../rules.ts';
import { TEMPERAMENTS, type View } from '../style.ts';
import { askPolicy, MOVE_COUNT, openMoves, type Pairing, type Policy } from './solver.ts';

/**
 * A simulated player in one fight. `choose` returns one of the available moves. `learn` receives both moves
 * and their damage.
 */
export type Mind = {
  choose: (view: View, open: Int32Array, count: number, drawn: number) => number;
  learn?: (own: number, other: number, dealt: number, taken: number) => void;
};
/** Creates a simulated player for one fight. */
export type Player = () => Mind;

/** Return the index that a random number selects among odds that add up to one. */
export function pickIndex(odds: ArrayLike<number>, drawn: number): number {
  let rest = drawn;
  let last = 0;
  for (let index = 0; index < odds.length; index++) {
    if (odds[index]! <= 0) continue;
    last = index;
    rest -= odds[index]!;
    if (rest < 0) break;
  }
  return last;
}

/** Return a player who plays a policy. */
export function playerOf(policy: Policy): Player {
  const odds = new Float64Array(MOVE_COUNT);
  const mind: Mind = {
    choose: (view, open, count, drawn) => {
      askPolicy(policy, view, open, count, odds);
      return pickIndex(odds, drawn);
    },
  };
  return () => mind;
}

/** Return a fighter of a level without weapon or armor, at full health unless `health` is given. */
export function plainFighter(id: number, level: number, health?: number): Fighter {
  const stats = statsFor(level);
  const gear = { weapon: 0, armor: 0, style: TEMPERAMENTS.careful };
  return { id, username: `fighter${id}`, level, ...stats, health: health ?? stats.maxHealth, ...gear };
}

/** Return the setup of a simulated fight. */
export function setupOf(attacker: Fighter, defender: Fighter, fightId = 1): FightSetup {
  return { fightId, rulesVersion: RULES_VERSION, attacker, defender };
}

/** Return a fight as a `Pairing` for the solver, given its setup and the item that each side carries. */
export function pairingOf(setup: FightSetup, items: Record<Side, number | null>): Pairing {
  const { attacker, defender } = beginFight(setup);
  const factor = (by: typeof attacker, to: typeof attacker) =>
    (statsFor(by.level).maxHealth / to.maxHealth) * pointFactor(pointsAhead(by, to));
  const effect = (itemId: number | null): ItemEffect | null => (itemId === null ? null : itemEffect(itemId)!);
  return {
    blow: [factor(attacker, defender), factor(defender, attacker)],
    item: [effect(items.attacker), effect(items.defender)],
  };
}

export type SimulatedFight = { setup: FightSetup; items: Record<Side, number | null> };
export type FightResult = {
  winner: Side;
  final: FightState;
  /** True if both fighters lost all their health in the last exchange. The winner then keeps 1 health. */
  bothFell: boolean;
};
/** Called before each move with the view, the move and the side. */
export type Watch = (view: View, move: number, side: Side) => void;

const SIDES = ['attacker', 'defender'] as const;

/**
 * Simulate a fight by the real rules. The random numbers for choosing moves come from `choices`, and all
 * other random numbers from `dice`.
 */
export function simulateFight(
  { setup, items }: SimulatedFight,
  players: Record<Side, Player>,
  choices: RandomSource,
  dice: RandomSource,
  watch?: Watch,
): FightResult {
  const minds = { attacker: players.attacker(), defender: players.defender() };
  const open = new Int32Array(MOVE_COUNT);
  let state = beginFight(setup);
  const choose = (side: Side, drawn: number): Choice => {
    const itemId = items[side];
    const view = viewOf(state, side);
    if (itemId === null) view.items = 0;
    if (items[otherSide(side)] === null) view.theirItems = 0;
    const count = openMoves(view, itemId === null ? null : itemEffect(itemId)!, open);
    const move = minds[side].choose(view, open, count, drawn);
    watch?.(view, move, side);
    return { move: MOVES[move]!, itemId: MOVES[move] === 'item' ? itemId : null };
  };
  for (;;) {
    const exchange = state.exchanges + 1;
    const attacker = choose('attacker', choices(exchange, 0));
    const defender = choose('defender', choices(exchange, 1));
    const step = applyInput(setup, state, { kind: 'exchange', attacker, defender }, dice);
    state = step.state;
    const line = step.lines[0]!;
    for (const side of SIDES) {
      const [own, other] = [line[side]!, line[otherSide(side)]!];
      minds[side].learn?.(MOVES.indexOf(own.move), MOVES.indexOf(other.move), own.damage, other.damage);
    }
    if (state.status !== 'over') continue;
    const winner = state.winnerId === setup.attacker.id ? 'attacker' : 'defender';
    // If both fighters lose all their health, the winner keeps 1 health.
    const last = line[winner]!;
    const before = state[winner];
    return {
      winner,
      final: state,
      bothFell: before.hp === 1 && last.hp === 1 && line[otherSide(winner)]!.hp === 0,
    };
  }
}
