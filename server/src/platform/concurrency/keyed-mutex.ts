import { AppError } from '../errors.ts';

/**
 * Calls that wait longer than this are rejected. Otherwise, while the database hangs, each would wait for the
 * timeouts of all calls before it, long after its client gave up.
 */
const WAIT_TIMEOUT_MS = 5_000;

/** Serializes calls with the same key, in order. Calls with other keys do not wait. */
export class KeyedMutex {
  readonly #tails = new Map<string, Promise<unknown>>();

  /**
   * Run `work` once all earlier calls with the key have settled, and return its result.
   * @throws AppError `unavailable` if it waited longer than `WAIT_TIMEOUT_MS`.
   */
  runExclusive<T>(key: string, work: () => Promise<T>): Promise<T> {
    const previous = this.#tails.get(key);
    const since = performance.now();
    const runInTime = () => {
      if (performance.now() - since > WAIT_TIMEOUT_MS) throw new AppError('unavailable');
      return work();
    };
    const result = previous ? previous.then(runInTime, runInTime) : work();
    this.#tails.set(key, result);
    const cleanUp = () => {
      if (this.#tails.get(key) === result) this.#tails.delete(key);
    };
    result.then(cleanUp, cleanUp);
    return result;
  }
}
