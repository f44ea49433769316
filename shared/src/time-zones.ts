import { DAY, HOUR } from './time-units.ts';

/** Report whether the runtime knows a time zone by this name. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** Maximum number of cached formats. Without it, clients could fill the memory with spellings like `eUrOpE/bErLiN`. */
const FORMATS_MAX = 500;
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const cached = formats.get(timeZone);
  if (cached) return cached;
  if (formats.size >= FORMATS_MAX) formats.clear();
  // This locale writes a date as 2026-11-27.
  const options = { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' } as const;
  const format = new Intl.DateTimeFormat('sv-SE', options);
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
