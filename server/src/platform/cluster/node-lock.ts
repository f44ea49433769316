import type pg from 'pg';
import type { Logger } from 'pino';
import type { Database } from '../db/open-database.ts';

/** This node may not run beside another, or cannot run without what does not answer. */
export class NodeError extends Error {
  override name = 'NodeError';

  static unavailable(what: string, error: unknown): NodeError {
    const { message, code } = error as { message?: string; code?: string };
    return new NodeError(`${what} does not respond: ${message || code}`);
  }
}

/** Any number, as long as it is this one for all nodes of the site. */
const LOCK_ID = 7_416_353_201;
const RETRY_MS = 2_000;

/**
 * Says that this node lives, by a lock that the database frees the moment the node is gone: alone without Redis, shared
 * with it. So a node without Redis cannot start beside another one, nor another beside it.
 * @throws NodeError when that is so, and when the database does not answer.
 */
export async function acquireNodeLock(
  { pool }: Database,
  { shared, log }: { shared: boolean; log: Logger },
): Promise<{ release(): Promise<void> }> {
  if (!pool) return { release: async () => {} };
  const claim = shared ? 'pg_try_advisory_lock_shared' : 'pg_try_advisory_lock';
  let released = false;
  let client: pg.PoolClient | null = null;

  const take = async (): Promise<boolean> => {
    const taken = await pool.connect();
    const held = await taken
      .query<{ held: boolean }>(`select ${claim}($1) as held`, [LOCK_ID])
      .then(({ rows }) => rows[0]?.held)
      .catch((error) => {
        taken.release(true);
        throw error;
      });
    if (!held) {
      taken.release();
      return false;
    }
    // The node has stopped meanwhile.
    if (released) {
      taken.release(true);
      return true;
    }
    client = taken;
    // The lock goes with its connection: when that breaks, it is taken anew on another.
    taken.once('error', () => {
      if (client !== taken) return;
      client = null;
      taken.release(true);
      void retake();
    });
    return true;
  };
  const retake = async (): Promise<void> => {
    while (!released && !client) {
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS).unref());
      const held = await take().catch(() => false);
      if (!held) log.warn('the node lock was lost: retrying');
    }
  };

  const isTaken = await take().catch((error) => {
    throw NodeError.unavailable('The database (DATABASE_URL)', error);
  });
  if (!isTaken)
    throw new NodeError(
      'Another Rivalhold node is running on this database. To run several nodes, set the same REDIS_URL on all of them.',
    );
  return {
    release: async () => {
      released = true;
      const held = client;
      client = null;
      held?.release(true);
    },
  };
}
