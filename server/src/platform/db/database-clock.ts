import type { Logger } from 'pino';
import { type Clock, systemClock } from '../clock.ts';
import { type Db, queryValue, sql } from './db.ts';

/** Machines that keep their time differ by less, and so does what is measured on a busy one. */
const MAX_SKEW_MS = 250;
/** An answer that took longer says too little. */
const MAX_ROUND_TRIP_MS = 250;
const MEASURE_INTERVAL_MS = 10_000;

/**
 * The time of the database, which is the same for all nodes: this machine's own, unless the two are apart. Otherwise a
 * strike or a line that one node has stored would seem to another to come from the future, and lift its pace.
 */
export class DatabaseClock implements Clock {
  /** How far the database's clock is ahead of this machine's when they were last compared (ms). */
  offsetMs = 0;
  readonly #readTime: () => Promise<Date>;
  readonly #localClock: Clock;
  readonly #log: Logger;
  readonly #timer: NodeJS.Timeout;
  #measuring: Promise<void> | null = null;

  constructor(ask: () => Promise<Date>, { log, own = systemClock }: { log: Logger; own?: Clock }) {
    this.#readTime = ask;
    this.#localClock = own;
    this.#log = log;
    this.#timer = setInterval(() => void this.measure(), MEASURE_INTERVAL_MS).unref();
  }

  now(): Date {
    const own = this.#localClock.now();
    return this.#isApart ? new Date(own.getTime() + this.offsetMs) : own;
  }

  get #isApart(): boolean {
    return Math.abs(this.offsetMs) > MAX_SKEW_MS;
  }

  /** Compares the two; done by itself, and one at a time. A database that is away is asked again later. */
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
    const there = (await this.#readTime()).getTime();
    const took = this.#localClock.now().getTime() - before;
    if (took < 0 || took > MAX_ROUND_TRIP_MS) return;
    const wasApart = this.#isApart;
    this.offsetMs = there - before - took / 2;
    if (this.#isApart && !wasApart)
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

/** What the database's clock shows. */
export const databaseTime = (db: Db): Promise<Date> => queryValue(db, sql`select clock_timestamp()`);
