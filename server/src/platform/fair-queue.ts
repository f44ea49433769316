type Waiting = { run: () => Promise<void> };

/**
 * Does one piece of work at a time, and lets those who wait take turns: whoever has much to do does not stand before
 * who has little.
 */
export class FairQueue {
  /** By owner, in the order of their turns. */
  readonly #waiting = new Map<number, Waiting[]>();
  #busy = false;
  #count = 0;

  /** How many pieces wait. */
  get waiting(): number {
    return this.#count;
  }

  /** Does `work` when the turn of `owner` has come; answers what it answers. */
  add<T>(owner: number, work: () => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const queue = this.#waiting.get(owner) ?? [];
      this.#waiting.set(owner, queue);
      queue.push({ run: () => work().then(resolve, reject) });
      this.#count++;
      if (!this.#busy) void this.#work();
    });
  }

  async #work(): Promise<void> {
    this.#busy = true;
    for (let next = this.#take(); next; next = this.#take()) await next.run();
    this.#busy = false;
  }

  #take(): Waiting | undefined {
    const [turn] = this.#waiting;
    if (!turn) return undefined;
    const [owner, queue] = turn;
    const next = queue.shift();
    this.#waiting.delete(owner);
    // Behind everybody else who waits.
    if (queue.length > 0) this.#waiting.set(owner, queue);
    this.#count--;
    return next;
  }
}
