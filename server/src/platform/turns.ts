/** Does what has the same key one after the other, in the order it was asked for; other keys do not wait for it. */
export class Turns {
  readonly #last = new Map<string, Promise<unknown>>();

  /** What `work` gives or throws, once all before it is done, however that ended. */
  take<T>(key: string, work: () => Promise<T>): Promise<T> {
    const before = this.#last.get(key);
    const mine = before ? before.then(work, work) : work();
    this.#last.set(key, mine);
    const leave = () => {
      if (this.#last.get(key) === mine) this.#last.delete(key);
    };
    mine.then(leave, leave);
    return mine;
  }
}
