import { AppError } from './errors.ts';

/** Does what has the same key one after the other, in the order it was asked for; other keys do not wait for it. */
export class Turns {
  readonly #last = new Map<string, Promise<unknown>>();
  readonly #patienceMs: number;

  /** @param patienceMs after which what has not begun is not done any more: whoever asked was long told that it failed */
  constructor(patienceMs = Number.POSITIVE_INFINITY) {
    this.#patienceMs = patienceMs;
  }

  /**
   * What `work` gives or throws, once all before it is done, however that ended.
   * @throws AppError unavailable when its turn came too late.
   */
  take<T>(key: string, work: () => Promise<T>): Promise<T> {
    const before = this.#last.get(key);
    const since = performance.now();
    const inTime = () => {
      if (performance.now() - since > this.#patienceMs) throw new AppError('unavailable');
      return work();
    };
    const mine = before ? before.then(inTime, inTime) : work();
    this.#last.set(key, mine);
    const leave = () => {
      if (this.#last.get(key) === mine) this.#last.delete(key);
    };
    mine.then(leave, leave);
    return mine;
  }
}
