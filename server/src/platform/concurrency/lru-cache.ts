type Entry<V> = { value: Promise<V>; at: number };

/**
 * An LRU cache of loaded values. Concurrent calls for a key share one load. If the cache is full, it drops the key that
 * was used least recently. A failed load is not cached.
 */
export class LruCache<K, V> {
  readonly #max: number;
  readonly #maxAgeMs: number;
  readonly #entries = new Map<K, Entry<V>>();

  /** @param maxAgeMs age at which a value is loaded again; without it, values do not expire */
  constructor({ max, maxAgeMs = Number.POSITIVE_INFINITY }: { max: number; maxAgeMs?: number }) {
    this.#max = max;
    this.#maxAgeMs = maxAgeMs;
  }

  /** Return the value of a key. Load it if it is missing from the cache or too old. */
  get(key: K, load: () => Promise<V>): Promise<V> {
    const known = this.#entries.get(key);
    this.#entries.delete(key);
    const now = performance.now();
    const entry = known && now - known.at < this.#maxAgeMs ? known : { value: load(), at: now };
    this.#entries.set(key, entry);
    if (entry !== known)
      entry.value.then(
        () => this.#limitSize(),
        () => this.#drop(key, entry),
      );
    return entry.value;
  }

  /** Drop all values. */
  clear(): void {
    this.#entries.clear();
  }

  /**
   * Drop the least recently used values if there are too many. Call this after a successful load, so that
   * failed loads do not displace values.
   */
  #limitSize(): void {
    for (const key of this.#entries.keys()) {
      if (this.#entries.size <= this.#max) return;
      this.#entries.delete(key);
    }
  }

  #drop(key: K, entry: Entry<V>): void {
    if (this.#entries.get(key) === entry) this.#entries.delete(key);
  }
}
