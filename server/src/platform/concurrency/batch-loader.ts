/**
 * Answers all who ask at the same time by one reading. It begins after each of them has asked, so nobody gets what was
 * already old when they asked; who asks while one is under way waits for the next. What they ask for, if anything, is
 * given to the reading all together.
 */
export class BatchLoader<T, Q = void> {
  readonly #loadBatch: (asked: Q[]) => Promise<T>;
  #current: Promise<T> | undefined;
  /** Its list is its own: whoever waits for this answer is in it, whatever is asked while one reading goes over to the next. */
  #next: { asked: Q[]; answer: Promise<T> } | undefined;

  constructor(read: (asked: Q[]) => Promise<T>) {
    this.#loadBatch = read;
  }

  load(wanted: Q): Promise<T> {
    if (this.#next) {
      this.#next.asked.push(wanted);
      return this.#next.answer;
    }
    const asked = [wanted];
    if (!this.#current) return this.#start(asked);
    const begin = () => {
      this.#next = undefined;
      return this.#start(asked);
    };
    const answer = this.#current.then(begin, begin);
    this.#next = { asked, answer };
    return answer;
  }

  #start(asked: Q[]): Promise<T> {
    const reading = this.#loadBatch(asked).finally(() => {
      if (this.#current === reading) this.#current = undefined;
    });
    this.#current = reading;
    return reading;
  }
}
