import { expect, it } from 'vitest';
import { dayAndDate, longDate, monthAndYear, shortDate, timeOfDay } from './dates.ts';

it.each([
  [shortDate, { dateStyle: 'medium' }],
  [longDate, { day: 'numeric', month: 'long', year: 'numeric' }],
  [dayAndDate, { weekday: 'long', day: 'numeric', month: 'long' }],
  [monthAndYear, { month: 'long', year: 'numeric' }],
  [timeOfDay, { hour: 'numeric', minute: '2-digit' }],
] as const)('formats %o in English', (written, options) => {
  const english = new Intl.DateTimeFormat('en', options);
  for (let at = Date.UTC(2025, 11, 20, 0, 7); at < Date.UTC(2027, 1, 3); at += 5.3 * 3_600_000) {
    const date = new Date(at);
    // Some versions of Intl put a narrow no-break space before AM.
    expect(written(date)).toBe(english.format(date).replaceAll('\u202f', ' '));
  }
});
