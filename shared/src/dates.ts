/**
 * English dates and times, in the reader's time zone or in UTC. They are formatted without Intl, because they appear on
 * every page, and creating the first Intl formatter takes 50 ms on a slow phone. Tests compare them with Intl.
 */

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const;
const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;
const month = (index: number): string => MONTHS[index] ?? '';
const shortMonth = (index: number): string => month(index).slice(0, 3);
const twoDigits = (value: number): string => String(value).padStart(2, '0');
const clock = (hours: number, minutes: string): string =>
  `${hours % 12 || 12}:${minutes} ${hours < 12 ? 'AM' : 'PM'}`;

/** Format a date: 'Mar 13, 2026'. */
export const shortDate = (date: Date): string =>
  `${shortMonth(date.getMonth())} ${date.getDate()}, ${date.getFullYear()}`;

/** Format a date: 'March 13, 2026'. */
export const longDate = (date: Date): string =>
  `${month(date.getMonth())} ${date.getDate()}, ${date.getFullYear()}`;

/** Format a date without its year: 'Friday, March 13'. */
export const dayAndDate = (date: Date): string =>
  `${WEEKDAYS[date.getDay()]}, ${month(date.getMonth())} ${date.getDate()}`;

/** Format a month: 'March 2026'. */
export const monthAndYear = (date: Date): string => `${month(date.getMonth())} ${date.getFullYear()}`;

/** Format a time of day: '1:05 PM'. */
export const timeOfDay = (date: Date): string => clock(date.getHours(), twoDigits(date.getMinutes()));

/** Format a time of day with its seconds: '1:05:09 PM'. */
export const timeWithSeconds = (date: Date): string =>
  clock(date.getHours(), `${twoDigits(date.getMinutes())}:${twoDigits(date.getSeconds())}`);

/** Format a date and time: 'Mar 13, 2026, 1:05 PM'. */
export const dateAndTime = (date: Date): string => `${shortDate(date)}, ${timeOfDay(date)}`;

/** Format the date in UTC, which is the same for every reader: 'Mar 13, 2026'. */
export const utcDate = (date: Date): string =>
  `${shortMonth(date.getUTCMonth())} ${date.getUTCDate()}, ${date.getUTCFullYear()}`;

/** Format the date in UTC: 'March 13, 2026'. */
export const longUtcDate = (date: Date): string =>
  `${month(date.getUTCMonth())} ${date.getUTCDate()}, ${date.getUTCFullYear()}`;

/** Format the date and time in UTC: 'Mar 13, 2026, 1:05 PM UTC'. */
export const utcTime = (date: Date): string =>
  `${utcDate(date)}, ${clock(date.getUTCHours(), twoDigits(date.getUTCMinutes()))} UTC`;
