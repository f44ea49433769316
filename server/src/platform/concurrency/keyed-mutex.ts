import { AppError } from '../errors.ts';

/**
 * What has not begun after so long is not done any more: while the database says nothing, each would wait for all before
 * it to be given up, and whoever asked was long told that it failed.
 */
const WAIT_TIMEOUT_MS = 5_000;

/** Does what has the same key one after the other, in the order it was asked for; other keys do not wait for it. */
export class KeyedMutex {
  readonly #tails = new Map<string, Promise<unknown>>();

  /**
   * What `work` gives or throws, once all before it is done, however that ended.
   * @throws AppError unavailable when its turn came too late.
   */
  runExclusive<T>(key: string, work: () => Promise<T>): Promise<T> {
    const before = this.#tails.get(key);
    const since = performance.now();
    const inTime = () => {
      if (performance.now() - since > WAIT_TIMEOUT_MS) throw new AppError('unavailable');
      return work();
    };
    const mine = before ? before.then(inTime, inTime) : work();
    this.#tails.set(key, mine);
    const leave = () => {
      if (this.#tails.get(key) === mine) this.#tails.delete(key);
    };
    mine.then(leave, leave);
    return mine;
  }
}
