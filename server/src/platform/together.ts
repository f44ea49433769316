/**
 * Answers all who ask at the same time by one reading. It begins after each of them has asked, so nobody gets what was
 * already old when they asked; who asks while one is under way waits for the next. What they ask for, if anything, is
 * given to the reading all together.
 */
export class Together<T, Q = void> {
  readonly #read: (asked: Q[]) => Promise<T>;
  #running: Promise<T> | undefined;
  #next: Promise<T> | undefined;
  #asked: Q[] = [];

  constructor(read: (asked: Q[]) => Promise<T>) {
    this.#read = read;
  }

  ask(wanted: Q): Promise<T> {
    this.#asked.push(wanted);
    if (!this.#running) return this.#begin();
    const begin = () => this.#begin();
    this.#next ??= this.#running.then(begin, begin);
    return this.#next;
  }

  #begin(): Promise<T> {
    this.#next = undefined;
    const asked = this.#asked;
    this.#asked = [];
    const reading = this.#read(asked).finally(() => {
      if (this.#running === reading) this.#running = undefined;
    });
    this.#running = reading;
    return reading;
  }
}
