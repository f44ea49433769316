import net from 'node:net';
import { gzipSync } from 'node:zlib';
import { type RouteKey, routes } from '@rivalhold/shared/contract/index.ts';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { createPost, postOf } from '../../features/feed/testing.ts';
import { type TestPlayer, useTestApp } from '../../testing/app.ts';
import { sendAs, statusesIn, writeBytes } from './raw-http.ts';
import { errorResponseViolation, headerViolation, usedMb } from './response-checks.ts';

const app = useTestApp();
let player: TestPlayer;
beforeAll(async () => {
  player = await app.player();
});

const isUp = async () => expect((await app.browser().fetch('/readyz')).status).toBe(200);
const SMUGGLED = 'GET /api/csrf/restore HTTP/1.1\r\nHost: x\r\n\r\n';
const post = (headers: string, body = '') =>
  `POST /api/session HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${headers}\r\n\r\n${body}`;
/** The beginning of a WebSocket handshake. */
const UPGRADE =
  'GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n' +
  'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n';
const CHUNKED = `0\r\n\r\n${SMUGGLED}`;

describe('a raw request', () => {
  it.each<[string, string]>([
    ['a length and chunks', post('Content-Length: 6\r\nTransfer-Encoding: chunked', CHUNKED)],
    ['chunks and a length', post('Transfer-Encoding: chunked\r\nContent-Length: 6', CHUNKED)],
    ['two lengths', post('Content-Length: 0\r\nContent-Length: 46', SMUGGLED)],
    ['two lengths in one header', post('Content-Length: 0, 46', SMUGGLED)],
    ['a length with a sign', post('Content-Length: +0', SMUGGLED)],
    ['a negative length', post('Content-Length: -1', SMUGGLED)],
    ['a length in hex', post('Content-Length: 0x2e', SMUGGLED)],
    ['a huge length', post(`Content-Length: ${'9'.repeat(40)}`, SMUGGLED)],
    ['a space before the colon', post('Transfer-Encoding : chunked', CHUNKED)],
    [
      'a chunked encoding that is not the last encoding',
      post('Transfer-Encoding: chunked, identity', CHUNKED),
    ],
    ['chunks under another name', post('Transfer-Encoding: xchunked', CHUNKED)],
    ['a folded header', post('Transfer-Encoding:\r\n chunked\r\nContent-Length: 6', CHUNKED)],
    ['a chunk without a size', post('Transfer-Encoding: chunked', `x\r\n\r\n${SMUGGLED}`)],
    ['a negative chunk size', post('Transfer-Encoding: chunked', `-1\r\n\r\n${SMUGGLED}`)],
    ['a huge chunk size', post('Transfer-Encoding: chunked', `${'f'.repeat(20)}\r\n\r\n${SMUGGLED}`)],
    ['a NUL in a header', post('X-A: a\0b')],
    ['a header without a name', post(': x')],
    ['a bare CR between headers', post('X-A: a\rContent-Length: 0')],
    ['an unknown method', 'SMUGGLE /api/session HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['another version', 'GET /api/session HTTP/3.7\r\nHost: x\r\n\r\n'],
    ['an HTTP/2 preface', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['a header of 40 KB', post(`X-A: ${'x'.repeat(40_000)}`)],
    ['20,000 headers', post(Array.from({ length: 20_000 }, (_, n) => `X-${n}: y`).join('\r\n'))],
    ['bytes of another protocol', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
  ])('is rejected if it has %s', async (_, bytes) => {
    const output = await writeBytes(app.url, [bytes]);
    expect(statusesIn(output).every((status) => status >= 400 && status < 500)).toBe(true);
    expect(statusesIn(output).length).toBeLessThanOrEqual(1);
    expect(output).not.toContain('csrfToken');
    const body = output.split('\r\n\r\n')[1];
    if (body) expect(errorResponseViolation(statusesIn(output)[0] ?? 0, body)).toBeNull();
    await isUp();
  });

  it('gets exactly one response if it is valid, and is rejected if it is meant for another site', async () => {
    const twice = await writeBytes(app.url, [SMUGGLED, SMUGGLED], { answers: 2 });
    expect(statusesIn(twice)).toEqual([200, 200]);
    // This server is not a proxy, so it rejects tunnels and URLs of other sites.
    expect(
      statusesIn(await writeBytes(app.url, ['CONNECT evil.test:443 HTTP/1.1\r\nHost: evil.test\r\n\r\n'])),
    ).toEqual([]);
    const elsewhere = await writeBytes(app.url, [
      'GET http://evil.test/api/nothing HTTP/1.1\r\nHost: evil.test\r\n\r\n',
    ]);
    expect(statusesIn(elsewhere).every((status) => status >= 400 && status < 500)).toBe(true);
    await isUp();
  });

  it('is rejected if it requests an upgrade to another protocol', async () => {
    for (const path of ['/api/config', '/', '//socket.io/?EIO=4&transport=websocket', '/socket.io'])
      expect([
        path,
        statusesIn(
          await writeBytes(app.url, [
            `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n`,
          ]),
        ),
      ]).toEqual([path, [404]]);
    await isUp();
  });

  it('gets the usual response headers even if it is malformed', async () => {
    for (const path of ['/api/profiles/%', `/api/profiles/${'x'.repeat(300)}`]) {
      const answer = await sendAs(player, { method: 'GET', path, headers: {} });
      expect(answer && headerViolation(answer)).toBeNull();
    }
    const output = await writeBytes(app.url, ['SPEAK friend\r\n\r\n']);
    for (const header of ['x-content-type-options: nosniff', 'cache-control: no-store', 'x-request-id: '])
      expect(output.toLowerCase()).toContain(header);
  });
});

describe('incomplete connections', () => {
  it('do not block other connections', async () => {
    const { port } = new URL(app.url);
    const beginnings = [
      '',
      'GET / HT',
      'POST /api/session HTTP/1.1\r\nHost: x\r\nContent-Le',
      post('Content-Length: 1000', '{"credential":"'),
      UPGRADE,
    ];
    const sockets = Array.from({ length: 400 }, (_, n) => {
      const socket = net.connect(Number(port), '127.0.0.1');
      socket.on('error', () => {}).write(beginnings[n % beginnings.length] ?? '');
      return socket;
    });
    try {
      await Promise.all(
        sockets.map(
          (socket) =>
            new Promise((resolve) => (socket.connecting ? socket.once('connect', resolve) : resolve(null))),
        ),
      );
      for (let n = 0; n < 20; n++) await isUp();
      const live = await player.socket();
      expect(await live.emitWithAck('register', player.id)).toEqual({ ok: true });
      player.closeSockets();
    } finally {
      for (const socket of sockets) socket.destroy();
    }
  });
});

describe('a connection that is reset during the handshake', () => {
  it('does not end the process', async () => {
    const { sessions } = app.site;
    const failed: unknown[] = [];
    const note = (error: unknown) => failed.push(error);
    process.on('uncaughtException', note);
    const session = Promise.withResolvers<null>();
    const looked = vi.spyOn(sessions, 'find').mockReturnValue(session.promise);
    const sockets = Array.from({ length: 5 }, () => net.connect(Number(new URL(app.url).port), '127.0.0.1'));
    for (const socket of sockets)
      socket.on('error', () => {}).write(`${UPGRADE}Cookie: rivalhold-session=made-up\r\n\r\n`);
    await expect.poll(() => looked.mock.calls).toHaveLength(sockets.length);
    for (const socket of sockets) socket.resetAndDestroy();
    // Send a request. When the server responds to it, the server has also noticed the resets.
    await isUp();
    session.resolve(null);
    await isUp();
    looked.mockRestore();
    process.off('uncaughtException', note);
    expect(failed).toEqual([]);
  });
});

describe('a decompression bomb', () => {
  it('is not decompressed in a request body', async () => {
    const before = usedMb();
    const body = gzipSync(Buffer.from(JSON.stringify({ body: 'x'.repeat(30_000_000) })));
    expect(body.length).toBeLessThan(64 * 1024);
    for (const encoding of ['gzip', 'deflate', 'br', 'gzip, gzip']) {
      const answer = await sendAs(player, {
        method: 'POST',
        path: '/api/feed',
        headers: {
          'content-type': 'application/json',
          'content-encoding': encoding,
          'x-csrf-token': player.csrf,
        },
        body,
      });
      expect([400, 415]).toContain(answer?.status);
    }
    expect(usedMb() - before).toBeLessThan(20);
  });

  it('cannot be sent over a socket, because sockets support no compression', async () => {
    const output = await writeBytes(app.url, [
      `${UPGRADE}Cookie: ${player.cookieHeader}\r\n`,
      'Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits\r\n\r\n',
    ]);
    expect(statusesIn(output)).toEqual([101]);
    expect(output.toLowerCase()).not.toContain('permessage-deflate');
    await isUp();
  });
});

describe('forged addresses in a request', () => {
  it('never make a response redirect to another site', async () => {
    const paths = [
      '//evil.test',
      '/\\evil.test',
      '/%2f%2fevil.test',
      '/dashboard?next=https://evil.test',
      '/https://evil.test',
      '/api//evil.test',
      '//evil.test/%2e%2e',
      '/sandbox-pay/sandbox_x?return=https://evil.test',
    ];
    for (const path of paths) {
      const answer = await sendAs(player, {
        method: 'GET',
        path,
        headers: { host: 'evil.test', 'x-forwarded-host': 'evil.test' },
      });
      expect([path, answer?.headers.location, answer?.headers.refresh]).toEqual([path, undefined, undefined]);
    }
  });

  it('give no caller a staff role or loopback access', async () => {
    const headers = {
      'x-forwarded-for': '127.0.0.1',
      'x-real-ip': '127.0.0.1',
      'x-original-url': '/api/admin/users',
      'x-rewrite-url': '/api/admin/users',
    };
    expect((await player.fetch('/api/admin/users', { headers })).status).toBe(403);
    expect((await app.browser().fetch('/api/session', { headers })).status).toBe(200);
    // A request that came through a proxy never counts as a request by the operator on this machine. This is true even
    // if its headers contain a local address.
    expect((await app.browser().fetch('/metrics', { headers })).status).toBe(403);
    expect((await app.browser().fetch('/api/docs/json', { headers })).status).toBe(401);
  });
});

describe('a method override', () => {
  it.each<[string, string, Record<string, string>]>([
    [
      'a header',
      '',
      { 'x-http-method-override': 'DELETE', 'x-http-method': 'DELETE', 'x-method-override': 'DELETE' },
    ],
    ['the query', '?_method=DELETE&method=DELETE', {}],
  ])('is ignored in %s', async (_, query, headers) => {
    const id = await createPost(player);
    for (const method of ['GET', 'POST', 'HEAD'])
      await player.fetch(`/api/feed/${id}${query}`, {
        method,
        headers: { 'x-csrf-token': player.csrf, ...headers },
      });
    expect((await postOf(player, id)).status).toBe(200);
  });
});

describe('a page on another site', () => {
  const writes = (Object.keys(routes) as RouteKey[]).filter((key) => !key.startsWith('GET '));
  const pathOf = (key: RouteKey) => key.slice(key.indexOf(' ') + 1).replaceAll(/\{\w+\}/g, '1');
  const methodOf = (key: RouteKey) => key.slice(0, key.indexOf(' '));
  const FORMS = [
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/json',
  ];

  it('cannot write through any route', async () => {
    const token = player.csrf;
    for (const [n, key] of writes.entries()) {
      const send = (headers: Record<string, string>) =>
        sendAs(player, {
          method: methodOf(key),
          path: pathOf(key),
          headers: { 'content-type': FORMS[n % FORMS.length] as string, ...headers },
          body: '{"body":"x"}',
        });
      const without = await send({ 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' });
      const withOrigin = await send({ origin: 'https://evil.test', 'x-csrf-token': token });
      const opaque = await send({ origin: 'null', 'x-csrf-token': token });
      const codes = [without, withOrigin, opaque].map(
        (answer) => answer && [answer.status, JSON.parse(answer.text).code],
      );
      expect([key, ...codes]).toEqual([key, [403, 'csrf'], [403, 'origin'], [403, 'origin']]);
    }
    expect((await player.user())?.id).toBe(player.id);
  });

  it('cannot read responses or frame a page', async () => {
    for (const path of ['/', '/api/session', '/api/feed', '/dashboard']) {
      const response = await player.fetch(path, { headers: { origin: 'https://evil.test' } });
      expect([...response.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
      expect(response.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    }
    const asked = await player.fetch('/api/feed', {
      method: 'OPTIONS',
      headers: { origin: 'https://evil.test', 'access-control-request-method': 'POST' },
    });
    expect(asked.headers.get('access-control-allow-origin')).toBeNull();
  });
});
