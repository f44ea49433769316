import { LONG } from './long.ts';

/** Factor by which time limits are multiplied. It is 3 in CI, because shared machines are slower. */
const SLOWDOWN = process.env.CI ? 3 : 1;
/** Time limit for a test or a hook, in ms. */
export const TEST_TIMEOUT_MS = LONG ? 900_000 : 30_000 * SLOWDOWN;
/**
 * Time limit for waiting for a condition, in ms. It is shorter than the time limit for a test, so that a failure shows
 * which condition was not met.
 */
export const WAIT_MS = 20_000 * SLOWDOWN;
/**
 * Return the time limit, in ms, for a test or a hook that can take longer than `TEST_TIMEOUT_MS`. `ms` is the limit
 * outside CI. The result is longer in CI, and never shorter than `TEST_TIMEOUT_MS`.
 */
export const slowTestTimeout = (ms: number): number => Math.max(TEST_TIMEOUT_MS, ms * SLOWDOWN);
/** Time limit for a browser test or a hook of a browser test, in ms. Some tests visit every page of the site. */
export const BROWSER_TIMEOUT_MS = 4 * TEST_TIMEOUT_MS;
/** Time limit for a test that checks or compiles a copy of the whole repository, in ms. */
export const TREE_CHECK_TIMEOUT_MS = slowTestTimeout(100_000);
