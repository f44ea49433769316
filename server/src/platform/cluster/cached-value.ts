import { BatchLoader } from '../concurrency/batch-loader.ts';
import type { AfterCommit } from '../db/db.ts';
import type { Site } from '../site.ts';

/**
 * Maximum age of a cached value. Changes that do not invalidate the cache, such as an author's new name, become visible
 * after this time at the latest.
 */
const CACHE_MS = 1_000;

/**
 * A value that is the same for all viewers. Concurrent reads share one query. On a site without Redis, which has only
 * one node, the result is cached until it is invalidated, for at most `CACHE_MS`.
 */
export class CachedValue<T> {
  readonly #site: Pick<Site, 'nodeRegistry'>;
  readonly #loader: BatchLoader<T>;
  #cached: { value: Promise<T>; at: number } | undefined;

  constructor(site: Pick<Site, 'nodeRegistry'>, read: () => Promise<T>) {
    this.#site = site;
    this.#loader = new BatchLoader(read);
  }

  /** Drop the cached value after the commit. Call this in every transaction that changes the value. */
  invalidateAfterCommit(tx: AfterCommit): void {
    tx.afterCommit(() => this.invalidate());
  }

  /** Drop the cached value on this node. */
  invalidate(): void {
    this.#cached = undefined;
  }

  /** Return the cached value, or load it if there is none. */
  read(): Promise<T> {
    // With Redis, the site can have several nodes. Cache nothing then, because writes on other nodes would not
    // invalidate this cache.
    if (this.#site.nodeRegistry) return this.#loader.load();
    const at = performance.now();
    if (!this.#cached || at - this.#cached.at >= CACHE_MS) {
      const entry = { value: this.#loader.load(), at };
      this.#cached = entry;
      entry.value.catch(() => {
        if (this.#cached === entry) this.invalidate();
      });
    }
    return this.#cached.value;
  }
}
