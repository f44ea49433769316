/** The interval in ms at which repetitions of a log line are reported. */
export const REPEAT_INTERVAL_MS = 60_000;

/**
 * Limits how often the same line is logged. The first occurrence is logged immediately. After that, one line per minute
 * reports the number of repetitions, until a minute passes without repetitions.
 */
export class RepeatedLines {
  /** The number of repetitions in the current minute, by line. */
  readonly #repeated = new Map<string, number>();

  /**
   * Return true if the line `key` should be logged now. Otherwise, count it as a repetition. After each minute with
   * repetitions, `report` is called with their number.
   */
  isFirst(key: string, report: (repeated: number) => void): boolean {
    const repeated = this.#repeated.get(key);
    this.#repeated.set(key, repeated === undefined ? 0 : repeated + 1);
    if (repeated === undefined) this.#reportLater(key, report);
    return repeated === undefined;
  }

  #reportLater(key: string, report: (repeated: number) => void): void {
    setTimeout(() => {
      const repeated = this.#repeated.get(key) ?? 0;
      if (repeated === 0) return void this.#repeated.delete(key);
      this.#repeated.set(key, 0);
      this.#reportLater(key, report);
      report(repeated);
    }, REPEAT_INTERVAL_MS).unref();
  }
}
