import type { Logger } from 'pino';
import { repeatAtInterval } from '../concurrency/repeat-at-interval.ts';
import type { Sessions } from '../security/sessions.ts';

/**
 * Interval in ms between two reads of the changed sessions. It is short enough for nodes to notice ended sessions within
 * a second, including the time for the query.
 */
const READ_INTERVAL_MS = 500;

/**
 * Poll for changed sessions, and call `checkExpiry` after each successful poll. Return a function that stops polling.
 */
export const watchSessions = (
  sessions: Sessions,
  checkExpiry: () => void,
  log: Logger,
): (() => Promise<void>) =>
  repeatAtInterval(
    READ_INTERVAL_MS,
    async () => {
      await sessions.readChanges();
      checkExpiry();
    },
    (error) => log.error({ err: error }, 'reading changes of sessions failed'),
  );
