/**
 * English dates and times in the reader's time zone. They are formatted without Intl, because they appear on every
 * page, and creating the first Intl formatter is slow on a phone.
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
const month = (date: Date): string => MONTHS[date.getMonth()] ?? '';

/** Format a date: 'Mar 13, 2026'. */
export const shortDate = (date: Date): string =>
  `${month(date).slice(0, 3)} ${date.getDate()}, ${date.getFullYear()}`;

/** Format a date: 'March 13, 2026'. */
export const longDate = (date: Date): string => `${month(date)} ${date.getDate()}, ${date.getFullYear()}`;

/** Format a date without its year: 'Friday, March 13'. */
export const dayAndDate = (date: Date): string =>
  `${WEEKDAYS[date.getDay()]}, ${month(date)} ${date.getDate()}`;

/** Format a month: 'March 2026'. */
export const monthAndYear = (date: Date): string => `${month(date)} ${date.getFullYear()}`;

/** Format a time of day: '1:05 PM'. */
export function timeOfDay(date: Date): string {
  const hours = date.getHours();
  return `${hours % 12 || 12}:${String(date.getMinutes()).padStart(2, '0')} ${hours < 12 ? 'AM' : 'PM'}`;
}
