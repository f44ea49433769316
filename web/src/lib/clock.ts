import { createListeners } from './listeners.ts';
import { serverNow } from './server-clock.ts';

/** Return the server's time (ms) as a store that changes every `everyMs`, with one timer for all listeners. */
export function clock(everyMs: number) {
  const { subscribe, notify } = createListeners();
  // Read the time when it is first needed, because the server's clock is unknown when this module loads.
  let now: number | undefined;
  let timer: ReturnType<typeof setInterval> | undefined;
  let count = 0;
  const tick = () => {
    now = serverNow();
    notify();
  };
  return {
    now: () => (now ??= serverNow()),
    subscribe: (listener: () => void) => {
      const stop = subscribe(listener);
      if (count++ === 0) {
        now = serverNow();
        timer = setInterval(tick, everyMs);
      }
      return () => {
        stop();
        if (--count > 0) return;
        clearInterval(timer);
        now = undefined;
      };
    },
  };
}
