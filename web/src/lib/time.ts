import { dateAndTime, shortDate } from '@rivalhold/shared/dates.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { UI_TEXTS } from '@rivalhold/shared/texts/shell.ts';
import { DAY, HOUR, MINUTE } from '@rivalhold/shared/time-units.ts';

/**
 * Format the age of `time` (ISO 8601) at `now` (ms): 'just now' below a minute, then minutes, hours and days, and the
 * date after 7 days. Future times, which occur because clocks differ, are also 'just now'.
 */
export function relativeTime(time: string, now: number): string {
  const age = now - Date.parse(time);
  if (Number.isNaN(age)) return '';
  if (age < MINUTE) return UI_TEXTS.justNow;
  if (age < HOUR) return UI_TEXTS.minutesAgo(Math.floor(age / MINUTE));
  if (age < DAY) return UI_TEXTS.hoursAgo(Math.floor(age / HOUR));
  if (age < LIMITS.relativeTimeMs) return UI_TEXTS.daysAgo(Math.floor(age / DAY));
  return shortDate(new Date(time));
}

/** Format the date and time of day in the reader's time zone. Return '' for an invalid time. */
export function fullTime(time: string): string {
  const date = new Date(time);
  return Number.isNaN(date.getTime()) ? '' : dateAndTime(date);
}
