import { LONG } from './long.ts';

/** CI machines are shared: there, everything may take three times as long. */
const SLOWDOWN = process.env.CI ? 3 : 1;
/** How long (ms) a test or a hook may take. */
export const TEST_TIMEOUT_MS = LONG ? 900_000 : 30_000 * SLOWDOWN;
/** How long (ms) a test waits for a condition before it fails: less than it may take, so that it says what is missing. */
export const WAIT_MS = 20_000 * SLOWDOWN;
/** How long (ms) a browser test or its hook may take: some visit every page of the site. */
export const BROWSER_TIMEOUT_MS = 4 * TEST_TIMEOUT_MS;
