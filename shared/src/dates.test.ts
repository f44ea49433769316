import { expect, it } from 'vitest';
import {
  dateAndTime,
  dayAndDate,
  longDate,
  longUtcDate,
  monthAndYear,
  shortDate,
  timeOfDay,
  timeWithSeconds,
  utcDate,
  utcTime,
} from './dates.ts';

it.each([
  [shortDate, { dateStyle: 'medium' }],
  [longDate, { day: 'numeric', month: 'long', year: 'numeric' }],
  [dayAndDate, { weekday: 'long', day: 'numeric', month: 'long' }],
  [monthAndYear, { month: 'long', year: 'numeric' }],
  [timeOfDay, { hour: 'numeric', minute: '2-digit' }],
  [timeWithSeconds, { timeStyle: 'medium' }],
  [dateAndTime, { dateStyle: 'medium', timeStyle: 'short' }],
  [utcDate, { dateStyle: 'medium', timeZone: 'UTC' }],
  [longUtcDate, { dateStyle: 'long', timeZone: 'UTC' }],
] as const)('formats dates in English with %o', (written, options) => {
  const english = new Intl.DateTimeFormat('en', options);
  for (let at = Date.UTC(2025, 11, 20, 0, 7); at < Date.UTC(2027, 1, 3); at += 5.3 * 3_600_000) {
    const date = new Date(at);
    // Some versions of Intl put a narrow no-break space before AM.
    expect(written(date)).toBe(english.format(date).replaceAll('\u202f', ' '));
  }
});

it('formats times in UTC', () => {
  expect(utcTime(new Date('2026-11-22T14:05:59Z'))).toBe('Nov 22, 2026, 2:05 PM UTC');
  expect(utcTime(new Date('2027-01-01T00:00:00Z'))).toBe('Jan 1, 2027, 12:00 AM UTC');
  expect(utcTime(new Date('2026-12-31T23:59:59+00:00'))).toBe('Dec 31, 2026, 11:59 PM UTC');
});
