/** Maximum focus of a fighter. */
export const FOCUS_MAX = 3;
/** Maximum number of lines of a style. */
export const STYLE_LINES_MAX = 8;

/** Constants of the fight rules, except the damage table. docs/game.md explains each constant. */
export const FIGHT_NUMBERS = {
  heals: 2,
  /** Share of full health restored by a heal in a fight. */
  healShare: 0.4,
  items: 1,
  miss: 0.05,
  critical: 0.08,
  criticalFactor: 1.5,
  /** The random damage factor is uniform between 1 - spread and 1 + spread. */
  spread: 0.15,
  /** After exchange `furyAfter`, each further exchange adds `furyPerExchange` to the damage factor of all moves. */
  furyAfter: 5,
  furyPerExchange: 0.2,
  /** Number of the last exchange. After it, the fighter with the larger share of full health wins. */
  lastExchange: 20,
  /** Damage factor per point of attack above the opponent's defense. */
  point: 1.04,
  /**
   * Maximum difference in points between attack and defense that counts. This maximum also limits the effect of stats
   * that staff set.
   */
  pointsAtMost: 30,
} as const;

/** Return the damage factor of an exchange: 1, or more after exchange `furyAfter`. */
export function furyFactor(exchange: number): number {
  return 1 + FIGHT_NUMBERS.furyPerExchange * Math.max(0, exchange - FIGHT_NUMBERS.furyAfter);
}

/**
 * Return the damage factor for a difference in points. The function multiplies step by step, because the last bit of
 * Math.pow can differ between browsers, and every browser that verifies a fight must get the same result.
 */
export function pointFactor(points: number): number {
  const steps = Math.min(Math.abs(points), FIGHT_NUMBERS.pointsAtMost);
  let factor = 1;
  for (let step = 0; step < steps; step++) factor *= FIGHT_NUMBERS.point;
  return points < 0 ? 1 / factor : factor;
}

/** Share of full health restored by a manual heal outside fights. */
export const HEAL_SHARE_OUTSIDE = 0.15;

/**
 * Return the health points that a manual heal outside fights restores, at least 1. After adding them, the caller must
 * limit the player's health to full health.
 */
export function manualHealAmount(maxHealth: number): number {
  return Math.max(1, Math.round(maxHealth * HEAL_SHARE_OUTSIDE));
}
