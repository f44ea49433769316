import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import type { Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readMails } from '../features/accounts/testing.ts';
import { sendLobbyMessage } from '../features/chat/testing.ts';
import { RATE_LIMITS } from '../features/feed/routes.ts';
import { sql, transaction } from '../platform/db/db.ts';
import { AppError, toAppError } from '../platform/errors.ts';
import { sendMail } from '../platform/mail/mail.ts';
import {
  atUrl,
  createTestApp,
  nextEvent,
  type TestApp,
  type TestPlayer,
  type TestSocket,
} from '../testing/app.ts';
import { query } from '../testing/queries.ts';
import { TcpProxy } from '../testing/tcp-proxy.ts';

describe('a service error', () => {
  it.each([
    { code: 'ECONNREFUSED' },
    { code: '57P01', message: 'terminating connection due to administrator command' },
    { code: '57P03', message: 'the database system is starting up' },
    { code: '57014', message: 'canceling statement due to statement timeout' },
    { code: '53300', message: 'sorry, too many clients already' },
    { code: '53100', message: 'could not extend file: No space left on device' },
    { code: '55P03', message: 'canceling statement due to lock timeout' },
    { code: '25006', message: 'cannot execute INSERT in a read-only transaction' },
    { code: 'ENOSPC', message: 'no space left on device, write' },
    { message: 'timeout exceeded when trying to connect' },
    { message: 'Connection terminated unexpectedly' },
    { message: 'Connection terminated due to connection timeout' },
    { message: 'Query read timeout' },
  ])('becomes a 503 if it is caused by an outage: $code $message', ({ code, message }) => {
    const error = Object.assign(new Error(message), { code });
    for (const said of [error, new Error('Cannot write file', { cause: error })])
      expect(toAppError(said)).toMatchObject({ code: 'unavailable', status: 503, retryAfter: 5 });
  });

  it('does not become a 503 if it is caused by a bug', () => {
    for (const code of ['23505', '42601', '42P01', '22P02', 'ENOENT', undefined])
      expect(toAppError(Object.assign(new Error('Wrong'), { code }))).toBeNull();
    const own = new AppError('notFound');
    expect(toAppError(new Error('Above', { cause: own }))).toBe(own);
  });
});

describe('a node during an outage', () => {
  const { TEST_DATABASE_URL, TEST_REDIS_URL } = process.env;
  if (!TEST_DATABASE_URL || !TEST_REDIS_URL) {
    it('cannot be tested with the embedded database', () => {
      expect([TEST_DATABASE_URL, TEST_REDIS_URL]).toEqual([undefined, undefined]);
    });
    return;
  }

  let database: TcpProxy;
  let redis: TcpProxy;
  /** `app` is a node whose services fail. `other` is a node that keeps its services. */
  let app: TestApp;
  let other: TestApp;
  let player: TestPlayer;
  beforeAll(async () => {
    [database, redis] = [new TcpProxy(TEST_DATABASE_URL), new TcpProxy(TEST_REDIS_URL)];
    await Promise.all([database.open(), redis.open()]);
    other = await createTestApp();
    const { databaseUrl, redisUrl } = other.site.config;
    app = await createTestApp({
      sharedWith: other,
      env: {
        DATABASE_URL: database.through(databaseUrl as string),
        REDIS_URL: redis.through(redisUrl as string),
        RATE_LIMITS: 'on',
        DATABASE_TIMEOUT_MS: '1000',
        DATABASE_POOL: '4',
      },
    });
    player = await app.player();
  });
  afterAll(async () => {
    await app.close();
    await other.close();
  });

  /**
   * Create a post, and return the status. Reset the rate limit first, because some of the failed attempts count towards
   * it.
   */
  const post = async (text: string) => {
    await app.site.limits.reset(RATE_LIMITS.post, player.id);
    return (await player.call('POST /api/feed', { body: { body: text } })).status;
  };
  /**
   * Open a socket, and wait until the node has checked its session again. If the database failed before this check, the
   * node would close the socket.
   */
  const checkedSocket = async (owner: TestPlayer) => {
    const socket = await owner.socket();
    await delay(LIMITS.session.cacheMs);
    await owner.user();
    return socket;
  };
  const isSaid = async (socket: TestSocket, text: string) => (await sendLobbyMessage(socket, text)).ok;

  it('rejects with 503 only the calls that need the database', async () => {
    const socket = await checkedSocket(player);
    const guest = app.browser();
    // This player signs up on the other node, so `app` has not cached the session.
    const newcomer = atUrl(app, await other.player());
    database.stopAccepting();
    const { status, headers, body } = await player.call('POST /api/feed', { body: { body: 'Lost' } });
    expect([status, headers.get('retry-after'), body.code]).toEqual([503, '5', 'unavailable']);
    expect(await sendLobbyMessage(socket, 'Lost')).toMatchObject({
      ok: false,
      code: 'unavailable',
      retryAfter: 5,
    });
    expect((await guest.call('GET /api/session')).status).toBe(200);
    expect((await newcomer.call('GET /api/config')).status).toBe(200);
    expect((await newcomer.call('GET /api/levels')).status).toBe(503);
    expect((await guest.fetch('/healthz')).status).toBe(200);
    expect((await guest.fetch('/readyz')).status).toBe(503);

    await database.open();
    await expect.poll(() => post('Found')).toBe(201);
    await expect.poll(() => isSaid(socket, 'Found')).toBe(true);
    const { body: feed } = await player.call('GET /api/feed');
    expect(feed.items).toHaveLength(1);
    const locks = sql`
      select count(*)::integer as nodes from pg_locks
      where locktype = 'advisory' and mode = 'ShareLock' and granted
        and database = (select oid from pg_database where datname = current_database())`;
    // Wait until the node holds its node lock (a shared advisory lock) again.
    await expect.poll(() => query(other.site.db, locks)).toEqual([{ nodes: 2 }]);
    socket.disconnect();
  });

  it('rejects a call with 503, and cancels its statement, if the statement exceeds its timeout', async () => {
    const setStatus = (statusMessage: string) =>
      player.call('PATCH /api/users/me/status', { body: { statusMessage } });
    const [held, locked] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const holding = transaction(other.site.db, async (tx) => {
      await query(tx, sql`select 1 from users where id = ${player.id} for update`);
      locked.resolve();
      await held.promise;
    });
    await locked.promise;
    const { status, headers } = await setStatus('Too late');
    expect([status, headers.get('retry-after')]).toEqual([503, '5']);
    // No statement is waiting anymore, although the lock is still held.
    const waiting = sql`select count(*)::integer as waiting from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`;
    expect(await query(other.site.db, waiting)).toEqual([{ waiting: 0 }]);
    held.resolve();
    await holding;
    expect((await player.user())?.statusMessage).not.toBe('Too late');
    // On a busy machine, a statement can take longer than this node's timeout of a second, so try again.
    await expect.poll(async () => (await setStatus('In time')).status).toBe(200);
  });

  it('rejects sockets on both transports with 503 while the database is down', async () => {
    const handshake = async (transport: 'polling' | 'websocket') => {
      const call = request(`${app.url}/socket.io/?EIO=4&transport=${transport}`, {
        headers: {
          cookie: player.cookieHeader,
          ...(transport === 'websocket' && {
            connection: 'Upgrade',
            upgrade: 'websocket',
            'sec-websocket-version': '13',
            'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
          }),
        },
      }).end();
      const [answer, open] = (await Promise.race([once(call, 'response'), once(call, 'upgrade')])) as [
        IncomingMessage,
        Socket?,
      ];
      open?.destroy();
      const { statusCode, headers } = answer;
      return { statusCode, headers, body: open ? '' : await text(answer) };
    };
    database.stopAccepting();
    for (const transport of ['polling', 'websocket'] as const) {
      // Repeat the handshake, because the session stays in the cache for up to a second.
      await expect.poll(async () => (await handshake(transport)).statusCode).toBe(503);
      const { headers, body } = await handshake(transport);
      expect(headers).toMatchObject({
        'retry-after': '5',
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
      });
      expect(JSON.parse(body)).toMatchObject({ code: 'unavailable' });
    }
    await database.open();
    await expect.poll(async () => (await player.call('GET /api/feed')).status).toBe(200);
  });

  it('makes calls and open transactions time out while the database hangs', async () => {
    database.pause();
    const frozen = await Promise.all(Array.from({ length: 8 }, (_, n) => post(`Frozen ${n}`)));
    expect(new Set(frozen)).toEqual(new Set([503]));
    database.resume();
    const thaw = () => Promise.all(Array.from({ length: 4 }, (_, n) => post(`Thawed ${n}`)));
    await expect.poll(thaw).toEqual([201, 201, 201, 201]);
    // The other node can read all posts, which shows that they are committed.
    const stored = sql`select distinct text from posts where text like 'Thawed _'`;
    expect(await query(other.site.db, stored)).toHaveLength(4);
    const idle = sql`
      select 1 from pg_stat_activity where datname = current_database() and state like 'idle in%'`;
    await expect.poll(() => query(other.site.db, idle)).toEqual([]);
  });

  it('reconnects after its database connections stop responding', async () => {
    const socket = await checkedSocket(await app.player());
    // Stop the jobs on `other`, so that `app` must run them after the recovery.
    await other.site.jobs.stop();
    const send = (to: string) =>
      transaction(other.site.db, (tx) =>
        sendMail(app.site, tx, { email: to, username: 'One' }, { subject: 'Hail', text: ['Hail'] }),
      );
    const isSent = async (to: string) => (await readMails(app)).some((mail) => mail.to.includes(to));
    await send('before@vanished.test');
    await expect.poll(() => isSent('before@vanished.test')).toBe(true);
    database.dropPackets();
    const received = nextEvent(socket, 'feed:newPost');
    await send('after@vanished.test');
    await expect.poll(() => post('Here again')).toBe(201);
    expect(await received).toMatchObject({ text: 'Here again' });
    await expect.poll(() => isSent('after@vanished.test')).toBe(true);
  });

  it('lets requests succeed while Redis is down', async () => {
    const [near, far] = [await app.player(), await other.player()];
    const [socket, second, distant] = [await player.socket(), await near.socket(), await far.socket()];
    redis.stopAccepting();
    await expect.poll(() => app.redis?.status).not.toBe('ready');
    expect(await post('Without Redis')).toBe(201);
    const heard = nextEvent(second, 'chat message');
    const { message } = await sendLobbyMessage(socket, 'To who is here');
    expect(await heard).toEqual(message);
    const ended = once(second as never, 'disconnect');
    expect((await near.call('DELETE /api/session')).status).toBe(200);
    await ended;

    const reopened = [socket, distant].map((one) => once(one as never, 'disconnect'));
    await redis.open();
    for (const one of reopened) expect(await one).toEqual(['transport close', expect.anything()]);
    const again = await player.socket();
    const fromFar = await far.socket();
    const received = nextEvent(again, 'chat message');
    const { message: from } = await sendLobbyMessage(fromFar, 'From the other node');
    expect(await received).toEqual(from);
  });
});
