import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { Database } from '../db/open-database.ts';

/**
 * Error for a node that cannot start: another node is running on the same database, or a required service does not
 * respond.
 */
export class NodeError extends Error {
  override name = 'NodeError';

  /** Create the error for a service that does not respond. */
  static unavailable(what: string, error: unknown): NodeError {
    const { message, code } = error as { message?: string; code?: string };
    return new NodeError(`${what} does not respond: ${message || code}`);
  }
}

/** Key of the advisory lock: an arbitrary number, the same on all nodes. */
const LOCK_ID = 7_416_353_201;
const RETRY_MS = 2_000;
/**
 * Time in ms for which a starting node waits for the lock of a node that has just ended. PostgreSQL notices the end of
 * a process only after a delay.
 */
const START_WAIT_MS = 2_000;
const START_RETRY_MS = 100;

/**
 * Acquire an advisory lock and hold it while this node runs: shared if the node uses Redis, exclusive if not. A
 * node without Redis therefore cannot run next to any other node. PostgreSQL releases the lock when the connection
 * ends.
 * @throws NodeError if another node holds a conflicting lock, or the database does not respond.
 */
export async function acquireNodeLock(
  { pool }: Database,
  { shared, log }: { shared: boolean; log: Logger },
): Promise<{ release(): Promise<void> }> {
  if (!pool) return { release: async () => {} };
  const lockFunction = shared ? 'pg_try_advisory_lock_shared' : 'pg_try_advisory_lock';
  let released = false;
  let client: pg.PoolClient | null = null;

  const acquire = async (): Promise<boolean> => {
    const connection = await pool.connect();
    const held = await connection
      .query<{ held: boolean }>(`select ${lockFunction}($1) as held`, [LOCK_ID])
      .then(({ rows }) => rows[0]?.held)
      .catch((error) => {
        connection.release(true);
        throw error;
      });
    if (!held) {
      connection.release();
      return false;
    }
    // If the node was stopped while the lock was being acquired, close the connection, which releases the
    // lock.
    if (released) {
      connection.release(true);
      return true;
    }
    client = connection;
    // If this connection is lost, PostgreSQL releases the lock. Acquire it again on a new connection.
    connection.once('error', () => {
      if (client !== connection) return;
      client = null;
      connection.release(true);
      log.warn('the node lock was lost: acquiring it again');
      void reacquire();
    });
    return true;
  };
  const reacquire = async (): Promise<void> => {
    while (!released && !client) {
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS).unref());
      if (await acquire().catch(() => false)) log.info('the node lock was acquired again');
    }
  };

  const acquireAtStart = () =>
    acquire().catch((error) => {
      throw NodeError.unavailable('The database (DATABASE_URL)', error);
    });
  const until = performance.now() + START_WAIT_MS;
  while (!(await acquireAtStart())) {
    if (performance.now() >= until)
      throw new NodeError(
        'Another Rivalhold node is running on this database. To run several nodes, set the same REDIS_URL on all of them.',
      );
    await sleep(START_RETRY_MS);
  }
  return {
    release: async () => {
      released = true;
      const held = client;
      client = null;
      held?.release(true);
    },
  };
}
