import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import { connect as connectHttp2 } from 'node:http2';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import {
  createProxyFolder,
  DEPLOY,
  ensureNginx,
  hasHttp2Directive,
  proxyArguments,
  type RunningProxy,
  startProxy,
  tlsListenConfig,
} from '../testing/proxy.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { createTlsCertificate } from '../testing/tls-certificate.ts';
import { isAvailable } from '../testing/tools.ts';

const nginx = ensureNginx();
const hasNginx = isAvailable(nginx, 'nginx');

/** A fake node that records the requests it receives. */
class Node {
  readonly name: string;
  asked: string[] = [];
  /** Number of bytes of the current request body that have arrived. */
  arrived = 0;
  /** A request whose path ends with `waits` gets its response when this promise resolves. */
  released: Promise<void> = Promise.resolve();
  readonly #server: Server = createServer((incoming, answer) =>
    // If the client disconnects while it sends the request, discard the response.
    this.#answer(incoming, answer).catch(() => answer.destroy()),
  );

  constructor(name: string) {
    this.name = name;
    this.#server.on('upgrade', (incoming: IncomingMessage, socket) => {
      socket.end(
        `HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: ${incoming.headers.upgrade}\r\n\r\n${name}`,
      );
    });
  }

  async #answer(incoming: IncomingMessage, answer: ServerResponse): Promise<void> {
    const path = incoming.url ?? '';
    this.asked.push(`${incoming.method} ${path}`);
    let bytes = 0;
    for await (const chunk of incoming) this.arrived = bytes += (chunk as Buffer).length;
    if (/^\/api\/dies|\?dies$/.test(path)) return void answer.destroy();
    if (path.endsWith('waits')) await this.released;
    if (path.startsWith('/assets/new.js') && this.name === 'one') return void answer.writeHead(404).end();
    const asset = path.startsWith('/assets/');
    answer.setHeader('cache-control', asset ? 'public, max-age=31536000, immutable' : 'no-store');
    answer.setHeader('content-type', 'application/json');
    answer.end(JSON.stringify({ node: this.name, bytes, headers: incoming.headers, pad: 'x'.repeat(2_000) }));
  }

  async open(port = 0): Promise<string> {
    this.#server.listen(port, '127.0.0.1');
    await once(this.#server, 'listening');
    return `127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    const closed = once(this.#server, 'close');
    this.#server.close();
    this.#server.closeAllConnections();
    await closed;
  }
}

type ForwardedRequest = { node: string; bytes: number; headers: Record<string, string> };

describe.skipIf(!hasNginx)('the proxy', () => {
  const one = new Node('one');
  const two = new Node('two');
  let proxy: RunningProxy;
  let addresses: [one: string, two: string];
  beforeAll(async () => {
    addresses = [await one.open(), await two.open()];
    proxy = await startProxy(addresses);
  });
  afterAll(async () => {
    await proxy.stop();
    await Promise.all([one.close(), two.close()].map((closing) => closing.catch(() => {})));
  });

  const ask = (path: string, init: RequestInit = {}) => fetch(proxy.url + path, init);
  const send = async (path: string, init?: RequestInit) =>
    (await (await ask(path, init)).json()) as ForwardedRequest;
  const asPlayer = (n: number, name = '__Host-rivalhold-session'): RequestInit => ({
    headers: { cookie: `other=1; ${name}=token${n}` },
  });

  it('keeps a session on one node', async () => {
    const first = [];
    for (let n = 0; n < 20; n++) first.push((await send('/api/x', asPlayer(n))).node);
    for (let n = 0; n < 20; n++) {
      expect((await send('/api/y', asPlayer(n))).node).toBe(first[n]);
      expect((await send('/api/z', asPlayer(n, 'rivalhold-session'))).node).toBe(first[n]);
    }
    expect(new Set(first)).toEqual(new Set(['one', 'two']));
  });

  it.each([
    ['GET', '/api/waits', 64],
    ['DELETE', '/api/waits', 64],
    ['POST', '/api/photos?waits', 20],
  ])(
    'rejects a client’s concurrent requests beyond the limit with the site’s error: %s %s, limit %i',
    async (method, path, most) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      for (const node of [one, two]) node.released = promise;
      const statuses: number[] = [];
      const asked = Array.from({ length: most + 6 }, async () => {
        const answer = await ask(path, { method });
        statuses.push(answer.status);
        return answer;
      });
      try {
        await expect.poll(() => statuses).toEqual(Array(6).fill(429));
        expect((await ask('/')).status).toBe(200);
      } finally {
        resolve();
      }
      const refused = (await Promise.all(asked)).find(({ status }) => status === 429);
      expect([refused?.headers.get('retry-after'), (await refused?.json())?.code]).toEqual([
        '10',
        'tooOften',
      ]);
      expect(statuses.filter((status) => status === 200)).toHaveLength(most);
    },
  );

  it('overwrites the forwarding headers that the client has sent', async () => {
    for (const method of ['GET', 'DELETE']) {
      const { headers } = await send('/api/x', {
        method,
        headers: {
          'x-forwarded-for': '203.0.113.9',
          'x-real-ip': '203.0.113.9',
          forwarded: 'for=203.0.113.9',
        },
      });
      expect(headers).toMatchObject({ 'x-forwarded-for': '127.0.0.1', 'x-forwarded-proto': 'http' });
      expect(JSON.stringify(headers)).not.toContain('203.0.113.9');
      expect(headers.connection).not.toBe('upgrade');
    }
  });

  it('supports TLS and HTTP/2 with a certificate', async () => {
    const folder = temporaryFolder();
    const certificate = createTlsCertificate(folder);
    const tlsProxy = await startProxy([addresses[0]], {}, certificate);
    const session = connectHttp2(tlsProxy.url, { ca: certificate.cert });
    try {
      const { headers } = JSON.parse(await text(session.request({ ':path': '/api/x' })));
      expect([session.alpnProtocol, headers['x-forwarded-proto']]).toEqual(['h2', 'https']);
    } finally {
      session.destroy();
      await tlsProxy.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('forwards a WebSocket to the node of its session', async () => {
    const call = request(`${proxy.url}/socket.io/?transport=websocket`, {
      headers: { connection: 'Upgrade', upgrade: 'websocket', cookie: 'rivalhold-session=token1' },
    });
    call.end();
    const [, socket, head] = (await once(call, 'upgrade')) as [IncomingMessage, Socket, Buffer];
    const said = head.toString() + (await text(socket));
    expect(said).toBe((await send('/api/x', asPlayer(1))).node);
  });

  it('forwards protocol upgrades only for the WebSocket path', async () => {
    for (let n = 0; n < 20; n++) {
      const call = request(`${proxy.url}${n % 2 ? '/api/x' : '/socket.iox'}`, {
        headers: { connection: 'Upgrade', upgrade: 'websocket' },
      });
      call.end();
      const [answer] = (await once(call, 'response')) as [IncomingMessage];
      const { headers } = JSON.parse(await text(answer)) as ForwardedRequest;
      expect([headers.upgrade, headers.connection === 'upgrade']).toEqual([undefined, false]);
    }
    expect((await ask('/assets/app.js?1')).status).toBe(404);
  });

  it('compresses responses, and caches only assets', async () => {
    const seen = () => [...one.asked, ...two.asked].length;
    for (const [path, reached] of [
      ['/assets/app.js', 1],
      ['/api/feed', 3],
    ] as const) {
      const before = seen();
      for (let times = 0; times < 3; times++) {
        const answer = await ask(path);
        expect(answer.headers.get('content-encoding')).toBe('gzip');
        expect(answer.headers.get('cache-control')).toBe(
          path === '/api/feed' ? 'no-store' : 'public, max-age=31536000, immutable',
        );
        await answer.arrayBuffer();
      }
      expect(seen() - before).toBe(reached);
    }
  });

  it('requests an asset from the other node if the first node lacks it', async () => {
    for (let n = 0; n < 20; n++) expect((await ask(`/assets/new.js${n}`, asPlayer(n))).status).toBe(200);
    expect(one.asked.some((line) => line.startsWith('GET /assets/new.js'))).toBe(true);
  });

  it('streams uploads of 25 MB to the node', async () => {
    const size = 25 * 2 ** 20 + 2 ** 20;
    expect((await send('/api/clips', { method: 'POST', body: Buffer.alloc(size) })).bytes).toBe(size);
    for (const [path, comes] of [
      ['/api/photos', true],
      ['/api/feed', false],
    ] as const) {
      one.arrived = two.arrived = 0;
      const call = request(`${proxy.url}${path}`, {
        method: 'POST',
        headers: { 'content-length': 100_000, cookie: 'rivalhold-session=token1' },
      });
      const answered = once(call, 'response') as Promise<[IncomingMessage]>;
      call.write(Buffer.alloc(50_000));
      if (comes) await expect.poll(() => one.arrived + two.arrived).toBe(50_000);
      else {
        await send('/api/x', asPlayer(1));
        expect(one.arrived + two.arrived).toBe(0);
      }
      call.end(Buffer.alloc(50_000));
      const [answer] = await answered;
      expect((JSON.parse(await text(answer)) as ForwardedRequest).bytes).toBe(100_000);
    }
  });

  it('rejects requests that are too large, with the same error as the site', async () => {
    for (const [method, path, mebibytes] of [
      ['POST', '/api/feed', 2],
      ['POST', '/api/photos', 29],
      ['PUT', '/api/photos', 2],
    ] as const) {
      const answer = await new Promise<IncomingMessage>((resolve, reject) => {
        const call = request(`${proxy.url}${path}`, {
          method,
          headers: { 'content-length': mebibytes * 2 ** 20 },
        });
        call.once('response', resolve).once('error', reject).flushHeaders();
      });
      expect(answer.statusCode).toBe(413);
      expect(JSON.parse(await text(answer))).toEqual({ code: 'tooLarge', message: 'This is too large.' });
    }
    expect((await ask('/metrics')).status).toBe(404);
    expect([...one.asked, ...two.asked]).not.toContain('GET /metrics');
  });

  it('accepts webhook requests up to the size limit of a node', async () => {
    const body = Buffer.alloc(256 * 1024);
    expect((await send('/api/checkout/webhook', { method: 'POST', body })).bytes).toBe(body.length);
  });

  // Shorten the timeouts, because the deployed timeouts of at least 10 s are too long for a test.
  describe('with short timeouts', () => {
    let shortTimeoutProxy: RunningProxy;
    beforeAll(async () => {
      shortTimeoutProxy = await startProxy([addresses[0]], {
        'client_header_timeout 10s;': 'client_header_timeout 1s;',
        'client_body_timeout 15s;': 'client_body_timeout 1s;',
        'client_body_timeout 30s;': 'client_body_timeout 1s;',
      });
    });
    afterAll(() => shortTimeoutProxy.stop());

    const begin = (text: string) => {
      const socket = connect(shortTimeoutProxy.port, '127.0.0.1').resume();
      socket.on('error', () => {}).write(text);
      return { socket, gone: new Promise((resolve) => socket.once('close', resolve)) };
    };

    it('disconnects a client that sends its headers slowly', async () => {
      const { socket, gone } = begin('GET /api/slow HTTP/1.1\r\nhost: x\r\nx-slow: ');
      const drip = setInterval(() => socket.write('x'), 100);
      await gone;
      clearInterval(drip);
      expect(one.asked).not.toContain('GET /api/slow');
    });

    it.each(['/api/feed', '/api/photos'])(
      'disconnects a client that stops sending in the middle of a body: %s',
      async (path) => {
        await begin(`POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-length: 100000\r\n\r\n{"body":`).gone;
      },
    );
  });

  it('retries reads, but not writes, on the other node', async () => {
    // Configure this proxy so that it does not avoid nodes that have failed.
    const servers = addresses.map((address) => `server ${address} max_fails=0;`);
    const { url, stop } = await startProxy(addresses, { 'include site/nodes.conf;': servers.join(' ') });
    onTestFinished(stop);
    for (const [method, path, times] of [
      ['GET', '/api/dies', 2],
      ['HEAD', '/api/dies', 2],
      ['POST', '/api/dies', 1],
      ['PATCH', '/api/dies', 1],
      ['PUT', '/api/dies', 1],
      ['DELETE', '/api/dies/of%2Fthree?quantity=3', 1],
      ['DELETE', '/api/upload/avatar?dies', 1],
    ] as const) {
      const answer = await fetch(url + path, { method, ...(/^P/.test(method) && { body: 'once' }) });
      expect(answer.status).toBe(503);
      if (method !== 'HEAD') expect(await answer.json()).toMatchObject({ code: 'unavailable' });
      const asked = [...one.asked, ...two.asked].filter((line) => line.includes('dies'));
      expect(asked).toEqual(Array(times).fill(`${method} ${path}`));
      for (const node of [one, two]) node.asked = [];
    }
  });

  it('continues with the other node while the first is down, and returns 503 while both are down', async () => {
    await one.close();
    for (let n = 0; n < 20; n++) {
      expect((await send('/api/x', asPlayer(n))).node).toBe('two');
      expect((await send('/api/x', { method: 'POST', ...asPlayer(n), body: 'once' })).node).toBe('two');
      const remove = () => ask('/api/x', { method: 'DELETE', ...asPlayer(n) });
      await expect.poll(async () => (await remove()).status).toBe(200);
    }
    await two.close();
    const answer = await ask('/api/x');
    expect([answer.status, answer.headers.get('retry-after'), answer.headers.get('cache-control')]).toEqual([
      503,
      '5',
      'no-store',
    ]);
    expect(await answer.json()).toMatchObject({ code: 'unavailable' });
    await one.open(Number(addresses[0].split(':')[1]));
    await expect.poll(async () => (await ask('/api/x')).status).toBe(200);
  });
});

describe.skipIf(!hasNginx)('the deployed configuration', () => {
  const read = (name: string) => readFileSync(join(DEPLOY, 'site', name), 'utf8');
  const LISTEN = [/^listen 8443 ssl;$/m, /^http2 on;$/m] as const;

  it('uses the syntax of the nginx version in the compose file', () => {
    const [image] = /nginx:[\d.]+/.exec(readFileSync(join(DEPLOY, 'compose.yaml'), 'utf8')) ?? [];
    expect(hasHttp2Directive(image?.replace(':', '/') ?? '')).toBe(true);
    for (const line of LISTEN) expect(read('listen.conf')).toMatch(line);
    const said = ['1.22.1', '1.25.0', '1.25.1', '1.26', '2.0.0'].map(
      (version) => `nginx version: nginx/${version}`,
    );
    expect(said.map(hasHttp2Directive)).toEqual([false, false, true, true, true]);
  });

  it('is accepted by nginx with a test certificate', () => {
    const folder = createProxyFolder([], '');
    try {
      const listen = tlsListenConfig(nginx ?? '', '8443', createTlsCertificate(folder));
      writeFileSync(join(folder, 'site/listen.conf'), listen);
      for (const name of ['nodes.conf', 'http-redirect.conf'])
        cpSync(join(DEPLOY, 'site', name), join(folder, 'site', name));
      const { status, stderr } = spawnSync(nginx ?? '', ['-t', ...proxyArguments(folder)], {
        encoding: 'utf8',
      });
      expect({ status, stderr }).toMatchObject({ status: 0 });
      expect(stderr).not.toContain('[warn]');
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
