import { BatchLoader } from '../concurrency/batch-loader.ts';
import type { AfterCommit } from '../db/db.ts';
import type { Site } from '../site.ts';

/** How long it is kept when nothing tells that it has changed, such as a new name of an author. */
const CACHE_MS = 1_000;

/** What is the same for all: read once for everybody who asks, and kept until it changes. */
export class CachedValue<T> {
  readonly #site: Pick<Site, 'nodeRegistry'>;
  readonly #loader: BatchLoader<T>;
  #cached: { value: Promise<T>; at: number } | undefined;

  constructor(site: Pick<Site, 'nodeRegistry'>, read: () => Promise<T>) {
    this.#site = site;
    this.#loader = new BatchLoader(read);
  }

  /** To be called by all that changes it, so that everybody reads what they wrote. */
  invalidateAfterCommit(tx: AfterCommit): void {
    tx.afterCommit(() => this.invalidate());
  }

  invalidate(): void {
    this.#cached = undefined;
  }

  read(): Promise<T> {
    // What other nodes write is not told here.
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
