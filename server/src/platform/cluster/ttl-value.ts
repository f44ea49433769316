import type { Clock } from '../clock.ts';
import type { DbOrTx } from '../db/db.ts';

/**
 * A cached value with a time to live (TTL). It is the same for all viewers. Values from the primary database and from
 * the replica are cached separately. A failed load is not cached.
 */
export class TtlValue<T> {
  readonly #cached = new WeakMap<DbOrTx, { value: Promise<T>; at: number }>();
  readonly #clock: Clock;
  readonly #ttlMs: number;
  readonly #load: (db: DbOrTx, now: Date) => Promise<T>;

  /** @param ttlMs time for which the value is cached */
  constructor({ clock }: { clock: Clock }, ttlMs: number, load: (db: DbOrTx, now: Date) => Promise<T>) {
    this.#clock = clock;
    this.#ttlMs = ttlMs;
    this.#load = load;
  }

  /** Return the cached value, or load it. */
  read(db: DbOrTx): Promise<T> {
    const now = this.#clock.now();
    const cached = this.#cached.get(db);
    if (cached && Math.abs(now.getTime() - cached.at) < this.#ttlMs) return cached.value;
    const value = this.#load(db, now);
    this.#cached.set(db, { value, at: now.getTime() });
    value.catch(() => this.#cached.delete(db));
    return value;
  }
}
