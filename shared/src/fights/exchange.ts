import type { Choice, Move, Side } from '../contract/combat.ts';
import { statsFor } from '../levels/levels.ts';
import { type FighterState, type FightState, otherSide, RuleViolation } from './fight.ts';
import { type ItemEffect, itemEffect } from './item-effects.ts';
import { DAMAGE, focusAfter, HEAVY_FOCUS } from './moves.ts';
import { FIGHT_NUMBERS, furyFactor, pointFactor } from './numbers.ts';
import { DRAWS, type RandomSource } from './random.ts';
import type { View } from './style.ts';

/** Return the information that a side has before the next exchange. */
export function viewOf(state: FightState, side: Side): View {
  const own = state[side];
  const other = state[otherSide(side)];
  return {
    exchange: state.exchanges + 1,
    health: own.hp / own.maxHealth,
    theirHealth: other.hp / other.maxHealth,
    focus: own.focus,
    theirFocus: other.focus,
    heals: own.healsLeft,
    theirHeals: other.healsLeft,
    items: own.itemsLeft,
    theirItems: other.itemsLeft,
  };
}

/** Throw RuleViolation if the fighter cannot make this choice now. */
export function assertOpen(fighter: FighterState, { move, itemId }: Choice): void {
  if ((move === 'item') !== (itemId !== null)) throw new RuleViolation('invalid');
  if (move === 'heavy' && fighter.focus < HEAVY_FOCUS) throw new RuleViolation('invalid');
  if (move === 'heal' && fighter.healsLeft === 0) throw new RuleViolation('healLimit');
  const effect = itemId === null ? null : itemEffect(itemId);
  if (effect === undefined) throw new RuleViolation('noItem');
  if (effect && fighter.itemsLeft === 0) throw new RuleViolation('itemLimit');
  const heals = move === 'heal' || (effect !== null && effect.heal > 0);
  if (heals && fighter.hp >= fighter.maxHealth) throw new RuleViolation('fullHealth');
}

/** Return the number of points by which a fighter's attack exceeds the opponent's defense, with gear and boosts. */
export const pointsAhead = (by: FighterState, to: FighterState): number =>
  by.attack + by.weapon + by.attackBoost - to.defense - to.armor - to.defenseBoost;

type Blow = { damage: number; missed: boolean; critical: boolean };
const NO_BLOW: Blow = { damage: 0, missed: false, critical: false };

function blow(
  by: FighterState,
  to: FighterState,
  percent: number,
  exchange: number,
  firstDraw: number,
  chance: RandomSource,
): Blow {
  if (percent === 0) return NO_BLOW;
  if (chance(exchange, firstDraw) < FIGHT_NUMBERS.miss) return { ...NO_BLOW, missed: true };
  const critical = chance(exchange, firstDraw + 1) < FIGHT_NUMBERS.critical;
  const spread = 1 + FIGHT_NUMBERS.spread * (2 * chance(exchange, firstDraw + 2) - 1);
  const damage =
    (percent / 100) *
    statsFor(by.level).maxHealth *
    pointFactor(pointsAhead(by, to)) *
    furyFactor(exchange) *
    (critical ? FIGHT_NUMBERS.criticalFactor : 1) *
    spread;
  return { damage: Math.max(1, Math.round(damage)), missed: false, critical };
}

/** The outcome of an exchange for one side. */
export type SideOutcome = Blow & { state: FighterState; healed: number };
export type ExchangeOutcome = Record<Side, SideOutcome> & { winner: Side | null };

function effectOf({ move, itemId }: Choice): ItemEffect | null {
  if (move === 'heal') return { heal: FIGHT_NUMBERS.healShare, damage: 0, attack: 0, defense: 0 };
  return itemId === null ? null : itemEffect(itemId)!;
}

/**
 * Apply the effects of a choice to the fighter who made it: focus, remaining heals and items, health and boosts.
 * Mutates `fighter`. Return the number of restored health points.
 */
function prepare(fighter: FighterState, choice: Choice, other: Move): number {
  fighter.focus = focusAfter(fighter.focus, choice.move, other);
  if (choice.move === 'heal') fighter.healsLeft--;
  if (choice.move === 'item') fighter.itemsLeft--;
  const effect = effectOf(choice);
  if (!effect) return 0;
  fighter.attackBoost += effect.attack;
  fighter.defenseBoost += effect.defense;
  const healed = Math.min(Math.round(effect.heal * fighter.maxHealth), fighter.maxHealth - fighter.hp);
  fighter.hp += healed;
  return healed;
}

function winnerOf(
  attacker: FighterState,
  defender: FighterState,
  exchange: number,
  coin: () => number,
): Side | null {
  const bothStand = attacker.hp > 0 && defender.hp > 0;
  if (bothStand && exchange < FIGHT_NUMBERS.lastExchange) return null;
  if (attacker.hp > 0 !== defender.hp > 0) return attacker.hp > 0 ? 'attacker' : 'defender';
  // Compare the shares of full health without a division: products of whole numbers are exact.
  const lead = attacker.hp * defender.maxHealth - defender.hp * attacker.maxHealth;
  if (lead === 0) return coin() < 0.5 ? 'attacker' : 'defender';
  return lead > 0 ? 'attacker' : 'defender';
}

/**
 * Resolve an exchange of two valid choices. Healing and boosts take effect first, and then the damage of both sides at
 * the same time. If both fighters lose all their health, the winner is the fighter whose health fell less far below
 * zero, as a share of full health. If both shares are equal, a random number decides. The winner keeps 1 health.
 */
export function resolveExchange(
  before: Pick<FightState, 'attacker' | 'defender' | 'exchanges'>,
  choices: Record<Side, Choice>,
  chance: RandomSource,
): ExchangeOutcome {
  const exchange = before.exchanges + 1;
  const attacker = { ...before.attacker };
  const defender = { ...before.defender };
  const healed = {
    attacker: prepare(attacker, choices.attacker, choices.defender.move),
    defender: prepare(defender, choices.defender, choices.attacker.move),
  };
  const hit = (side: Side, by: FighterState, to: FighterState): Blow => {
    const { move } = choices[side];
    const thrown = effectOf(choices[side])?.damage ?? 0;
    if (thrown > 0) return { ...NO_BLOW, damage: Math.round(thrown * to.maxHealth) };
    return blow(by, to, DAMAGE[move][choices[otherSide(side)].move], exchange, DRAWS.blow[side], chance);
  };
  const blows = {
    attacker: hit('attacker', attacker, defender),
    defender: hit('defender', defender, attacker),
  };
  attacker.damageDealt += Math.min(blows.attacker.damage, defender.hp);
  defender.damageDealt += Math.min(blows.defender.damage, attacker.hp);
  attacker.hp -= blows.defender.damage;
  defender.hp -= blows.attacker.damage;
  const winner = winnerOf(attacker, defender, exchange, () => chance(exchange, DRAWS.coin));
  attacker.hp = Math.max(attacker.hp, winner === 'attacker' ? 1 : 0);
  defender.hp = Math.max(defender.hp, winner === 'defender' ? 1 : 0);
  return {
    attacker: { ...blows.attacker, healed: healed.attacker, state: attacker },
    defender: { ...blows.defender, healed: healed.defender, state: defender },
    winner,
  };
}
