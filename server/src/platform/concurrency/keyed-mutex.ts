import { AppError } from '../errors.ts';

/**
 * Maximum time in ms to wait for the lock. A call that has waited longer is rejected when its turn comes. Without this
 * limit, calls to a hung database would time out one after another, long after their clients have given up.
 */
const WAIT_TIMEOUT_MS = 5_000;

/**
 * Runs calls with the same key one after another, in order. Calls with different keys do not wait for each other.
 */
export class KeyedMutex {
  readonly #tails = new Map<string, Promise<unknown>>();

  /**
   * Run `work` after all earlier calls with the same key have settled, and return its result.
   * @throws AppError `unavailable` if the call waited longer than `WAIT_TIMEOUT_MS`.
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
