import type { Logger } from 'pino';
import type { Sessions } from '../security/sessions.ts';

/**
 * Interval in ms between two reads of the changed sessions. It is short enough for nodes to notice ended sessions within
 * a second, including the time for the query.
 */
const READ_INTERVAL_MS = 500;

/**
 * Poll for changed sessions, and call `checkExpiry` after each successful poll. Return a function that stops polling.
 */
export function watchSessions(sessions: Sessions, checkExpiry: () => void, log: Logger): () => Promise<void> {
  let reading: Promise<void> | null = null;
  const read = async () => {
    try {
      await sessions.readChanges();
      checkExpiry();
    } catch (error) {
      log.error({ err: error }, 'reading changes of sessions failed');
    }
  };
  const timer = setInterval(() => {
    reading ??= read().finally(() => {
      reading = null;
    });
  }, READ_INTERVAL_MS).unref();
  return async () => {
    clearInterval(timer);
    await reading;
  };
}
