import { useSyncExternalStore } from 'react';
import { clock } from './clock.ts';

const seconds = clock(1_000);
const never = () => () => undefined;

/** What `read` makes of the time (ms), asked again each second by one timer for all; while `running` only. */
export function useEachSecond<T extends string | number | boolean | null>(
  read: (now: number) => T,
  running = true,
): T {
  return useSyncExternalStore(running ? seconds.subscribe : never, () => read(seconds.now()));
}
