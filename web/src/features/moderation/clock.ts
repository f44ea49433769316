import { useSyncExternalStore } from 'react';

const SECOND_MS = 1_000;
let now = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    now = Date.now();
    for (const told of listeners) told();
  }, SECOND_MS);
  now = Date.now();
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

const never = () => () => undefined;

/** What `read` makes of the time (ms), asked again each second by one timer for all; while `running` only. */
export function useEachSecond<T extends string | number | boolean | null>(
  read: (now: number) => T,
  running = true,
): T {
  return useSyncExternalStore(running ? subscribe : never, () => read(now));
}
