import { vi } from 'vitest';
import { WAIT_MS } from './timeouts.ts';

type Options = {
  /** Milliseconds between two calls of `check`. */
  interval?: number;
};

/** Call `check` until it stops throwing, and return its result. After `WAIT_MS`, throw its last error. */
export const waitFor = <T>(check: () => T | Promise<T>, options: Options = {}): Promise<T> =>
  vi.waitFor(check, { timeout: WAIT_MS, ...options });
