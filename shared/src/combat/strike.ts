import { statsFor } from '../levels/levels.ts';
import type { FighterState } from './fight.ts';
import type { RandomSource } from './random.ts';

/** The numbers of a blow. */
export const STRIKE_CONSTANTS = {
  /** Share of a plain level's full health that a blow between equals takes. */
  share: 0.15,
  /** Each point that attack and weapon stand above the other's defense and armor weighs the blow by this. */
  point: 1.02,
  /** Points beyond this change nothing, so that no number set by staff makes a blow absurd. */
  pointsAtMost: 30,
  miss: 0.15,
  critical: 0.12,
  criticalFactor: 1.75,
  /** An even draw between these two weighs every blow that lands. */
  spread: { min: 0.5, max: 1.5 },
  /** From the exchange after this one, each one makes all blows this much heavier. */
  furyAfter: 8,
  furyPerExchange: 0.25,
  /** The one who strikes back strikes this much harder, because the other's blow fell first. */
  answerFactor: 1.08,
} as const;
const DRAWS_PER_STRIKE = 3;

export type Strike = { hit: boolean; critical: boolean; amount: number };

/** How well a blow falls that drew this number. */
export const damageSpread = (drawn: number): number =>
  STRIKE_CONSTANTS.spread.min + (STRIKE_CONSTANTS.spread.max - STRIKE_CONSTANTS.spread.min) * drawn;

/** How much heavier all blows of an exchange are. */
export function exchangeMultiplier(exchange: number): number {
  return 1 + STRIKE_CONSTANTS.furyPerExchange * Math.max(0, exchange - STRIKE_CONSTANTS.furyAfter);
}

/** What so many points weigh a blow by. Multiplied step by step: Math.pow may differ in its last bit between browsers, and they verify fights. */
export function statFactor(points: number): number {
  const steps = Math.min(Math.abs(points), STRIKE_CONSTANTS.pointsAtMost);
  let weight = 1;
  for (let step = 0; step < steps; step++) weight *= STRIKE_CONSTANTS.point;
  return points < 0 ? 1 / weight : weight;
}

/**
 * One blow of `by` against `to`, which draws three numbers of the exchange: whether it lands, whether it is critical,
 * how well it falls. `answer` is the blow of the one who was struck first. `amount` is at least 1 if it lands, and may
 * be more than there is health left. Formula: docs/game.md, 'A blow'.
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
