import { statsFor } from '../levels/levels.ts';
import type { Chance } from './chance.ts';
import type { FighterState } from './fight.ts';

/** Share of a plain level's full health that a blow between equals takes. */
const BLOW_SHARE = 0.15;
/** Each point that attack and weapon stand above the other's defense and armor weighs the blow by this. */
const POINT = 1.02;
/** Points beyond this change nothing, so that no number set by staff makes a blow absurd. */
const POINTS_AT_MOST = 30;
const MISS = 0.15;
const CRITICAL = 0.12;
const CRITICAL_FACTOR = 1.75;
/** An even draw between these two weighs every blow that lands. */
const SPREAD = { least: 0.5, most: 1.5 } as const;
/** From the exchange after this one, each one makes all blows this much heavier. */
const FURY_AFTER = 8;
const FURY_PER_EXCHANGE = 0.25;
/** The one who strikes back strikes this much harder, because the other's blow fell first. */
const ANSWER_FACTOR = 1.08;
const DRAWS_PER_STRIKE = 3;

export type Strike = { hit: boolean; critical: boolean; amount: number };

/** How much heavier all blows of an exchange are. */
function furyOf(exchange: number): number {
  return 1 + FURY_PER_EXCHANGE * Math.max(0, exchange - FURY_AFTER);
}

/** Multiplied step by step: Math.pow may differ in its last bit between browsers, and they verify fights. */
function weightOf(points: number): number {
  const steps = Math.min(Math.abs(points), POINTS_AT_MOST);
  let weight = 1;
  for (let step = 0; step < steps; step++) weight *= POINT;
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
  chance: Chance,
): Strike {
  const first = answer ? DRAWS_PER_STRIKE : 0;
  if (chance(exchange, first) < MISS) return { hit: false, critical: false, amount: 0 };
  const critical = chance(exchange, first + 1) < CRITICAL;
  const spread = SPREAD.least + (SPREAD.most - SPREAD.least) * chance(exchange, first + 2);
  const points = by.attack + by.weapon + by.attackBoost - to.defense - to.armor - to.defenseBoost;
  const amount =
    BLOW_SHARE *
    statsFor(by.level).maxHealth *
    weightOf(points) *
    spread *
    furyOf(exchange) *
    (critical ? CRITICAL_FACTOR : 1) *
    (answer ? ANSWER_FACTOR : 1);
  return { hit: true, critical, amount: Math.max(1, Math.round(amount)) };
}
