import { describe, expect, it } from 'vitest';
import { isDirectLoopback, limitedAddress } from './address.ts';

describe('the address that limits count by', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
    ['2001:db8:1:3::1', '2001:db8:1:3::/64'],
    ['::1', '0:0:0:0::/64'],
    ['2001:DB8:1:2::1', '2001:db8:1:2::/64'],
    ['', 'unknown'],
    ['somewhere', 'unknown'],
    ['1.2.3.4, 5.6.7.8', 'unknown'],
  ])('of %s is %s', (address, counted) => {
    expect(limitedAddress(address)).toBe(counted);
  });
});

describe('coming from this machine itself', () => {
  it.each<[string, Record<string, unknown>, boolean]>([
    ['127.0.0.1', {}, true],
    ['127.8.8.8', {}, true],
    ['::1', {}, true],
    ['::ffff:127.0.0.1', {}, true],
    ['127.0.0.1', { 'x-forwarded-for': '127.0.0.1' }, false],
    ['127.0.0.1', { forwarded: 'for=127.0.0.1' }, false],
    ['10.0.0.1', {}, false],
    ['', {}, false],
  ])('%s with %j: %s', (ip, headers, expected) => {
    expect(isDirectLoopback({ ip, headers })).toBe(expected);
  });
});
