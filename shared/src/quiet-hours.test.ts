import { expect, it } from 'vitest';
import { isQuiet } from './quiet-hours.ts';

const night = { from: '22:00', to: '07:30', timeZone: 'Europe/Berlin' };
const noon = { from: '12:00', to: '13:00', timeZone: 'America/New_York' };

it.each([
  ['at the start', '2026-06-01T20:00:00Z', night, true],
  ['just before the start', '2026-06-01T19:59:59Z', night, false],
  ['after midnight', '2026-06-02T00:30:00Z', night, true],
  ['at local midnight', '2026-06-01T22:00:00Z', night, true],
  ['at the end', '2026-06-02T05:30:00Z', night, false],
  ['just before the end', '2026-06-02T05:29:59Z', night, true],
  ['before the start in winter time', '2026-12-01T20:30:00Z', night, false],
  ['before the end in winter time', '2026-12-01T06:29:00Z', night, true],
  // In Berlin, clocks skip the hour from 2:00 to 3:00 on the last Sunday of March, and repeat it on the last Sunday of
  // October.
  ['before the skipped hour', '2026-03-29T00:59:00Z', { ...night, to: '02:30' }, true],
  ['when the end is skipped', '2026-03-29T01:00:00Z', { ...night, to: '02:30' }, false],
  ['in the repeated hour', '2026-10-25T00:15:00Z', { ...night, to: '02:30' }, true],
  ['in the repeated hour again', '2026-10-25T01:15:00Z', { ...night, to: '02:30' }, true],
  ['within one day', '2026-06-01T16:30:00Z', noon, true],
  ['after the end', '2026-06-01T17:00:00Z', noon, false],
])('reports whether quiet hours are in effect %s', (_, time, quiet, expected) => {
  expect(isQuiet(new Date(time), quiet)).toBe(expected);
});

it('reports no quiet hours if the player has set none', () => {
  expect(isQuiet(new Date('2026-06-02T00:30:00Z'), null)).toBe(false);
});
