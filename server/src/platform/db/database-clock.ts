import type { Logger } from 'pino';
import { type Clock, systemClock } from '../clock.ts';
import { column } from './columns.ts';
import { type Db, queryValue, sql } from './db.ts';

/**
 * Maximum difference between the clocks of synchronized machines. It includes the measuring error on a busy machine.
 */
const MAX_SKEW_MS = 250;
/**
 * Maximum round trip of a measurement. Measurements with a longer round trip are ignored, because they are too
 * inaccurate.
 */
const MAX_ROUND_TRIP_MS = 250;
const MEASURE_INTERVAL_MS = 10_000;

/**
 * A clock with the database's time, which is the same on all nodes. It returns the local time, corrected if
 * the local clock differs by more than `MAX_SKEW_MS`. Without the correction, the time of an action on one
 * node could be in the future for another node. The other node would then compute a wrong cooldown.
 */
export class DatabaseClock implements Clock {
  /** Database time minus local time in ms, at the last measurement. */
  offsetMs = 0;
  readonly #readTime: () => Promise<Date>;
  readonly #localClock: Clock;
  readonly #log: Logger;
  readonly #timer: NodeJS.Timeout;
  #measuring: Promise<void> | null = null;

  constructor(
    readTime: () => Promise<Date>,
    { log, localClock = systemClock }: { log: Logger; localClock?: Clock },
  ) {
    this.#readTime = readTime;
    this.#localClock = localClock;
    this.#log = log;
    this.#timer = setInterval(() => void this.measure(), MEASURE_INTERVAL_MS).unref();
  }

  now(): Date {
    const localTime = this.#localClock.now();
    return this.#isSkewed ? new Date(localTime.getTime() + this.offsetMs) : localTime;
  }

  get #isSkewed(): boolean {
    return Math.abs(this.offsetMs) > MAX_SKEW_MS;
  }

  /**
   * Measure the offset. Concurrent calls share one measurement. Errors are ignored, because the site measures
   * again after an interval.
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
        "this machine's clock differs from the clock of the database, which is used instead: synchronize both with NTP",
      );
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#measuring;
  }
}

/** Return the database's current time. */
export const databaseTime = (db: Db): Promise<Date> =>
  queryValue(db, column.date, sql`select clock_timestamp()`);
