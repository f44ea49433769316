import { LONG } from './long.ts';

/** How long (ms) a test or a hook may take. */
export const TEST_TIMEOUT_MS = LONG ? 900_000 : 30_000;
/** How long (ms) a test waits for a condition before it fails: less than it may take, so that it says what is missing. */
export const WAIT_MS = 20_000;
