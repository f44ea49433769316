import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { RECONNECTION } from '@rivalhold/shared/reconnection.ts';
import { io } from 'socket.io-client';
import { expect, it, vi } from 'vitest';
import { SHUTDOWN_GRACE_MS } from '../platform/http/server.ts';
import { atUrl, createTestApp } from '../testing/app.ts';

it('if a part of the site fails to close, closes all other parts, and the database last', async () => {
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

it('completes requests that arrive during shutdown, and then closes their connections', async () => {
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

it('completes even if a client does not respond when the server closes its socket', async () => {
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
  // The whole shutdown is limited to ten seconds.
  expect(SHUTDOWN_GRACE_MS).toBeLessThan(9_000);
  socket.destroy();
});

it.runIf(process.env.TEST_REDIS_URL)(
  'closes sockets in waves, and accepts no new ones, if there are other nodes',
  async () => {
    const leaving = await createTestApp();
    // `TestApp.close` closes the sockets of other browsers itself.
    const players = await Promise.all(
      Array.from({ length: 6 }, async () => atUrl(leaving, await leaving.player())),
    );
    const sockets = (
      await Promise.all(
        players.flatMap((player) => Array.from({ length: LIMITS.socket.perPlayer }, () => player.socket())),
      )
    ).flat();
    const closings: { at: number; reason: string }[] = [];
    for (const socket of sockets)
      socket.on('disconnect', (reason) => closings.push({ at: performance.now(), reason }));
    const closed = leaving.close();
    await expect.poll(() => closings.length).toBe(50);
    await expect(players[0]?.socket()).rejects.toThrow();
    expect(closings).toHaveLength(50);
    await expect.poll(() => closings.length).toBe(sockets.length);
    // Clients reconnect by themselves after this reason.
    expect(new Set(closings.map(({ reason }) => reason))).toEqual(new Set(['transport close']));
    const times = closings.map(({ at }) => at - (closings[0]?.at ?? 0));
    expect(times[50]).toBeGreaterThan(200);
    expect(times[100]).toBeGreaterThan(400);
    await closed;
  },
);

it('makes clients reconnect after random delays of 0.5 to 3 seconds', async () => {
  const app = await createTestApp();
  const player = await app.player();
  const delays: number[] = [];
  const sockets = await Promise.all(
    Array.from({ length: LIMITS.socket.perPlayer }, async () => {
      const socket = io(app.url, {
        transports: ['websocket'],
        forceNew: true,
        ...RECONNECTION,
        extraHeaders: { cookie: player.cookieHeader },
      });
      await once(socket as never, 'connect');
      let lostAt = 0;
      socket.on('disconnect', () => {
        lostAt = performance.now();
      });
      socket.io.once('reconnect_attempt', () => delays.push(performance.now() - lostAt));
      return socket;
    }),
  );
  await app.close();
  await expect.poll(() => delays.length, { timeout: 10_000 }).toBe(sockets.length);
  for (const socket of sockets) socket.disconnect();
  expect(Math.min(...delays)).toBeGreaterThan(LIMITS.socket.reconnectMinMs - 50);
  expect(Math.max(...delays)).toBeLessThan(LIMITS.socket.reconnectMaxMs + 500);
  expect(Math.max(...delays) - Math.min(...delays)).toBeGreaterThan(800);
});
