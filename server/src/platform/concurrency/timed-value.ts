import type { DbOrTx } from '../db/db.ts';
import type { Site } from '../site.ts';

/**
 * Caches a value that is the same for all viewers, for a limited time. Values from the primary database and from the
 * replica are cached separately. A failed load is not cached.
 */
export class TimedValue<T> {
  readonly #cached = new WeakMap<DbOrTx, { value: Promise<T>; at: number }>();
  readonly #site: Pick<Site, 'clock'>;
  readonly #ms: number;
  readonly #load: (db: DbOrTx, now: Date) => Promise<T>;

  /** @param ms time for which the value is cached */
  constructor(site: Pick<Site, 'clock'>, ms: number, load: (db: DbOrTx, now: Date) => Promise<T>) {
    this.#site = site;
    this.#ms = ms;
    this.#load = load;
  }

  /** Return the cached value, or load it. */
  read(db: DbOrTx): Promise<T> {
    const now = this.#site.clock.now();
    const cached = this.#cached.get(db);
    if (cached && Math.abs(now.getTime() - cached.at) < this.#ms) return cached.value;
    const value = this.#load(db, now);
    this.#cached.set(db, { value, at: now.getTime() });
    value.catch(() => this.#cached.delete(db));
    return value;
  }
}
