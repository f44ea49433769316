/** Where services take the time from, so that neither a test nor the demo world waits for it to pass. */
export type Clock = { now(): Date };
export const systemClock: Clock = { now: () => new Date() };

/** Clocks of nodes differ by less; one that is further behind has been set back. */
const CLOCK_STEP_MS = 10_000;

/** How long ago that was, in ms; for ever where the clock has been set back since, so that nobody waits for it to come again. */
export function msSince(then: Date, now: Date): number {
  const ms = now.getTime() - then.getTime();
  return ms < -CLOCK_STEP_MS ? Number.POSITIVE_INFINITY : ms;
}

/** A clock that stands still until it is told to move; times in ms. */
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
