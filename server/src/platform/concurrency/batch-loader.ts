/**
 * Answers all who ask at the same time by one call of `loadBatch`. The call starts after each of them has asked, so nobody
 * gets a value that was outdated when they asked: whoever asks during a call waits for the next one, which gets their
 * keys together. Give keys where the values of one call depend on them.
 */
export class BatchLoader<Value, Key = void> {
  readonly #loadBatch: (keys: Key[]) => Promise<Value>;
  #current: Promise<Value> | undefined;
  /** Has a list of its own, so that each key is in the batch whose value its caller gets. */
  #next: { keys: Key[]; value: Promise<Value> } | undefined;

  constructor(loadBatch: (keys: Key[]) => Promise<Value>) {
    this.#loadBatch = loadBatch;
  }

  /** Return the value of the next call, which gets `key`; rejects if the call does. */
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
