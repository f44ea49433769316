/** The owner of a task. */
export type QueueOwner = number | string;
type QueuedTask = { run: () => Promise<void> };

/**
 * A queue that runs `concurrency` tasks at a time and takes turns between owners, so that an owner with many
 * tasks does not delay the others.
 */
export class FairQueue {
  /** Waiting tasks by owner, in the order of their turns. */
  readonly #queues = new Map<QueueOwner, QueuedTask[]>();
  /** Number of running tasks by owner. */
  readonly #running = new Map<QueueOwner, number>();
  readonly #limits: { concurrency: number; perOwner: number };
  #busy = 0;
  #count = 0;

  /**
   * @param concurrency maximum number of running tasks
   * @param perOwner maximum number of running tasks of the same owner
   */
  constructor({ concurrency = 1, perOwner = concurrency }: { concurrency?: number; perOwner?: number } = {}) {
    this.#limits = { concurrency, perOwner };
  }

  /** Number of waiting tasks. */
  get waiting(): number {
    return this.#count;
  }

  /** Return the number of waiting tasks of an owner. */
  waitingFor(owner: QueueOwner): number {
    return this.#queues.get(owner)?.length ?? 0;
  }

  /**
   * Run `work` when it is the turn of `owner`, and return its result.
   * @param timer removes the task when aborted, unless it has started
   * @throws the abort reason of `timer`
   */
  add<T>(owner: QueueOwner, work: () => Promise<T>, timer?: AbortSignal): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      timer?.throwIfAborted();
      const cancel = () => {
        this.#remove(owner, task);
        reject(timer?.reason);
      };
      const task = {
        run: () => {
          timer?.removeEventListener('abort', cancel);
          return work().then(resolve, reject);
        },
      };
      const queue = this.#queues.get(owner) ?? [];
      this.#queues.set(owner, queue);
      queue.push(task);
      this.#count++;
      timer?.addEventListener('abort', cancel, { once: true });
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
      // Move the owner behind all others that wait.
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
