import { DAY, HOUR, MINUTE } from '@rivalhold/shared/time-units.ts';
import { expect, it } from 'vitest';
import { fullTime, relativeTime } from './time.ts';

const at = Date.parse('2026-03-20T12:00:00Z');
const before = (ms: number) => new Date(at - ms).toISOString();

it.each([
  [0, 'just now'],
  [MINUTE - 1, 'just now'],
  [MINUTE, '1 minute ago'],
  [HOUR - 1, '59 minutes ago'],
  [HOUR, '1 hour ago'],
  [DAY - 1, '23 hours ago'],
  [DAY, '1 day ago'],
  [7 * DAY - 1, '6 days ago'],
  [-5 * MINUTE, 'just now'],
])('formats %i ms ago as %j', (age, text) => {
  expect(relativeTime(before(age), at)).toBe(text);
});

it('shows the date after 7 days', () => {
  expect(relativeTime(before(7 * DAY), at)).toBe('Mar 13, 2026');
  expect(relativeTime(before(400 * DAY), at)).toMatch(/2025$/);
});

it('shows the full date and time', () => {
  const full = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });
  expect(fullTime(before(0))).toBe(full.format(at).replace('\u202f', ' '));
});

it('returns an empty string for an invalid time', () => {
  expect(relativeTime('soon', at)).toBe('');
  expect(fullTime('soon')).toBe('');
});
