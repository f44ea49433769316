import { HOUR } from '../time-units.ts';

export const ENERGY_MAX = 100;
/** Energy to begin a fight, and to heal by hand in or outside one. */
export const FIGHT_ENERGY = 3;
export const HEAL_ENERGY = 2;
/** Points of energy an hour: an empty player is rested after five. */
export const ENERGY_PER_HOUR = 20;
/** Share of one's full health an hour, from 0 upwards too. */
const HEALTH_PER_HOUR = 1;

/** Points of health an hour for a character with that much full health. */
export function healthPerHour(maxHealth: number): number {
  return maxHealth * HEALTH_PER_HOUR;
}

/**
 * What a value that was `value` at `sinceMs` has grown to at `nowMs`, in whole points, never above `max`; and the time
 * from which the next reading counts. A point takes a whole number of milliseconds and that time moves by the points
 * gained only, so the part of a point under way is kept and a reading in between changes nothing. A full value counts
 * from now on. A clock that went backwards gains nothing and moves nothing. A value above `max` stays.
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
