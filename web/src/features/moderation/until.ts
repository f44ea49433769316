import { serverNow } from '../../lib/server-clock.ts';

const WEEK_MS = 7 * 24 * 3_600_000;

/** Format a time (ms) as the value of a `datetime-local` field, in the viewer's time zone. */
export function toLocalInput(time: number): string {
  const date = new Date(time);
  return new Date(time - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** Return the field value for the time one week from now. */
export const oneWeekFromNow = (): string => toLocalInput(serverNow() + WEEK_MS);

/** Convert a field value to ISO 8601. Return null if it is empty, invalid or not after `now` (ms). */
export function parseLocalInput(text: string, now: number): string | null {
  const time = text === '' ? Number.NaN : new Date(text).getTime();
  return time > now ? new Date(time).toISOString() : null;
}
