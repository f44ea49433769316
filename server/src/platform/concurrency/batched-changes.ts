/**
 * Collects the ids of changed objects and passes them to `send`: the first change immediately, and later
 * changes together, at most once per interval. Batches are sent one after another. If sending fails, the ids
 * are part of a later batch.
 */
export class BatchedChanges {
  readonly #intervalMs: number;
  readonly #send: (ids: number[]) => Promise<void>;
  /** Called if a batch fails, unless the previous batch failed, too. */
  readonly #onError: (error: unknown) => void;
  readonly #changed = new Set<number>();
  #timer: NodeJS.Timeout | undefined;
  #sending: Promise<void> = Promise.resolve();
  #isFailing = false;
  #closed = false;

  constructor({
    intervalMs,
    send,
    onError,
  }: {
    intervalMs: number;
    send: (ids: number[]) => Promise<void>;
    onError: (error: unknown) => void;
  }) {
    this.#intervalMs = intervalMs;
    this.#send = send;
    this.#onError = onError;
  }

  add(id: number): void {
    if (this.#closed) return;
    this.#changed.add(id);
    if (this.#timer === undefined) this.#flush();
  }

  #flush(): void {
    this.#timer = undefined;
    if (this.#changed.size === 0) return;
    const ids = [...this.#changed];
    this.#changed.clear();
    this.#timer = setTimeout(() => this.#flush(), this.#intervalMs);
    this.#sending = this.#sending.then(() => this.#trySend(ids));
  }

  async #trySend(ids: number[]): Promise<void> {
    try {
      await this.#send(ids);
      this.#isFailing = false;
    } catch (error) {
      if (!this.#isFailing) this.#onError(error);
      this.#isFailing = true;
      if (this.#closed) return;
      for (const id of ids) this.#changed.add(id);
      this.#timer ??= setTimeout(() => this.#flush(), this.#intervalMs);
    }
  }

  /** Discard changes that are not in a batch yet, and wait until all batches have been sent or have failed. */
  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    await this.#sending;
  }
}
