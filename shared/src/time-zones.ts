import { DAY, HOUR } from './time-units.ts';

/**
 * Return the standard name of a time zone (`Europe/Berlin` for `europe/berlin`). Return null for an unknown name or a
 * fixed offset. There are a few hundred standard names, so a cache by name stays small.
 */
export function standardTimeZone(name: string): string | null {
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions();
    return /^[+-]/.test(timeZone) ? null : timeZone;
  } catch {
    return null;
  }
}

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const format =
    formats.get(timeZone) ??
    // This locale writes a date as 2026-11-27.
    new Intl.DateTimeFormat('sv-SE', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
  formats.set(timeZone, format);
  return format;
}

/** Return the calendar date (`2026-11-27`) of a time in a time zone. */
export const localDate = (at: Date, timeZone: string): string => formatOf(timeZone).format(at);

/** Return the calendar date that is `days` days after `date`. */
export const addDays = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * DAY).toISOString().slice(0, 10);

/** Return the Monday of the week of a calendar date. */
export const mondayOf = (date: string): string => addDays(date, -((new Date(date).getUTCDay() + 6) % 7));

/** Upper bound for the difference between a time zone and UTC. */
const MAX_OFFSET = 16 * HOUR;

/**
 * Return the first moment (to the second) at which the date in a time zone is `date` or later. This is not always
 * midnight, because midnight can be skipped when summer time begins.
 */
export function startOfDate(date: string, timeZone: string): Date {
  let before = Date.parse(date) - MAX_OFFSET;
  let after = Date.parse(date) + MAX_OFFSET;
  while (after - before > 1000) {
    const middle = before + 1000 * Math.floor((after - before) / 2000);
    if (localDate(new Date(middle), timeZone) < date) before = middle;
    else after = middle;
  }
  return new Date(after);
}
