/** Whose a piece of work is. */
export type Owner = number | string;
type Waiting = { run: () => Promise<void> };

/**
 * Does a few pieces of work at the same time, one unless told, and lets those who wait take turns: whoever has much to
 * do does not stand before who has little.
 */
export class FairQueue {
  /** By owner, in the order of their turns. */
  readonly #waiting = new Map<Owner, Waiting[]>();
  /** How many pieces of each owner are under way. */
  readonly #running = new Map<Owner, number>();
  readonly #most: { atOnce: number; ofOne: number };
  #busy = 0;
  #count = 0;

  /**
   * @param atOnce pieces that are done at the same time
   * @param ofOne how many of those may be of the same owner
   */
  constructor({ atOnce = 1, ofOne = atOnce }: { atOnce?: number; ofOne?: number } = {}) {
    this.#most = { atOnce, ofOne };
  }

  /** How many pieces wait. */
  get waiting(): number {
    return this.#count;
  }

  /** How many pieces of one owner wait. */
  waitingOf(owner: Owner): number {
    return this.#waiting.get(owner)?.length ?? 0;
  }

  /**
   * Does `work` when the turn of `owner` has come; answers what it answers.
   * @param patience what has not begun when it is aborted is given up
   * @throws the reason of `patience` when given up
   */
  add<T>(owner: Owner, work: () => Promise<T>, patience?: AbortSignal): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      patience?.throwIfAborted();
      const leave = () => {
        this.#remove(owner, piece);
        reject(patience?.reason);
      };
      const piece = {
        run: () => {
          patience?.removeEventListener('abort', leave);
          return work().then(resolve, reject);
        },
      };
      const queue = this.#waiting.get(owner) ?? [];
      this.#waiting.set(owner, queue);
      queue.push(piece);
      this.#count++;
      patience?.addEventListener('abort', leave, { once: true });
      this.#begin();
    });
  }

  #begin(): void {
    for (let next = this.#take(); next; next = this.#take()) void this.#work(...next);
  }

  async #work(owner: Owner, { run }: Waiting): Promise<void> {
    const running = this.#running.get(owner) ?? 0;
    this.#running.set(owner, running + 1);
    this.#busy++;
    await run();
    this.#busy--;
    const left = (this.#running.get(owner) ?? 1) - 1;
    if (left > 0) this.#running.set(owner, left);
    else this.#running.delete(owner);
    this.#begin();
  }

  #take(): [Owner, Waiting] | undefined {
    if (this.#busy >= this.#most.atOnce) return undefined;
    for (const [owner, queue] of this.#waiting) {
      const [next] = queue;
      if (!next || (this.#running.get(owner) ?? 0) >= this.#most.ofOne) continue;
      this.#remove(owner, next);
      // Behind everybody else who waits.
      if (this.#waiting.delete(owner)) this.#waiting.set(owner, queue);
      return [owner, next];
    }
    return undefined;
  }

  #remove(owner: Owner, piece: Waiting): void {
    const queue = this.#waiting.get(owner) ?? [];
    queue.splice(queue.indexOf(piece), 1);
    if (queue.length === 0) this.#waiting.delete(owner);
    this.#count--;
  }
}
