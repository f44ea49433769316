import { useSyncExternalStore } from 'react';
import { clock } from './clock.ts';

const seconds = clock(1_000);
const never = () => () => undefined;

/**
 * Return `read` of the current time (ms), updated each second with one timer for all callers; only while
 * `running`.
 */
export function useEachSecond<T extends string | number | boolean | null>(
  read: (now: number) => T,
  running = true,
): T {
  return useSyncExternalStore(running ? seconds.subscribe : never, () => read(seconds.now()));
}
