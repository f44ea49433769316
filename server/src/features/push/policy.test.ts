import { expect, it } from 'vitest';
import { isAllowedEndpoint, isKnownService } from './policy.ts';

it.each([
  'https://fcm.googleapis.com/fcm/send/abc:def',
  'https://updates.push.services.mozilla.com/wpush/v2/gAAAA',
  'https://web.push.apple.com/QGM',
  'https://wns2-db5p.notify.windows.com/w/?token=1',
])('%s is allowed, and belongs to a known push service', (endpoint) => {
  expect([isAllowedEndpoint(endpoint, {}), isKnownService(endpoint)]).toEqual([true, true]);
});

it.each([
  'https://push.example.com/fcm.googleapis.com',
  'https://fcm.googleapis.com.example.com/',
  'https://notgoogleapis.com/',
])('%s is allowed, but belongs to no known push service', (endpoint) => {
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
])('%s is not allowed as a push endpoint', (endpoint) => {
  expect(isAllowedEndpoint(endpoint, {})).toBe(false);
});
