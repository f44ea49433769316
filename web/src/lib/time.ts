import { shortDate, timeOfDay } from '@rivalhold/shared/dates.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { DAY, HOUR, MINUTE } from '@rivalhold/shared/time-units.ts';

const ago = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'} ago`;

/**
 * Format the age of `time` (ISO 8601) at `now` (ms): 'just now' below a minute and for future times (clocks
 * differ), then minutes, hours and days, and the date from 7 days on.
 */
export function relativeTime(time: string, now: number): string {
  const age = now - Date.parse(time);
  if (Number.isNaN(age)) return '';
  if (age < MINUTE) return 'just now';
  if (age < HOUR) return ago(Math.floor(age / MINUTE), 'minute');
  if (age < DAY) return ago(Math.floor(age / HOUR), 'hour');
  if (age < LIMITS.relativeTimeMs) return ago(Math.floor(age / DAY), 'day');
  return shortDate(new Date(time));
}

/** Format date and time of day in the reader's time zone; '' for an invalid time. */
export function fullTime(time: string): string {
  const date = new Date(time);
  return Number.isNaN(date.getTime()) ? '' : `${shortDate(date)}, ${timeOfDay(date)}`;
}
