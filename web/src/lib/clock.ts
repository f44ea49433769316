import { createListeners } from './listeners.ts';

/** Return the time (ms) as a store that changes every `everyMs`, with one timer for all listeners. */
export function clock(everyMs: number) {
  const { subscribe, notify } = createListeners();
  let now = Date.now();
  let timer: ReturnType<typeof setInterval> | undefined;
  let count = 0;
  const tick = () => {
    now = Date.now();
    notify();
  };
  return {
    now: () => now,
    subscribe: (listener: () => void) => {
      const stop = subscribe(listener);
      if (count++ === 0) {
        now = Date.now();
        timer = setInterval(tick, everyMs);
      }
      return () => {
        stop();
        if (--count === 0) clearInterval(timer);
      };
    },
  };
}
