import type { Logger } from 'pino';
import { type Clock, systemClock } from '../clock.ts';
import { type Db, runValue } from './db.ts';

/** Machines that keep their time differ by less, and so does what is measured on a busy one. */
const SAME_MS = 250;
/** An answer that took longer says too little. */
const SLOW_MS = 250;
const MEASURED_EVERY_MS = 10_000;

/**
 * The time of the database, which is the same for all nodes: this machine's own, unless the two are apart. Otherwise a
 * strike or a line that one node has stored would seem to another to come from the future, and lift its pace.
 */
export class DatabaseClock implements Clock {
  /** How far the database's clock is ahead of this machine's when they were last compared (ms). */
  offsetMs = 0;
  readonly #ask: () => Promise<Date>;
  readonly #own: Clock;
  readonly #log: Logger;
  readonly #timer: NodeJS.Timeout;
  #measuring: Promise<void> | null = null;

  constructor(ask: () => Promise<Date>, { log, own = systemClock }: { log: Logger; own?: Clock }) {
    this.#ask = ask;
    this.#own = own;
    this.#log = log;
    this.#timer = setInterval(() => void this.measure(), MEASURED_EVERY_MS).unref();
  }

  now(): Date {
    const own = this.#own.now();
    return this.#isApart ? new Date(own.getTime() + this.offsetMs) : own;
  }

  get #isApart(): boolean {
    return Math.abs(this.offsetMs) > SAME_MS;
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
    const before = this.#own.now().getTime();
    const there = (await this.#ask()).getTime();
    const took = this.#own.now().getTime() - before;
    if (took < 0 || took > SLOW_MS) return;
    const wasApart = this.#isApart;
    this.offsetMs = there - before - took / 2;
    if (this.#isApart && !wasApart)
      this.#log.warn(
        { offsetMs: Math.round(this.offsetMs) },
        "this machine's clock is not the database's, which is gone by: have both keep their time (NTP)",
      );
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#measuring;
  }
}

/** What the database's clock shows. */
export const databaseTime = (db: Db): Promise<Date> => runValue(db, 'select clock_timestamp()', []);
