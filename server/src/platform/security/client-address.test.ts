import type { IncomingMessage } from 'node:http';
import fc from 'fast-check';
import Fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { isLocalRequest } from '../http/local-request.ts';
import { clientAddress, networkOf, proxyTrust, rateLimitAddress } from './client-address.ts';

describe('rateLimitAddress', () => {
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
  ])('maps “%s” to “%s”', (address, counted) => {
    expect(rateLimitAddress(address)).toBe(counted);
  });
});

it.each([
  ['203.0.113.7', '203.0.113.0/24'],
  ['::ffff:203.0.113.7', '203.0.113.0/24'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
  ['2001:db8:1:ffff::1', '2001:db8:1::/48'],
  ['somewhere', 'unknown'],
  ['somewhere/24', 'unknown'],
  ['unknown', 'unknown'],
])('the network of %s is %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

it('networkOf returns a network unchanged', () => {
  const address = fc.oneof(
    fc.ipV4(),
    fc.ipV6(),
    fc.ipV4().map((ipv4) => `::ffff:${ipv4}`),
  );
  fc.assert(
    fc.property(address, (full) => {
      const network = networkOf(full);
      expect(network).toMatch(/\/(24|48)$/);
      expect(networkOf(network)).toBe(network);
    }),
    {
      examples: [
        ['203.0.113.7'],
        ['::ffff:203.0.113.7'],
        ['2001:db8:1:2:3:4:5:6'],
        ['::1'],
        ['fe80::1%eth0'],
      ],
    },
  );
});

describe('detecting requests from the same machine', () => {
  it.each<[string, Record<string, unknown>, boolean]>([
    ['127.0.0.1', {}, true],
    ['127.8.8.8', {}, true],
    ['::1', {}, true],
    ['::ffff:127.0.0.1', {}, true],
    ['127.0.0.1', { 'x-forwarded-for': '127.0.0.1' }, false],
    ['127.0.0.1', { forwarded: 'for=127.0.0.1' }, false],
    ['127.0.0.1', { 'x-forwarded-host': 'hold.test' }, false],
    ['127.0.0.1', { 'x-real-ip': '203.0.113.9' }, false],
    ['127.0.0.1', { via: '1.1 proxy' }, false],
    ['127.0.0.1', { 'cf-ray': '1' }, false],
    ['127.0.0.1', { 'x-requested-with': 'XMLHttpRequest', 'cache-control': 'no-store' }, true],
    ['10.0.0.1', {}, false],
    ['', {}, false],
  ])('a request from “%s” with the headers %j counts as local: %s', (ip, headers, expected) => {
    expect(isLocalRequest({ ip, headers }, { publicUrl: null, trustProxy: false })).toBe(expected);
  });
});

describe('a request from a loopback address through a proxy that adds no header', () => {
  it.each([
    ['the site is reached by loopback', 'http://127.0.0.1:3000', false, true],
    ['the site has a public address', 'https://hold.test', false, false],
    ['the proxies of a public site are declared', 'https://hold.test', 1, true],
  ] as const)(
    'if %s (PUBLIC_URL %s, TRUST_PROXY %s), the request counts as local: %s',
    (_when, publicUrl, trustProxy, expected) => {
      const config = { publicUrl: new URL(publicUrl), trustProxy };
      expect(isLocalRequest({ ip: '127.0.0.1', headers: {} }, config)).toBe(expected);
    },
  );
});

describe('a client behind proxies', () => {
  const PEER = '127.0.0.1';
  it.each<[number | string | false, string | undefined, string]>([
    [false, '9.9.9.9', PEER],
    [0, '9.9.9.9', PEER],
    [1, undefined, PEER],
    [1, '9.9.9.9', '9.9.9.9'],
    [1, '6.6.6.6, 9.9.9.9', '9.9.9.9'],
    [2, '6.6.6.6, 9.9.9.9,8.8.8.8', '9.9.9.9'],
    [5, '9.9.9.9', '9.9.9.9'],
    ['loopback', '6.6.6.6, 9.9.9.9', '9.9.9.9'],
    ['loopback, 10.0.0.0/8', '6.6.6.6, 9.9.9.9, 10.1.2.3', '9.9.9.9'],
    ['127.0.0.1, 10.1.2.3', '9.9.9.9, 10.1.2.4', '10.1.2.4'],
    ['10.0.0.1', '9.9.9.9', PEER],
    ['::1, 2001:db8::/32', '9.9.9.9', PEER],
    ['loopback', 'nonsense', 'nonsense'],
    [1, '9.9.9.9,', '9.9.9.9'],
    [2, '9.9.9.9, , 8.8.8.8', '9.9.9.9'],
    [1, ' ', PEER],
  ])(
    'with TRUST_PROXY=%s and X-Forwarded-For: %s has the address %s',
    async (trusted, forwarded, expected) => {
      const trust = proxyTrust(trusted);
      const headers = { 'x-forwarded-for': forwarded };
      const request = { headers, socket: { remoteAddress: PEER } } as unknown as IncomingMessage;
      expect(clientAddress(request, trust)).toBe(expected);
      // Fastify determines the address of requests, and `clientAddress` determines the address of sockets. Both must find
      // the same address.
      const app = Fastify({ trustProxy: trust });
      app.get('/', async (request) => request.ip);
      const { body } = await app.inject({ url: '/', headers: forwarded === undefined ? {} : headers });
      expect(body).toBe(expected);
    },
  );

  it('an invalid TRUST_PROXY is rejected', () => {
    for (const word of ['everybody', '10.0.0.0/99', 'loopback,', ''])
      expect(() => proxyTrust(word)).toThrow();
  });
});
