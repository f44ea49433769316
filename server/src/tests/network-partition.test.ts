import { once } from 'node:events';
import { randomizeReconnection } from '@rivalhold/shared/reconnection.ts';
import { Redis } from 'ioredis';
import { io } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sendLobbyMessage } from '../features/chat/testing.ts';
import { history, recordEvents, sendDirectMessage } from '../features/dms/testing.ts';
import { setSafety } from '../features/safety/testing.ts';
import { sql } from '../platform/db/db.ts';
import {
  atUrl,
  createTestApp,
  emitRaw,
  nextEvent,
  type TestApp,
  type TestSocket,
  uniqueName,
} from '../testing/app.ts';
import { query } from '../testing/queries.ts';
import { TcpProxy } from '../testing/tcp-proxy.ts';

const closed = async (socket: TestSocket): Promise<string> => (await once(socket as never, 'disconnect'))[0];
const BY_THE_SITE = 'io server disconnect';
/** The Socket.IO disconnect reason after which a client reconnects automatically. */
const REOPENED = 'transport close';

describe('a node that is disconnected from the others', () => {
  const { TEST_DATABASE_URL, TEST_REDIS_URL } = process.env;
  if (!TEST_DATABASE_URL || !TEST_REDIS_URL) {
    it('cannot be tested with the embedded database', () => {
      expect([TEST_DATABASE_URL, TEST_REDIS_URL]).toEqual([undefined, undefined]);
    });
    return;
  }

  const user = uniqueName();
  let redis: TcpProxy;
  let operator: Redis;
  /** The tests disconnect the node `isolated` from Redis. The node `other` stays connected. */
  let isolated: TestApp;
  let other: TestApp;
  beforeAll(async () => {
    operator = new Redis(TEST_REDIS_URL);
    await operator.acl('SETUSER', user, 'on', 'nopass', '~*', '&*', '+@all');
    redis = new TcpProxy(TEST_REDIS_URL);
    await redis.open();
    other = await createTestApp();
    const address = new URL(redis.through(other.site.config.redisUrl as string));
    [address.username, address.password] = [user, 'any'];
    isolated = await createTestApp({
      sharedWith: other,
      env: { REDIS_URL: address.href, REDIS_TIMEOUT_MS: '1000' },
    });
  });
  afterAll(async () => {
    await isolated.close();
    await other.close();
    await operator.acl('DELUSER', user);
    operator.disconnect();
  });

  /** Sign up a player, and open a socket for this player on each node. */
  const socketsOnBoth = async () => {
    const there = await other.player();
    const here = atUrl(isolated, there);
    return { here, there, sockets: [await here.socket(), await there.socket()] as const };
  };
  const expectLocalDelivery = async (): Promise<void> => {
    const [speaker, listener] = [await isolated.player(), await isolated.player()];
    const [socket, listening] = [await speaker.socket(), await listener.socket()];
    const heard = nextEvent(listening, 'chat message');
    const { message } = await sendLobbyMessage(socket, 'To who is here');
    expect(await heard).toEqual(message);
    speaker.closeSockets();
    listener.closeSockets();
  };
  /** Expect that both nodes close the sockets of a session that ends on either node. */
  const expectSessionsEndOnBoth = async (): Promise<void> => {
    const [one, two] = [await socketsOnBoth(), await socketsOnBoth()];
    const gone = Promise.all([...one.sockets, ...two.sockets].map(closed));
    expect((await one.here.call('DELETE /api/session')).status).toBe(200);
    expect((await two.there.call('DELETE /api/session')).status).toBe(200);
    expect(await gone).toEqual(Array(4).fill(BY_THE_SITE));
  };
  const expectCatchUpAfter = async (
    rejoin: () => Promise<unknown>,
    { isolatedToo = true } = {},
  ): Promise<void> => {
    const { sockets } = await socketsOnBoth();
    const [here, there] = sockets;
    const reopened = Promise.all((isolatedToo ? sockets : [there]).map(closed));
    await rejoin();
    expect(new Set(await reopened)).toEqual(new Set([REOPENED]));
    expect(here.connected).toBe(!isolatedToo);
    const [from, to] = [await isolated.player(), await other.player()];
    const listening = await to.socket();
    const heard = nextEvent(listening, 'chat message');
    const { message } = await sendLobbyMessage(await from.socket(), 'To the other node');
    expect(await heard).toEqual(message);
  };

  it('notices ended sessions while it is disconnected', async () => {
    redis.stopAccepting();
    await expect.poll(() => isolated.redis?.status).not.toBe('ready');
    await expectLocalDelivery();
    await expectSessionsEndOnBoth();
    await expectCatchUpAfter(() => redis.open());
  });

  it('makes clients load missed events after the outage', async () => {
    const [sender, receiver] = [await isolated.player(), await other.player()];
    const [from, to] = [await sender.socket(), await receiver.socket()];
    const sent = nextEvent(to, 'private message');
    const { message: first } = await sendDirectMessage(from, sender, receiver, 'Before');
    expect((await sent).id).toBe(first.id);

    // This socket reconnects and reloads in the same way as a browser.
    const loaded: (string | null)[] = [];
    const page = io(other.url, {
      transports: ['websocket'],
      forceNew: true,
      extraHeaders: { cookie: receiver.cookieHeader },
    });
    randomizeReconnection(page);
    page.on('connect', async () => {
      for (const { text } of (await history(receiver, sender)).items) loaded.push(text);
    });
    await expect.poll(() => loaded).toContain('Before');
    const heard = recordEvents(to, 'private message');
    redis.stopAccepting();
    await expect.poll(() => isolated.redis?.status).not.toBe('ready');
    expect((await sendDirectMessage(from, sender, receiver, 'Meanwhile')).ok).toBe(true);
    expect(heard).toEqual([]);
    await redis.open();
    await expect.poll(() => loaded).toContain('Meanwhile');
    page.disconnect();
  });

  it('applies a missed visibility change after the outage', async () => {
    const hiding = await other.player();
    const [friend, stranger] = [await isolated.player(), await isolated.player()];
    await query(
      other.site.db,
      sql`insert into friendships (user_id, friend_id, created_at)
          values (${hiding.id}, ${friend.id}, now()), (${friend.id}, ${hiding.id}, now())`,
    );
    await hiding.socket();
    const socket = await stranger.socket();
    const seen = async (from: TestSocket) =>
      (await emitRaw<{ userIds: number[] }>(from, 'presence:get', { userIds: [hiding.id] })).userIds;
    await expect.poll(() => seen(socket)).toEqual([hiding.id]);
    redis.stopAccepting();
    await expect.poll(() => isolated.redis?.status).not.toBe('ready');
    await setSafety(hiding, { online: 'friends' });
    const reopened = closed(socket);
    await redis.open();
    await reopened;
    const sockets = { friend: await friend.socket(), stranger: await stranger.socket() };
    await expect.poll(() => seen(sockets.friend)).toEqual([hiding.id]);
    expect(await seen(sockets.stranger)).toEqual([]);
  });

  it('keeps working without delay while Redis hangs', async () => {
    redis.pause();
    await expectLocalDelivery();
    await expectSessionsEndOnBoth();
    await expect.poll(() => isolated.redis?.status).not.toBe('ready');
    await expectLocalDelivery();
    await expectCatchUpAfter(async () => redis.resume());
  });

  it('makes a client reconnect only if its subscription was delayed', async () => {
    const slow = new TcpProxy(TEST_REDIS_URL);
    await slow.open();
    const address = slow.through(other.site.config.redisUrl as string);
    // Keep the default Redis timeout. It is longer than the pause below, so the node does not close the connection.
    const node = await createTestApp({ sharedWith: other, env: { REDIS_URL: address } });
    const [early, late] = [await node.player(), await node.player()];
    const open = await early.socket();
    slow.pause();
    const delayed = await late.socket();
    const reopened = closed(delayed);
    slow.resume();
    expect(await reopened).toBe(REOPENED);
    expect(open.connected).toBe(true);
    await node.close();
    slow.stopAccepting();
  });

  it('keeps working while Redis rejects events', async () => {
    await operator.acl('SETUSER', user, '-spublish');
    await expectLocalDelivery();
    await expectSessionsEndOnBoth();
    // The isolated node could not send events, but it received the events of the other node. So only the clients of the
    // other node must reconnect.
    await expectCatchUpAfter(() => operator.acl('SETUSER', user, '+spublish'), { isolatedToo: false });
  });

  it('starts while Redis is down and connects when Redis is back', async () => {
    const gone = new TcpProxy(TEST_REDIS_URL);
    await gone.open();
    const address = gone.through(other.site.config.redisUrl as string);
    gone.stopAccepting();
    const started = () =>
      createTestApp({ sharedWith: other, env: { REDIS_URL: address, REDIS_TIMEOUT_MS: '1000' } });
    await (await started()).close();
    const late = await started();
    try {
      const [near, far] = [await late.player(), await other.player()];
      const [socket, distant] = [await near.socket(), await far.socket()];
      expect((await sendLobbyMessage(socket, 'Alone')).ok).toBe(true);
      const reopened = Promise.all([socket, distant].map(closed));
      await gone.open();
      expect(await reopened).toEqual([REOPENED, REOPENED]);
      const heard = nextEvent(await far.socket(), 'chat message');
      const { message } = await sendLobbyMessage(await near.socket(), 'Here now');
      expect(await heard).toEqual(message);
    } finally {
      await late.close();
      gone.stopAccepting();
    }
    const wrong = new URL(other.site.config.redisUrl as string);
    [wrong.username, wrong.password] = [user, 'wrong'];
    await operator.acl('SETUSER', user, 'resetpass', '>right');
    await expect(createTestApp({ sharedWith: other, env: { REDIS_URL: wrong.href } })).rejects.toThrow(
      /WRONGPASS/,
    );
    await operator.acl('SETUSER', user, 'nopass');
  });

  it('does not close sockets of other nodes when it stops', async () => {
    const leaving = await createTestApp({ sharedWith: other });
    const [stays, listens] = [await other.player(), await other.player()];
    const [socket, listening] = [await stays.socket(), await listens.socket()];
    const there = await atUrl(leaving, stays).socket();
    // Wait until the node is connected to the other nodes.
    const before = nextEvent(listening, 'chat message');
    await sendLobbyMessage(there, 'Leaving');
    await before;
    const gone = closed(there);
    await leaving.close();
    await gone;
    const heard = nextEvent(listening, 'chat message');
    await sendLobbyMessage(socket, 'Still here');
    expect((await heard).text).toBe('Still here');
  });
});
