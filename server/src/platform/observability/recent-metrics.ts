import { MINUTE } from '@rivalhold/shared/time-units.ts';
import type { Clock } from '../clock.ts';

/** Upper bounds of the histogram buckets, in seconds. */
export const BUCKET_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** Number of complete minutes for which metrics are kept in memory. */
export const WINDOW_MINUTES = 5;

/**
 * A histogram of durations. `counts` has the count of each bucket in `BUCKET_SECONDS`, and then the count of longer
 * durations. `failed` is the number of failures.
 */
export type Histogram = { failed: number; counts: number[] };
export type Minute = { at: number; requests: Histogram; events: Histogram; lagMs: number };
/**
 * The result of an operation's last attempt (`ok`), and the time of this attempt in ms (`at`). `since` is the
 * time of the first attempt in the current series of equal results.
 */
export type Outcome = { ok: boolean; since: number; at: number };

const emptyHistogram = (): Histogram => ({ failed: 0, counts: Array(BUCKET_SECONDS.length + 1).fill(0) });

/** Collects this node's metrics of the last few minutes in memory. */
export class RecentMetrics {
  readonly #clock: Clock;
  readonly #minutes: (Minute & { routes: Map<string, Histogram> })[] = [];
  readonly #outcomes = new Map<string, Outcome>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Record a completed request or event. Requests are also recorded by route. */
  record(
    what: 'requests' | 'events',
    { name, seconds, failed }: { name: string; seconds: number; failed: boolean },
  ): void {
    const minute = this.#currentMinute();
    addToHistogram(minute[what], seconds, failed);
    if (what === 'events') return;
    const route = minute.routes.get(name) ?? emptyHistogram();
    minute.routes.set(name, route);
    addToHistogram(route, seconds, failed);
  }

  /** Record the event loop lag of the current minute, in ms. */
  recordLag(ms: number): void {
    this.#currentMinute().lagMs = ms;
  }

  /** Record the result of an operation that can fail for a long time, such as sending emails. */
  recordOutcome(name: string, ok: boolean): void {
    const at = this.#clock.now().getTime();
    const before = this.#outcomes.get(name);
    this.#outcomes.set(name, { ok, at, since: before?.ok === ok ? before.since : at });
  }

  /** Return the last result of an operation. Return undefined if there has been no attempt. */
  outcomeOf(name: string): Outcome | undefined {
    return this.#outcomes.get(name);
  }

  /** Return the metrics of the last few minutes, oldest first. Minutes without any record are left out. */
  minutes(): Minute[] {
    const now = this.#clock.now();
    return this.#minutes.filter(({ at }) => isInWindow(at, now)).map(({ routes, ...minute }) => minute);
  }

  /** Return the histogram of each route over the last few minutes. */
  routes(): Map<string, Histogram> {
    const all = new Map<string, Histogram>();
    for (const { at, routes } of this.#minutes)
      if (isInWindow(at, this.#clock.now()))
        for (const [name, histogram] of routes)
          all.set(name, mergeHistograms([all.get(name) ?? emptyHistogram(), histogram]));
    return all;
  }

  #currentMinute() {
    const now = this.#clock.now();
    const at = Math.floor(now.getTime() / MINUTE) * MINUTE;
    const last = this.#minutes.at(-1);
    if (last?.at === at) return last;
    const minute = { at, requests: emptyHistogram(), events: emptyHistogram(), lagMs: 0, routes: new Map() };
    this.#minutes.push(minute);
    if (this.#minutes.length > WINDOW_MINUTES + 1) this.#minutes.shift();
    return minute;
  }
}

function addToHistogram(histogram: Histogram, seconds: number, failed: boolean): void {
  const found = BUCKET_SECONDS.findIndex((most) => seconds <= most);
  const bucket = found < 0 ? BUCKET_SECONDS.length : found;
  histogram.counts[bucket] = (histogram.counts[bucket] ?? 0) + 1;
  if (failed) histogram.failed++;
}

/** Report whether the minute that began at `at` lies at least partly in the last `WINDOW_MINUTES`. */
const isInWindow = (at: number, now: Date): boolean => now.getTime() - at < (WINDOW_MINUTES + 1) * MINUTE;

/** Return the sum of histograms. */
export function mergeHistograms(histograms: readonly Histogram[]): Histogram {
  const sum = emptyHistogram();
  for (const { failed, counts } of histograms) {
    sum.failed += failed;
    for (const [bucket, count] of counts.entries()) sum.counts[bucket] = (sum.counts[bucket] ?? 0) + count;
  }
  return sum;
}

/** Return the number of entries in a histogram. */
export const totalOf = ({ counts }: Histogram): number => counts.reduce((sum, count) => sum + count, 0);

/**
 * Return a quantile of a histogram in ms, interpolated linearly within its bucket. For example, `part` is
 * 0.95 for the 95th percentile. Return null if the histogram is empty. Durations above the last bucket count
 * as the upper bound of this bucket.
 */
export function quantileMs(histogram: Histogram, part: number): number | null {
  const all = totalOf(histogram);
  if (all === 0) return null;
  const wanted = part * all;
  let before = 0;
  for (const [bucket, most] of BUCKET_SECONDS.entries()) {
    const count = histogram.counts[bucket] ?? 0;
    if (before + count >= wanted && count > 0) {
      const least = BUCKET_SECONDS[bucket - 1] ?? 0;
      return Math.round((least + ((most - least) * (wanted - before)) / count) * 10_000) / 10;
    }
    before += count;
  }
  return (BUCKET_SECONDS.at(-1) ?? 0) * 1_000;
}
