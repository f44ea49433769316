import type { Logger } from 'pino';
import { type Clock, systemClock } from '../clock.ts';
import { type Db, queryValue, sql } from './db.ts';

/**
 * Maximum difference between the clocks of synchronized machines, including the measuring error of a busy machine.
 */
const MAX_SKEW_MS = 250;
/** Measurements with a longer round trip are ignored, because they are too inaccurate. */
const MAX_ROUND_TRIP_MS = 250;
const MEASURE_INTERVAL_MS = 10_000;

/**
 * A clock that shows the database's time, which is the same on all nodes: the local clock, corrected if it differs by
 * more than `MAX_SKEW_MS`. With local clocks, the time of an action on one node could be in the future for another
 * node, which would then compute a wrong cooldown.
 */
export class DatabaseClock implements Clock {
  /** Time of the database minus local time at the last measurement, in ms. */
  offsetMs = 0;
  readonly #readTime: () => Promise<Date>;
  readonly #localClock: Clock;
  readonly #log: Logger;
  readonly #timer: NodeJS.Timeout;
  #measuring: Promise<void> | null = null;

  constructor(
    ask: () => Promise<Date>,
    { log, own: localClock = systemClock }: { log: Logger; own?: Clock },
  ) {
    this.#readTime = ask;
    this.#localClock = localClock;
    this.#log = log;
    this.#timer = setInterval(() => void this.measure(), MEASURE_INTERVAL_MS).unref();
  }

  now(): Date {
    const localClock = this.#localClock.now();
    return this.#isSkewed ? new Date(localClock.getTime() + this.offsetMs) : localClock;
  }

  get #isSkewed(): boolean {
    return Math.abs(this.offsetMs) > MAX_SKEW_MS;
  }

  /**
   * Measure the offset. Called at intervals; concurrent calls share one measurement. Errors are ignored until the
   * next interval.
   */
  measure(): Promise<void> {
    this.#measuring ??= this.#measure()
      .catch(() => {})
      .finally(() => {
        this.#measuring = null;
      });
    return this.#measuring;
  }

  async #measure(): Promise<void> {
    const before = this.#localClock.now().getTime();
    const databaseMs = (await this.#readTime()).getTime();
    const roundTripMs = this.#localClock.now().getTime() - before;
    if (roundTripMs < 0 || roundTripMs > MAX_ROUND_TRIP_MS) return;
    const wasSkewed = this.#isSkewed;
    this.offsetMs = databaseMs - before - roundTripMs / 2;
    if (this.#isSkewed && !wasSkewed)
      this.#log.warn(
        { offsetMs: Math.round(this.offsetMs) },
        "this machine's clock differs from the database's, which is used instead: synchronise both with NTP",
      );
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#measuring;
  }
}

/** Return the database's current time. */
export const databaseTime = (db: Db): Promise<Date> => queryValue(db, sql`select clock_timestamp()`);
