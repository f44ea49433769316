/**
 * Combines concurrent calls of `load` into one call of `loadBatch`. Calls that arrive while a batch is running wait for
 * the next batch, which gets all of their keys. Therefore, a caller never gets a value that was read before its call.
 * Pass keys if the value depends on them.
 */
export class BatchLoader<Value, Key = void> {
  readonly #loadBatch: (keys: Key[]) => Promise<Value>;
  #current: Promise<Value> | undefined;
  /**
   * The batch that has not started yet. Each batch has its own list of keys, so that a caller gets the value of the
   * batch that contains its key.
   */
  #next: { keys: Key[]; value: Promise<Value> } | undefined;

  constructor(loadBatch: (keys: Key[]) => Promise<Value>) {
    this.#loadBatch = loadBatch;
  }

  /** Load a batch that includes `key`, and return its value. Reject if loading fails. */
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
