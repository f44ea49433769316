import type { Logger } from 'pino';
import { withTimeout } from '../concurrency/with-timeout.ts';
import { column } from './columns.ts';
import { type Db, queryValue, sql } from './db.ts';
import type { Database } from './open-database.ts';

/** Maximum lag of the replica in ms. If the lag is larger, all reads go to the primary. */
export const MAX_LAG_MS = 3_000;
const MEASURE_INTERVAL_MS = 500;
/** Time limit in ms for a read on the replica. If the read takes longer, it is repeated on the primary. */
const REPLICA_TIMEOUT_MS = 2_000;

/** Return the position of the primary's last write in the write-ahead log, in bytes. */
const WRITE_POSITION_SQL = sql`select (pg_current_wal_lsn() - '0/0')::float8 as bytes`;
/** Return the position up to which the replica has replayed the write-ahead log, in bytes. */
const REPLAY_POSITION_SQL = sql`
  select (coalesce(pg_last_wal_replay_lsn(), pg_current_wal_lsn()) - '0/0')::float8 as bytes`;
const QUERY_CANCELED = '57014';

/**
 * Chooses the database for reads that tolerate slightly outdated data. Reads go to the replica while it responds and
 * its lag is at most `MAX_LAG_MS`. Otherwise, they go to the primary. The log position of the primary is measured at
 * intervals. The lag is the age of the newest measured position that the replica has replayed.
 */
export class ReadRouter {
  readonly #primary: Db;
  readonly #replica: Database | null;
  readonly #replicaOrPrimary: Db;
  readonly #log: Logger;
  readonly #timer: NodeJS.Timeout | undefined;
  /** Measured log positions of the primary that the replica has not replayed yet, oldest first. */
  #unreplayedPositions: { bytes: number; at: number }[] = [];
  /** Time of `performance.now()` up to which the replica has replayed all writes. */
  #replayedUntil = Number.NEGATIVE_INFINITY;
  #measuring: Promise<void> | null = null;

  constructor(primary: Db, replica: Database | null, log: Logger) {
    this.#primary = primary;
    this.#replica = replica;
    this.#replicaOrPrimary = replica ? this.#withFallback(replica.db) : primary;
    this.#log = log;
    if (replica) this.#timer = setInterval(() => void this.measure(), MEASURE_INTERVAL_MS).unref();
  }

  /** True if there is a replica. */
  get hasReplica(): boolean {
    return this.#replica !== null;
  }

  /** Lag of the replica in ms. It is infinite before the first measurement and while the replica does not respond. */
  get lagMs(): number {
    return performance.now() - this.#replayedUntil;
  }

  /** The database to use for a read that tolerates slightly outdated data. */
  get db(): Db {
    return this.lagMs <= MAX_LAG_MS ? this.#replicaOrPrimary : this.#primary;
  }

  /** Measure the lag. If a measurement is already running, wait for it instead of starting another. */
  measure(): Promise<void> {
    this.#measuring ??= this.#measure()
      .catch((error) => this.#markReplicaDown(error))
      .finally(() => {
        this.#measuring = null;
      });
    return this.#measuring;
  }

  async #measure(): Promise<void> {
    if (!this.#replica) return;
    const at = performance.now();
    this.#unreplayedPositions.push({
      bytes: await queryValue(this.#primary, column.number, WRITE_POSITION_SQL),
      at,
    });
    const replayed = await queryValue(this.#replica.db, column.number, REPLAY_POSITION_SQL);
    while (this.#unreplayedPositions[0] && this.#unreplayedPositions[0].bytes <= replayed)
      this.#replayedUntil = this.#unreplayedPositions.shift()?.at ?? this.#replayedUntil;
    // Limit the list in case the replica lags for a long time. Keep the oldest position, because it is
    // replayed first.
    if (this.#unreplayedPositions.length > 100) this.#unreplayedPositions.splice(1, 50);
  }

  #withFallback(replica: Db): Db {
    return {
      ...replica,
      execute: async (statement, options) => {
        if (this.lagMs > MAX_LAG_MS) return this.#primary.execute(statement, options);
        try {
          return await withTimeout(replica.execute(statement, options), REPLICA_TIMEOUT_MS);
        } catch (error) {
          if ((error as { code?: string }).code === QUERY_CANCELED) throw error;
          this.#markReplicaDown(error);
          return this.#primary.execute(statement, options);
        }
      },
    };
  }

  #markReplicaDown(error: unknown): void {
    if (this.lagMs <= MAX_LAG_MS)
      this.#log.warn({ err: error }, 'the replica does not respond: reading from the primary');
    this.#replayedUntil = Number.NEGATIVE_INFINITY;
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#measuring;
    await this.#replica?.close();
  }
}
