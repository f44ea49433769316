/**
 * Serve concurrent callers with one call of `loadBatch`. The call starts after all of them have asked, so no
 * caller gets a value that was outdated when it asked: calls during a running batch wait for the next one,
 * which gets all their keys. Pass keys if the values depend on them.
 */
export class BatchLoader<Value, Key = void> {
  readonly #loadBatch: (keys: Key[]) => Promise<Value>;
  #current: Promise<Value> | undefined;
  /** Each batch has its own list, so that every key is in the batch whose value its caller gets. */
  #next: { keys: Key[]; value: Promise<Value> } | undefined;

  constructor(loadBatch: (keys: Key[]) => Promise<Value>) {
    this.#loadBatch = loadBatch;
  }

  /** Return the value of the next batch, which includes `key`; reject if loading fails. */
  load(key: Key): Promise<Value> {
    if (this.#next) {
      this.#next.keys.push(key);
      return this.#next.value;
    }
    const keys = [key];
    if (!this.#current) return this.#start(keys);
    const startNext = () => {
      this.#next = undefined;
      return this.#start(keys);
    };
    const value = this.#current.then(startNext, startNext);
    this.#next = { keys, value };
    return value;
  }

  #start(keys: Key[]): Promise<Value> {
    const loading = this.#loadBatch(keys).finally(() => {
      if (this.#current === loading) this.#current = undefined;
    });
    this.#current = loading;
    return loading;
  }
}
