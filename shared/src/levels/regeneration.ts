import { HOUR } from '../time-units.ts';

export const ENERGY_MAX = 100;
/** Energy cost of starting a fight, and of a manual heal in or outside a fight. */
export const FIGHT_ENERGY = 3;
export const HEAL_ENERGY = 2;
/** Points of energy per hour: an exhausted player recovers in five hours. */
export const ENERGY_PER_HOUR = 20;
/** Share of full health regained per hour. */
const HEALTH_PER_HOUR = 1;

/** Return the points of health that a character with the given full health regains per hour. */
export function healthPerHour(maxHealth: number): number {
  return maxHealth * HEALTH_PER_HOUR;
}

/**
 * Return the value at `nowMs` of a resource that had the value `value` at `sinceMs`, and the new `sinceMs` to store
 * with it. The resource gains only whole points, up to `max`. `sinceMs` advances only by the time that the gained
 * points took, so no fraction of a point is lost, even if the value is read often. If the resource is full, the new
 * `sinceMs` is `nowMs`. If the clock was set back, nothing changes. A value above `max` stays.
 */
export function regenerate(
  value: number,
  max: number,
  sinceMs: number,
  nowMs: number,
  perHour: number,
): { value: number; sinceMs: number } {
  if (nowMs <= sinceMs) return { value, sinceMs };
  if (value >= max) return { value, sinceMs: nowMs };
  if (perHour <= 0) return { value, sinceMs };
  const pointMs = Math.max(1, Math.round(HOUR / perHour));
  const gained = Math.floor((nowMs - sinceMs) / pointMs);
  if (value + gained >= max) return { value: max, sinceMs: nowMs };
  return { value: value + gained, sinceMs: sinceMs + gained * pointMs };
}
