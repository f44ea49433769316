/**
 * Answers all who ask at the same time by one reading. It begins after each of them has asked, so nobody gets what was
 * already old when they asked; who asks while one is under way waits for the next. What they ask for, if anything, is
 * given to the reading all together.
 */
export class Together<T, Q = void> {
  readonly #read: (asked: Q[]) => Promise<T>;
  #running: Promise<T> | undefined;
  /** Its list is its own: whoever waits for this answer is in it, whatever is asked while one reading goes over to the next. */
  #next: { asked: Q[]; answer: Promise<T> } | undefined;

  constructor(read: (asked: Q[]) => Promise<T>) {
    this.#read = read;
  }

  ask(wanted: Q): Promise<T> {
    if (this.#next) {
      this.#next.asked.push(wanted);
      return this.#next.answer;
    }
    const asked = [wanted];
    if (!this.#running) return this.#begin(asked);
    const begin = () => {
      this.#next = undefined;
      return this.#begin(asked);
    };
    const answer = this.#running.then(begin, begin);
    this.#next = { asked, answer };
    return answer;
  }

  #begin(asked: Q[]): Promise<T> {
    const reading = this.#read(asked).finally(() => {
      if (this.#running === reading) this.#running = undefined;
    });
    this.#running = reading;
    return reading;
  }
}
