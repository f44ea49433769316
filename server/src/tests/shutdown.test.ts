import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, it, vi } from 'vitest';
import { SHUTDOWN_GRACE_MS } from '../platform/http/server.ts';
import { createTestApp } from '../testing/app.ts';

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
