/** Time source of all services. Tests and the demo world set its time instead of waiting. */
export type Clock = { now(): Date };
/** Read the time of the machine. */
export const systemClock: Clock = { now: () => new Date() };

/**
 * Maximum difference in ms between the clocks of two nodes. If a stored time is further in the future than this, the
 * clock was set back after the time was stored.
 */
const CLOCK_STEP_MS = 10_000;

/**
 * Return the time in ms since `then`. Return Infinity if the clock was set back after `then`, so that a
 * cooldown ends immediately instead of lasting until the clock catches up.
 */
export function msSince(then: Date, now: Date): number {
  const ms = now.getTime() - then.getTime();
  return ms < -CLOCK_STEP_MS ? Number.POSITIVE_INFINITY : ms;
}

/** Return a clock that changes only through `advance` (in ms) and `set`. */
export function manualClock(start: Date): Clock & { advance(ms: number): void; set(time: Date): void } {
  let ms = start.getTime();
  return {
    now: () => new Date(ms),
    advance: (by) => {
      ms += by;
    },
    set: (time) => {
      ms = time.getTime();
    },
  };
}
