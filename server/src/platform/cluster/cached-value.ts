import { Together } from '../concurrency/batch-loader.ts';
import type { AfterCommit } from '../db/db.ts';
import type { Site } from '../site.ts';

/** How long it is kept when nothing tells that it has changed, such as a new name of an author. */
const KEPT_MS = 1_000;

/** What is the same for all: read once for everybody who asks, and kept until it changes. */
export class Kept<T> {
  readonly #site: Pick<Site, 'board'>;
  readonly #together: Together<T>;
  #kept: { value: Promise<T>; at: number } | undefined;

  constructor(site: Pick<Site, 'board'>, read: () => Promise<T>) {
    this.#site = site;
    this.#together = new Together(read);
  }

  /** To be called by all that changes it, so that everybody reads what they wrote. */
  changed(tx: AfterCommit): void {
    tx.afterCommit(() => this.forget());
  }

  forget(): void {
    this.#kept = undefined;
  }

  read(): Promise<T> {
    // What other nodes write is not told here.
    if (this.#site.board) return this.#together.ask();
    const at = performance.now();
    if (!this.#kept || at - this.#kept.at >= KEPT_MS) {
      const kept = { value: this.#together.ask(), at };
      this.#kept = kept;
      kept.value.catch(() => {
        if (this.#kept === kept) this.forget();
      });
    }
    return this.#kept.value;
  }
}
