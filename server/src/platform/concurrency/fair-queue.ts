/** Whose a piece of work is. */
export type QueueOwner = number | string;
type QueuedTask = { run: () => Promise<void> };

/**
 * Does a few pieces of work at the same time, one unless told, and lets those who wait take turns: whoever has much to
 * do does not stand before who has little.
 */
export class FairQueue {
  /** By owner, in the order of their turns. */
  readonly #queues = new Map<QueueOwner, QueuedTask[]>();
  /** How many pieces of each owner are under way. */
  readonly #running = new Map<QueueOwner, number>();
  readonly #limits: { concurrency: number; perOwner: number };
  #busy = 0;
  #count = 0;

  /**
   * @param concurrency pieces that are done at the same time
   * @param perOwner how many of those may be of the same owner
   */
  constructor({ concurrency = 1, perOwner = concurrency }: { concurrency?: number; perOwner?: number } = {}) {
    this.#limits = { concurrency, perOwner };
  }

  /** How many pieces wait. */
  get waiting(): number {
    return this.#count;
  }

  /** How many pieces of one owner wait. */
  waitingFor(owner: QueueOwner): number {
    return this.#queues.get(owner)?.length ?? 0;
  }

  /**
   * Does `work` when the turn of `owner` has come; answers what it answers.
   * @param timer what has not begun when it is aborted is given up
   * @throws the reason of `timer` when given up
   */
  add<T>(owner: QueueOwner, work: () => Promise<T>, timer?: AbortSignal): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      timer?.throwIfAborted();
      const leave = () => {
        this.#remove(owner, piece);
        reject(timer?.reason);
      };
      const piece = {
        run: () => {
          timer?.removeEventListener('abort', leave);
          return work().then(resolve, reject);
        },
      };
      const queue = this.#queues.get(owner) ?? [];
      this.#queues.set(owner, queue);
      queue.push(piece);
      this.#count++;
      timer?.addEventListener('abort', leave, { once: true });
      this.#drain();
    });
  }

  #drain(): void {
    for (let next = this.#next(); next; next = this.#next()) void this.#run(...next);
  }

  async #run(owner: QueueOwner, { run }: QueuedTask): Promise<void> {
    const running = this.#running.get(owner) ?? 0;
    this.#running.set(owner, running + 1);
    this.#busy++;
    await run();
    this.#busy--;
    const left = (this.#running.get(owner) ?? 1) - 1;
    if (left > 0) this.#running.set(owner, left);
    else this.#running.delete(owner);
    this.#drain();
  }

  #next(): [QueueOwner, QueuedTask] | undefined {
    if (this.#busy >= this.#limits.concurrency) return undefined;
    for (const [owner, queue] of this.#queues) {
      const [next] = queue;
      if (!next || (this.#running.get(owner) ?? 0) >= this.#limits.perOwner) continue;
      this.#remove(owner, next);
      // Behind everybody else who waits.
      if (this.#queues.delete(owner)) this.#queues.set(owner, queue);
      return [owner, next];
    }
    return undefined;
  }

  #remove(owner: QueueOwner, piece: QueuedTask): void {
    const queue = this.#queues.get(owner) ?? [];
    queue.splice(queue.indexOf(piece), 1);
    if (queue.length === 0) this.#queues.delete(owner);
    this.#count--;
  }
}
