const WEEK_MS = 7 * 24 * 3_600_000;

/** A time (ms) as a `datetime-local` field writes it, in the reader's zone. */
export function toLocalInput(time: number): string {
  const date = new Date(time);
  return new Date(time - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** A week from now, as such a field writes it. */
export const oneWeekFromNow = (): string => toLocalInput(Date.now() + WEEK_MS);

/** What such a field holds as ISO 8601; null for nothing, and for what is not after `now` (ms). */
export function parseLocalInput(text: string, now: number): string | null {
  const time = text === '' ? Number.NaN : new Date(text).getTime();
  return time > now ? new Date(time).toISOString() : null;
}
