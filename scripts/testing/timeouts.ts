import { LONG } from './long.ts';

/** Factor for shared CI machines, which are slower. */
const SLOWDOWN = process.env.CI ? 3 : 1;
/** Time limit of a test or a hook, in ms. */
export const TEST_TIMEOUT_MS = LONG ? 900_000 : 30_000 * SLOWDOWN;
/**
 * Time limit of waiting for a condition, in ms: below that of a test, so that the failure names the
 * condition.
 */
export const WAIT_MS = 20_000 * SLOWDOWN;
/** Time limit of a browser test or its hook, in ms: some visit every page of the site. */
export const BROWSER_TIMEOUT_MS = 4 * TEST_TIMEOUT_MS;
/** Time limit of a test that checks or compiles a copy of the whole tree, in ms. */
export const TREE_CHECK_TIMEOUT_MS = 300_000;
