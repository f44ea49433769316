/** The owner of a task, for example a user's id or a client's network. */
export type QueueOwner = number | string;
type QueuedTask = { run: () => Promise<void> };
type QueueLimits = {
  /** Maximum number of running tasks in total. */
  concurrency: number;
  /** Maximum number of running tasks per owner. */
  perOwner: number;
  /** `isFull` returns true if at least this number of tasks are waiting in total. */
  maxWaiting: number;
  /** `isFull` returns true for an owner if at least this number of the owner's tasks are running or waiting. */
  maxOfOwner: number;
};

/**
 * A queue that runs up to `concurrency` tasks at a time. It alternates between owners, so that an owner with many tasks
 * does not delay the others.
 */
export class FairQueue {
  /** Waiting tasks by owner. The first owner in the map who may start another task has the next turn. */
  readonly #queues = new Map<QueueOwner, QueuedTask[]>();
  /** Number of running tasks by owner. */
  readonly #running = new Map<QueueOwner, number>();
  readonly #limits: QueueLimits;
  #busy = 0;
  #count = 0;

  /** Create a queue. By default it runs one task at a time and is never full. */
  constructor({
    concurrency = 1,
    perOwner = concurrency,
    maxWaiting = Number.POSITIVE_INFINITY,
    maxOfOwner = Number.POSITIVE_INFINITY,
  }: Partial<QueueLimits> = {}) {
    this.#limits = { concurrency, perOwner, maxWaiting, maxOfOwner };
  }

  /** Number of waiting tasks. */
  get waiting(): number {
    return this.#count;
  }

  /**
   * Report whether another task of `owner` would exceed `maxWaiting` or `maxOfOwner`. `add` itself does not check these
   * limits.
   */
  isFull(owner: QueueOwner): boolean {
    const ofOwner = (this.#queues.get(owner)?.length ?? 0) + (this.#running.get(owner) ?? 0);
    return this.#count >= this.#limits.maxWaiting || ofOwner >= this.#limits.maxOfOwner;
  }

  /**
   * Add `work` to the queue, run it when its turn comes, and return its result.
   * @param signal removes the task from the queue when it aborts, unless the task has started
   * @throws the abort reason of `signal`
   */
  add<T>(owner: QueueOwner, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      signal?.throwIfAborted();
      const cancel = () => {
        this.#remove(owner, task);
        reject(signal?.reason);
      };
      const task = {
        run: () => {
          signal?.removeEventListener('abort', cancel);
          return work().then(resolve, reject);
        },
      };
      const queue = this.#queues.get(owner) ?? [];
      this.#queues.set(owner, queue);
      queue.push(task);
      this.#count++;
      signal?.addEventListener('abort', cancel, { once: true });
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
      // Let all other owners with waiting tasks go first.
      if (this.#queues.delete(owner)) this.#queues.set(owner, queue);
      return [owner, next];
    }
    return undefined;
  }

  #remove(owner: QueueOwner, task: QueuedTask): void {
    const queue = this.#queues.get(owner) ?? [];
    queue.splice(queue.indexOf(task), 1);
    if (queue.length === 0) this.#queues.delete(owner);
    this.#count--;
  }
}
