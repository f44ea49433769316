/**
 * Answers all who ask at the same time by one reading. It begins after each of them has asked, so nobody gets what was
 * already old when they asked; who asks while one is under way waits for the next.
 */
export class Together<T> {
  readonly #read: () => Promise<T>;
  #running: Promise<T> | undefined;
  #next: Promise<T> | undefined;

  constructor(read: () => Promise<T>) {
    this.#read = read;
  }

  ask(): Promise<T> {
    if (!this.#running) return this.#begin();
    const begin = () => this.#begin();
    this.#next ??= this.#running.then(begin, begin);
    return this.#next;
  }

  #begin(): Promise<T> {
    this.#next = undefined;
    const reading = this.#read().finally(() => {
      if (this.#running === reading) this.#running = undefined;
    });
    this.#running = reading;
    return reading;
  }
}
