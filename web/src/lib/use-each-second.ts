import { useSyncExternalStore } from 'react';
import { clock } from './clock.ts';

const seconds = clock(1_000);
const never = () => () => undefined;

/**
 * Return the result of `read` for the current time (ms), updated each second while `running` is true. All callers share
 * a timer.
 */
export function useEachSecond<T extends string | number | boolean | null>(
  read: (now: number) => T,
  running = true,
): T {
  return useSyncExternalStore(running ? seconds.subscribe : never, () => read(seconds.now()));
}
