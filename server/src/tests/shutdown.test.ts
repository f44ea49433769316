import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { randomizeReconnection } from '@rivalhold/shared/reconnection.ts';
import { SOCKET_LIMITS } from '@rivalhold/shared/socket-limits.ts';
import { io } from 'socket.io-client';
import { expect, it, vi } from 'vitest';
import { SHUTDOWN_GRACE_MS } from '../platform/http/server.ts';
import { atUrl, createTestApp, type TestPlayer } from '../testing/app.ts';

it('closes all parts of the site, even if some of them fail to close', async () => {
  const app = await createTestApp();
  const { realtime, jobs, database } = app.site;
  const closeSockets = realtime.close.bind(realtime);
  const stopJobs = jobs.stop.bind(jobs);
  vi.spyOn(realtime, 'close').mockImplementation(async () => {
    await closeSockets();
    throw new Error('Redis is away');
  });
  const stopped = vi.spyOn(jobs, 'stop').mockImplementation(async () => {
    await stopJobs();
    throw new Error('so are jobs');
  });
  const closed = vi.spyOn(database, 'close');
  await app.close();
  expect(stopped).toHaveBeenCalledOnce();
  expect(closed).toHaveBeenCalledOnce();
});

it('completes requests that began before the shutdown', async () => {
  const app = await createTestApp();
  const { cookieHeader } = await app.player();
  const { sessions } = app.site;
  const port = Number(new URL(app.url).port);
  const begin = () => {
    const socket = connect(port, '127.0.0.1');
    return { socket, said: text(socket) };
  };
  const request = `GET /api/feed HTTP/1.1\r\nhost: x\r\ncookie: ${cookieHeader}\r\n\r\n`;
  const [kept, waiting] = [begin(), begin()];
  kept.socket.write(request);
  await once(kept.socket, 'data');
  kept.socket.write(request.slice(0, 20));
  const find = sessions.find.bind(sessions);
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const asked = new Promise<void>((resolve) => {
    vi.spyOn(sessions, 'find').mockImplementationOnce(async (token) => {
      resolve();
      await released;
      return find(token);
    });
  });
  waiting.socket.write(request);
  await asked;

  const closed = app.close();
  const tryAnother = async () => {
    const another = connect(port, '127.0.0.1');
    await once(another, 'connect').finally(() => another.destroy());
  };
  await expect.poll(() => tryAnother().catch(({ code }) => code)).toBe('ECONNREFUSED');
  kept.socket.write(request.slice(20));
  release();
  const [, last] = (await kept.said).split(/(?=HTTP\/1\.1 )/);
  for (const answer of [last, await waiting.said]) {
    expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r$/m);
    expect(answer).toMatch(/^cache-control: no-store\r$/m);
    expect(answer).toMatch(/^connection: close\r$/im);
  }
  await closed;
});

it('shuts down even if a client does not respond to the closing of its socket', async () => {
  const app = await createTestApp();
  const { cookieHeader } = await app.player();
  const socket = connect(Number(new URL(app.url).port), '127.0.0.1');
  socket.write(
    `GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nhost: x\r\ncookie: ${cookieHeader}\r\n` +
      'connection: upgrade\r\nupgrade: websocket\r\n' +
      'sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
  );
  await once(socket, 'data');
  const closed = vi.spyOn(app.site.database, 'close');
  await app.close();
  expect(closed).toHaveBeenCalledOnce();
  // The whole shutdown must take at most ten seconds, so the grace period must leave time for the rest of it.
  expect(SHUTDOWN_GRACE_MS).toBeLessThan(9_000);
  socket.destroy();
});

if (process.env.TEST_REDIS_URL)
  it('closes sockets in waves, so that clients reconnect to another node', async () => {
    const staying = await createTestApp();
    const leaving = await createTestApp({ sharedWith: staying });
    const players = await Promise.all(Array.from({ length: 6 }, () => staying.player()));
    const clients = players.flatMap((player) =>
      Array.from({ length: SOCKET_LIMITS.perPlayer }, () => reconnectingSocket(leaving.url, player)),
    );
    await expect.poll(() => clients.every(({ socket }) => socket.connected)).toBe(true);
    // Let the clients reconnect to the other node, as a proxy would do.
    for (const { socket } of clients) (socket.io as unknown as { uri: string }).uri = staying.url;
    const closed = leaving.close();
    const lost = () => clients.flatMap(({ lostAt }) => lostAt ?? []).sort((one, other) => one - other);
    await expect.poll(() => lost().length).toBeGreaterThan(0);
    await expect(atUrl(leaving, players[0] as TestPlayer).socket()).rejects.toThrow();
    await expect.poll(() => lost().length).toBe(clients.length);
    const times = lost().map((at) => at - (lost()[0] as number));
    // The server closes the third wave of 50 sockets 500 ms after the first wave. The test allows a shorter time,
    // because clients on a busy machine can notice the first wave late.
    expect(times[100]).toBeGreaterThan(100);
    await closed;
    await expect.poll(() => clients.every(({ socket }) => socket.connected)).toBe(true);
    for (const { reason } of clients) expect(reason).toBe('transport close');
    for (const { socket } of clients) socket.disconnect();
    await staying.close();
  });

it('makes clients wait for a random time before each attempt to reconnect', async () => {
  const app = await createTestApp();
  const player = await app.player();
  const clients = Array.from({ length: SOCKET_LIMITS.perPlayer }, () => reconnectingSocket(app.url, player));
  await expect.poll(() => clients.every(({ socket }) => socket.connected)).toBe(true);
  await app.close();
  const attempts = 4;
  await expect.poll(() => clients.every((client) => client.attempts >= attempts)).toBe(true);
  for (const { socket } of clients) socket.disconnect();
  for (let attempt = 0; attempt < attempts; attempt++) {
    const delays = clients.map((client) => client.delays[attempt] ?? 0);
    expect(Math.min(...delays)).toBeGreaterThanOrEqual(SOCKET_LIMITS.reconnectMinMs);
    expect(Math.max(...delays)).toBeLessThanOrEqual(SOCKET_LIMITS.reconnectMaxMs);
    expect(Math.max(...delays) - Math.min(...delays)).toBeGreaterThan(500);
  }
});

/** Open a socket that reconnects like the socket of a browser, and record the delays of its attempts. */
function reconnectingSocket(url: string, { cookieHeader }: TestPlayer) {
  const socket = io(url, {
    transports: ['websocket'],
    forceNew: true,
    extraHeaders: { cookie: cookieHeader },
  });
  randomizeReconnection(socket);
  const client = {
    socket,
    reason: '',
    lostAt: null as number | null,
    attempts: 0,
    /** The delays in ms that Socket.IO has scheduled before its attempts to reconnect. */
    delays: [] as number[],
  };
  socket.on('disconnect', (reason) => Object.assign(client, { reason, lostAt: performance.now() }));
  socket.io.on('reconnect_attempt', () => {
    client.attempts += 1;
  });
  const { backoff } = socket.io as unknown as { backoff: { duration(): number } };
  const duration = backoff.duration.bind(backoff);
  backoff.duration = () => {
    const delay = duration();
    client.delays.push(delay);
    return delay;
  };
  return client;
}
