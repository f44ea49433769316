/** Where services take the time from, so that neither a test nor the demo world waits for it to pass. */
export type Clock = { now(): Date };
export const systemClock: Clock = { now: () => new Date() };

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
