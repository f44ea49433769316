import { expect, it } from 'vitest';
import { isAllowedEndpoint, isKnownService, isQuiet } from './policy.ts';

const night = { from: '22:00', to: '07:30', timeZone: 'Europe/Berlin' };
const noon = { from: '12:00', to: '13:00', timeZone: 'America/New_York' };

it.each([
  ['before midnight', '2026-06-01T20:00:00Z', night, true],
  ['a minute earlier', '2026-06-01T19:59:59Z', night, false],
  ['after midnight', '2026-06-02T00:30:00Z', night, true],
  ['at midnight by that clock', '2026-06-01T22:00:00Z', night, true],
  ['when it ends', '2026-06-02T05:30:00Z', night, false],
  ['a moment earlier', '2026-06-02T05:29:59Z', night, true],
  ['by winter’s clock', '2026-12-01T20:30:00Z', night, false],
  ['at its end in winter', '2026-12-01T06:29:00Z', night, true],
  // 2:00 is 3:00 on the last Sunday of March, and once more 2:00 on that of October.
  ['in the hour before the one that is left out', '2026-03-29T00:59:00Z', { ...night, to: '02:30' }, true],
  ['when its end is left out', '2026-03-29T01:00:00Z', { ...night, to: '02:30' }, false],
  ['in the hour that comes twice', '2026-10-25T00:15:00Z', { ...night, to: '02:30' }, true],
  ['when it has come again', '2026-10-25T01:15:00Z', { ...night, to: '02:30' }, true],
  ['within a day', '2026-06-01T16:30:00Z', noon, true],
  ['after it', '2026-06-01T17:00:00Z', noon, false],
])('quiet hours: %s', (_, time, quiet, expected) => {
  expect(isQuiet(new Date(time), quiet)).toBe(expected);
});

it('there are none where none are chosen', () => {
  expect(isQuiet(new Date('2026-06-02T00:30:00Z'), null)).toBe(false);
});

it.each([
  'https://fcm.googleapis.com/fcm/send/abc:def',
  'https://updates.push.services.mozilla.com/wpush/v2/gAAAA',
  'https://web.push.apple.com/QGM',
  'https://wns2-db5p.notify.windows.com/w/?token=1',
])('%s may be pushed to, and is known', (endpoint) => {
  expect([isAllowedEndpoint(endpoint, {}), isKnownService(endpoint)]).toEqual([true, true]);
});

it.each([
  'https://push.example.com/fcm.googleapis.com',
  'https://fcm.googleapis.com.example.com/',
  'https://notgoogleapis.com/',
])('%s may be pushed to, and may be anybody’s', (endpoint) => {
  expect([isAllowedEndpoint(endpoint, {}), isKnownService(endpoint)]).toEqual([true, false]);
});

it.each([
  'http://push.example.com/1',
  'https://push.example.com:8443/1',
  'https://user@push.example.com/1',
  'https://127.0.0.1/1',
  'https://2130706433/1',
  'https://0x7f.1/1',
  'https://[::1]/1',
  'https://[::ffff:10.0.0.1]/1',
  'https://169.254.169.254/latest',
  'https://localhost/1',
  'https://localhost./1',
  'https://a.localhost/1',
  'https://redis/1',
  'https://db.internal/1',
  'https://printer.local/1',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'push.example.com',
  `https://push.example.com/${'x'.repeat(2_000)}`,
])('%s may not', (endpoint) => {
  expect(isAllowedEndpoint(endpoint, {})).toBe(false);
});
