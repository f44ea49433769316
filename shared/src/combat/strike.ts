import { statsFor } from '../levels/levels.ts';
import type { FighterState } from './fight.ts';
import type { RandomSource } from './random.ts';

/** Constants of the damage formula. */
export const STRIKE_CONSTANTS = {
  /** Share of a plain fighter's full health that a blow between equals takes. */
  share: 0.15,
  /** Damage factor per point of attack and weapon above the opponent's defense and armor. */
  point: 1.02,
  /** Points beyond this have no effect, which bounds stats set by staff. */
  pointsAtMost: 30,
  miss: 0.15,
  critical: 0.12,
  criticalFactor: 1.75,
  /** Uniform random damage factor of a hit, between these two. */
  spread: { min: 0.5, max: 1.5 },
  /** After this exchange, each further exchange adds this much damage to all blows. */
  furyAfter: 8,
  furyPerExchange: 0.25,
  /** Damage factor of the counterattack, which compensates for going second. */
  answerFactor: 1.08,
} as const;
const DRAWS_PER_STRIKE = 3;

export type Strike = { hit: boolean; critical: boolean; amount: number };

/** Return the random damage factor for a draw. */
export const damageSpread = (drawn: number): number =>
  STRIKE_CONSTANTS.spread.min + (STRIKE_CONSTANTS.spread.max - STRIKE_CONSTANTS.spread.min) * drawn;

/** Return the damage factor of an exchange. */
export function exchangeMultiplier(exchange: number): number {
  return 1 + STRIKE_CONSTANTS.furyPerExchange * Math.max(0, exchange - STRIKE_CONSTANTS.furyAfter);
}

/**
 * Return the damage factor for a difference in points. Multiplies step by step: Math.pow may differ in its
 * last bit between browsers, and they verify fights.
 */
export function statFactor(points: number): number {
  const steps = Math.min(Math.abs(points), STRIKE_CONSTANTS.pointsAtMost);
  let weight = 1;
  for (let step = 0; step < steps; step++) weight *= STRIKE_CONSTANTS.point;
  return points < 0 ? 1 / weight : weight;
}

/**
 * Compute a blow of `by` against `to` from three draws of the exchange: whether it hits, whether it is
 * critical, and the damage spread. `answer` marks the counterattack. `amount` is at least 1 for a hit, and
 * may exceed the health left. Formula: docs/game.md, 'An attack'.
 */
export function strike(
  by: FighterState,
  to: FighterState,
  exchange: number,
  answer: boolean,
  chance: RandomSource,
): Strike {
  const first = answer ? DRAWS_PER_STRIKE : 0;
  if (chance(exchange, first) < STRIKE_CONSTANTS.miss) return { hit: false, critical: false, amount: 0 };
  const critical = chance(exchange, first + 1) < STRIKE_CONSTANTS.critical;
  const spread = damageSpread(chance(exchange, first + 2));
  const points = by.attack + by.weapon + by.attackBoost - to.defense - to.armor - to.defenseBoost;
  const amount =
    STRIKE_CONSTANTS.share *
    statsFor(by.level).maxHealth *
    statFactor(points) *
    spread *
    exchangeMultiplier(exchange) *
    (critical ? STRIKE_CONSTANTS.criticalFactor : 1) *
    (answer ? STRIKE_CONSTANTS.answerFactor : 1);
  return { hit: true, critical, amount: Math.max(1, Math.round(amount)) };
}
