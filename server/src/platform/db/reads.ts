import type { Logger } from 'pino';
import { type Db, runPlanned, runValue, sendBy, sendersOf } from './db.ts';
import type { Database } from './open.ts';

/** What the replica may lag behind; beyond it everything is read from the primary. */
export const MAX_LAG_MS = 3_000;
const MEASURED_EVERY_MS = 500;
/** Nobody waits longer for the replica, slow or frozen, while the primary is there: for that one they wait much longer. */
const ANSWER_MS = 2_000;

/** How much has been written at this moment, and how much of it the replica shows, both in bytes of the log. */
const WRITTEN = "select (pg_current_wal_lsn() - '0/0')::float8 as bytes";
const SHOWN = "select (coalesce(pg_last_wal_replay_lsn(), pg_current_wal_lsn()) - '0/0')::float8 as bytes";
const QUERY_CANCELED = '57014';

/**
 * Where reads go that may be a moment old: to the replica while it is there and lags no more than `MAX_LAG_MS` behind,
 * else to the primary. The lag is measured by what the primary had written at a known moment.
 */
export class Reads {
  readonly #primary: Db;
  readonly #replica: Database | null;
  readonly #log: Logger;
  readonly #timer: NodeJS.Timeout | undefined;
  /** What the primary had written when, the oldest first; only what the replica does not show yet. */
  #written: { bytes: number; at: number }[] = [];
  /** The replica shows all that was written until then. */
  #shownUntil = Number.NEGATIVE_INFINITY;
  #measuring: Promise<void> | null = null;

  constructor(primary: Db, replica: Database | null, log: Logger) {
    this.#primary = primary;
    this.#replica = replica;
    this.#log = log;
    const own = replica && sendersOf(replica.db);
    if (!own) return;
    // Whoever reads there just as it goes away is answered by the primary.
    const straight: typeof own.straight = async (text, parameters, isQuick) => {
      if (this.lagMs > MAX_LAG_MS) return runPlanned(primary, text, parameters);
      try {
        return await inTime(own.straight(text, parameters, isQuick));
      } catch (error) {
        if ((error as { code?: string }).code === QUERY_CANCELED) throw error;
        this.#lose(error);
        return runPlanned(primary, text, parameters);
      }
    };
    sendBy(replica.db, { ...own, straight });
    this.#timer = setInterval(() => void this.measure(), MEASURED_EVERY_MS).unref();
  }

  /** Whether there is a replica at all. */
  get isDivided(): boolean {
    return this.#replica !== null;
  }

  /** How far the replica is behind, in ms; infinite before it was first measured. */
  get lagMs(): number {
    return performance.now() - this.#shownUntil;
  }

  /** The database for a read of somebody who may see what is a moment old. */
  get db(): Db {
    return this.#replica && this.lagMs <= MAX_LAG_MS ? this.#replica.db : this.#primary;
  }

  /** Looks how far the replica is; done by itself, and one at a time. */
  measure(): Promise<void> {
    this.#measuring ??= this.#measure()
      .catch((error) => this.#lose(error))
      .finally(() => {
        this.#measuring = null;
      });
    return this.#measuring;
  }

  async #measure(): Promise<void> {
    if (!this.#replica?.pool) return;
    const at = performance.now();
    this.#written.push({ bytes: await runValue<number>(this.#primary, WRITTEN, []), at });
    const [shown] = (await this.#replica.pool.query<{ bytes: number }>(SHOWN)).rows;
    while (this.#written[0] && shown && this.#written[0].bytes <= shown.bytes)
      this.#shownUntil = this.#written.shift()?.at ?? this.#shownUntil;
    // One that hangs behind for long is measured by when it began to.
    if (this.#written.length > 100) this.#written.splice(1, 50);
  }

  #lose(error: unknown): void {
    if (this.lagMs <= MAX_LAG_MS)
      this.#log.warn({ err: error }, 'the replica does not answer: the primary is read');
    this.#shownUntil = Number.NEGATIVE_INFINITY;
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#measuring;
    await this.#replica?.close();
  }
}

/** @throws Error where it takes longer than a replica may; what comes of it then is nobody's any more. */
async function inTime<T>(answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(reject, ANSWER_MS, new Error('No answer in time'));
  });
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}
