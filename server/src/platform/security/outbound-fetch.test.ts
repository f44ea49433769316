import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo, LookupFunction } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../../scripts/testing/temporary-folder.ts';
import { download, embedsIpv4, OutboundError } from './outbound-fetch.ts';

let server: Server;
let port: number;
let reached: string[] = [];
let answer: { status: number; headers?: Record<string, string>; body?: Buffer } = { status: 200 };
const path = join(temporaryFolder(), 'fetched');

beforeAll(async () => {
  server = createServer((request, response) => {
    reached.push(`${request.socket.localAddress} ${request.url}`);
    const { status, headers, body } =
      request.url === '/end' ? { status: 200, body: Buffer.from('end') } : answer;
    response.writeHead(status, headers).end(body);
  });
  // Listen on every address of this machine, so that the test notices any connection.
  await new Promise<void>((resolve) => server.listen(0, '::', resolve));
  port = (server.address() as AddressInfo).port;
});
afterAll(() => server.close());
beforeEach(() => {
  reached = [];
  answer = { status: 200, body: Buffer.from('picture') };
});

/**
 * Return a lookup function that resolves every name to a list of addresses. The first lookup returns the first list,
 * the second lookup returns the second list, and so on.
 */
const resolving = (...rounds: string[][]): LookupFunction => {
  let round = 0;
  return ((_name, options, done) => {
    const found = rounds[Math.min(round++, rounds.length - 1)] as string[];
    const all = found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
    if (options.all) done(null, all);
    else done(null, all[0]?.address as string, all[0]?.family as number);
  }) as LookupFunction;
};
const fetchFrom = (
  address: string,
  {
    countRequest,
    ...more
  }: {
    addresses?: string[];
    lookup?: LookupFunction;
    maxBytes?: number;
    countRequest?: (address: string) => Promise<void>;
  } = {},
) =>
  download(address, {
    path,
    maxBytes: more.maxBytes ?? 1_000,
    policy: { ports: [port], ...more },
    ...(countRequest && { countRequest }),
  });
const refused = async (fetching: Promise<void>) => {
  await expect(fetching).rejects.toThrow();
  expect(reached).toEqual([]);
};

const HOSTS = [
  '127.0.0.1',
  '127.0.0.2',
  '127.1',
  '2130706433',
  '0x7f000001',
  '0x7f.1',
  '0177.0.0.1',
  '127.0.0.1.',
  '%31%32%37.0.0.1',
  '１２７.０.０.１',
  '①②⑦.⓪.⓪.①',
  '0.0.0.0',
  '0',
  'localhost',
  'LOCALHOST',
  'localhost.',
  '[::1]',
  '[::]',
  '[0:0:0:0:0:0:0:1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::127.0.0.1]',
  '[::ffff:0:127.0.0.1]',
  '[64:ff9b::127.0.0.1]',
  '[64:ff9b:1::127.0.0.1]',
  '[2002:7f00:1::]',
  '[2001:0:7f00:1::]',
  '[fe80::1]',
  '[fec0::1]',
  '[fc00::1]',
  '[fd00:ec2::254]',
  '[ff02::1]',
  '[2001:db8::1]',
  '[100::1]',
  '10.0.0.1',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.0.1',
  '100.64.0.1',
  '100.100.100.200',
  '169.254.169.254',
  '0xa9fea9fe',
  '2852039166',
  '192.0.0.192',
  '192.0.2.1',
  '198.18.0.1',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
];
const LITERALS = HOSTS.flatMap((host) => {
  const { hostname = '' } = URL.parse(`http://${host}/`) ?? {};
  return /^[\d.]+$|^\[/.test(hostname) ? [hostname.replaceAll(/[[\]]/g, '')] : [];
});

describe('a private address', () => {
  it.each(HOSTS)('is not fetched if it is written as %s', async (host) => {
    await refused(fetchFrom(`http://${host}:${port}/`));
  });

  it.each(LITERALS)('is not fetched through a hostname that resolves to %s', async (address) => {
    await refused(fetchFrom(`http://pictures.test:${port}/`, { lookup: resolving([address]) }));
    await refused(fetchFrom(`https://pictures.test:${port}/`, { lookup: resolving([address]) }));
  });

  it('is not fetched even if its hostname also resolves to an allowed address', async () => {
    const lookup = resolving(['127.0.0.1', '127.0.0.2']);
    const countRequest = async () => {};
    for (const more of [{}, { countRequest }])
      await refused(
        fetchFrom(`http://pictures.test:${port}/`, { lookup, addresses: ['127.0.0.1'], ...more }),
      );
  });

  it.each(HOSTS)('is not fetched through a redirect to %s', async (host) => {
    answer = { status: 302, headers: { location: `http://${encodeURI(host)}:${port}/end` } };
    const lookup = ((name, options, done) =>
      name === 'pictures.test'
        ? resolving(['127.0.0.9'])(name, options, done)
        : resolving(['127.0.0.1'])(name, options, done)) as LookupFunction;
    await expect(
      fetchFrom(`http://pictures.test:${port}/`, { lookup, addresses: ['127.0.0.9'] }),
    ).rejects.toThrow();
    expect(reached).toHaveLength(1);
  });

  it('is not fetched if a name resolves to it only after a redirect', async () => {
    answer = { status: 307, headers: { location: '/end' } };
    const lookup = resolving(['127.0.0.9'], ['127.0.0.1']);
    await expect(
      fetchFrom(`http://pictures.test:${port}/`, { lookup, addresses: ['127.0.0.9'] }),
    ).rejects.toThrow();
    expect(reached).toHaveLength(1);
  });
});

describe('an IPv6 address that contains an IPv4 address', () => {
  const EMBEDDING = [
    '::8.8.8.8',
    '::ffff:8.8.8.8',
    '::ffff:0:8.8.8.8',
    '64:ff9b::8.8.8.8',
    '64:ff9b:1::8.8.8.8',
    '2001:0:808:808::1',
    '2002:808:808::1',
    '2a00:1450:4001:81b:0:5efe:8.8.8.8',
    '2a00:1450:4001:81b:200:5efe:8.8.8.8',
  ];
  it.each(EMBEDDING)('is not fetched: %s', async (address) => {
    const wanted = [`http://[${address}]:${port}/`, `http://pictures.test:${port}/`] as const;
    for (const url of wanted) {
      const error = await fetchFrom(url, { lookup: resolving([address]) }).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(OutboundError);
    }
    expect(reached).toEqual([]);
  });

  it('is distinguished from other addresses and from names', () => {
    for (const address of ['2a00:1450:4001:81b::200e', '2606:4700::6810:84e5', '8.8.8.8', 'pictures.test'])
      expect(embedsIpv4(address)).toBe(false);
  });
});

const open = { addresses: ['127.0.0.9'], lookup: resolving(['127.0.0.9']) };
const inside = () => `http://pictures.test:${port}/`;

describe('a URL', () => {
  it('is fetched after up to three redirects', async () => {
    await fetchFrom(inside(), open);
    expect(readFileSync(path, 'utf8')).toBe('picture');
    answer = { status: 301, headers: { location: '/end' } };
    await fetchFrom(inside(), open);
    expect(readFileSync(path, 'utf8')).toBe('end');
    reached = [];
    answer = { status: 301, headers: { location: '/again' } };
    await expect(fetchFrom(inside(), open)).rejects.toThrow('too many redirects');
    expect(reached).toHaveLength(4);
  });

  it('is rejected if the response is too large', async () => {
    answer = { status: 200, body: Buffer.alloc(1_001) };
    await expect(fetchFrom(inside(), open)).rejects.toThrow('is too large');
    answer = { status: 200, headers: { 'transfer-encoding': 'chunked' }, body: Buffer.alloc(1_001) };
    await expect(fetchFrom(inside(), open)).rejects.toThrow('is too large');
    await fetchFrom(inside(), { ...open, maxBytes: 1_001 });
  });

  it.each([
    'file:///etc/passwd',
    'ftp://pictures.test/a.png',
    'gopher://pictures.test/',
    'data:image/png;base64,AAAA',
    '//pictures.test/a.png',
    'http://',
    '',
    'http://user@pictures.test/a.png',
    'http://:secret@pictures.test/a.png',
    'http://pictures.test:22/a.png',
    'http://pictures.test:6379/a.png',
    `http://pictures.test/${'a'.repeat(2_000)}.png`,
  ])('is not fetched if it is forbidden: “%s”', async (address) => {
    await refused(fetchFrom(address, open));
    reached = [];
    answer = { status: 302, headers: { location: address } };
    if (URL.parse(address)) await expect(fetchFrom(inside(), open)).rejects.toThrow();
    expect(reached.length).toBeLessThanOrEqual(1);
  });

  it.each([204, 206, 304, 400, 404, 500])('is rejected if the response has status %i', async (status) => {
    answer = { status };
    await expect(fetchFrom(inside(), open)).rejects.toThrow();
  });
});

it('connects to only one of the addresses that a hostname resolves to', async () => {
  const alone = createServer((_request, response) => response.end('picture'));
  await new Promise<void>((resolve) => alone.listen(0, '127.0.0.10', resolve));
  const counted: string[] = [];
  const fetchWith = (...found: string[]) =>
    download(`http://pictures.test:${(alone.address() as AddressInfo).port}/`, {
      path,
      maxBytes: 1_000,
      policy: {
        ports: [(alone.address() as AddressInfo).port],
        addresses: ['127.0.0.9', '127.0.0.10'],
        lookup: resolving(found),
      },
      countRequest: async (address) => void counted.push(address),
    });
  await expect(fetchWith('127.0.0.9', '127.0.0.10')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  await fetchWith('127.0.0.10', '127.0.0.9');
  expect(counted).toEqual(['127.0.0.9', '127.0.0.10']);
  alone.close();
});
