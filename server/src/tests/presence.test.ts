import { afterEach, describe, expect, it } from 'vitest';
import { waitFor } from '../../../scripts/testing/wait-for.ts';
import { block } from '../features/blocks/testing.ts';
import {
  createTestApp,
  emitRaw,
  firstEvent,
  nextEvent,
  type TestApp,
  TestPlayer,
  type TestSocket,
} from '../testing/app.ts';

const apps: TestApp[] = [];
const start = async (beside?: TestApp): Promise<TestApp> => {
  const app = await createTestApp(beside ? { sharedWith: beside } : {});
  apps.push(app);
  return app;
};
afterEach(async () => {
  for (const app of apps.splice(0).reverse()) await app.close();
});

const userIdsFor = async (socket: TestSocket, payload: object): Promise<number[]> =>
  (await emitRaw<{ userIds: number[] }>(socket, 'presence:get', payload)).userIds;
const onlineTo = async (socket: TestSocket): Promise<number[]> =>
  (await userIdsFor(socket, {})).sort((one, other) => one - other);

describe('the list of online players', () => {
  it('is sent immediately to a new client, and shortly after to others', async () => {
    const app = await start();
    const [one, other] = [await app.player(), await app.player()];
    const socket = await one.socket();
    expect(await firstEvent(socket, 'online users')).toEqual([one.id]);
    const received = nextEvent(socket, 'online users');
    await other.socket();
    const second = await other.socket();
    expect(await firstEvent(second, 'online users')).toEqual([one.id, other.id]);
    expect(await received).toEqual([one.id, other.id]);
    const gone = nextEvent(socket, 'online users');
    other.closeSockets();
    expect(await gone).toEqual([one.id]);
    expect(await emitRaw(socket, 'presence:get', { userIds: [one.id, other.id, 999_999] })).toEqual({
      ok: true,
      userIds: [one.id],
    });
  });

  it('is sent again on request', async () => {
    const app = await start();
    const one = await app.player();
    const socket = await one.socket();
    await firstEvent(socket, 'online users');
    // Clients can leave out an empty payload.
    for (const sent of [[{}], []]) {
      const received = nextEvent(socket, 'online users');
      socket.emit('presence:get', ...(sent as [object]));
      expect(await received).toEqual([one.id]);
    }
  });

  it('hides two players from each other as soon as one of them blocks the other', async () => {
    const app = await start();
    const [one, other] = [await app.player(), await app.player()];
    const [socket, there] = [await one.socket(), await other.socket()];
    await waitFor(async () => expect(await onlineTo(socket)).toEqual([one.id, other.id]));
    await block(one, other);
    await waitFor(async () => expect(await onlineTo(socket)).toEqual([one.id]));
    expect(await userIdsFor(there, { userIds: [one.id] })).toEqual([]);
  });
});

describe('the sockets of a player', () => {
  it('are limited to 20', async () => {
    const app = await start();
    const player = await app.player();
    const open = await Promise.all(Array.from({ length: 20 }, () => player.socket()));
    await expect(player.socket()).rejects.toThrow('tooOften');
    open[0]?.disconnect();
    await waitFor(async () => expect((await player.socket()).connected).toBe(true));
    const rush = await Promise.allSettled(Array.from({ length: 40 }, () => player.socket()));
    expect(rush.length).toBe(40);
    await waitFor(() => {
      const standing = rush.filter((one) => one.status === 'fulfilled' && one.value.connected);
      expect(standing).toEqual([]);
    });
    expect([...app.site.realtime.localUserIds()]).toEqual([player.id]);
  });
});

if (process.env.TEST_REDIS_URL)
  describe('the list of online players on several nodes', () => {
    const moved = (player: TestPlayer, app: TestApp): TestPlayer => {
      const there = new TestPlayer(app.url, player.id, player.username);
      for (const [name, value] of player.cookies) there.cookies.set(name, value);
      return there;
    };

    it('includes the players of all nodes', async () => {
      const here = await start();
      const there = await start(here);
      const [one, other] = [await here.player(), await here.player()];
      const socket = await one.socket();
      const far = moved(other, there);
      const farSocket = await far.socket();
      await waitFor(async () => expect(await onlineTo(socket)).toEqual([one.id, other.id]));
      await waitFor(async () => expect(await onlineTo(farSocket)).toEqual([one.id, other.id]));
      // A block on one node takes effect on the other node.
      await block(one, other);
      await waitFor(async () => expect(await onlineTo(farSocket)).toEqual([other.id]));
      await one.call('DELETE /api/blocks/{userId}', { params: { userId: other.id } });
      await waitFor(async () => expect(await onlineTo(farSocket)).toEqual([one.id, other.id]));
      far.closeSockets();
      await waitFor(async () => expect(await onlineTo(socket)).toEqual([one.id]));
    });

    it('hides the players of a killed node within 30 seconds', async () => {
      const app = await start();
      const player = await app.player();
      const socket = await player.socket();
      const { redis } = app;
      if (!redis) throw new Error('There is no Redis');
      await waitFor(async () => {
        const [own] = await redis.smembers('rivalhold:presence:nodes');
        const life = await redis.pttl(`rivalhold:presence:node:${own}`);
        expect(life).toBeGreaterThan(0);
        expect(life).toBeLessThanOrEqual(10_000);
      });
      // Create the entry that a killed node would leave in Redis. No other node renews this entry.
      await redis.set('rivalhold:presence:node:killed', '[4711]');
      await redis.sadd('rivalhold:presence:nodes', 'killed');
      await waitFor(async () => expect(await onlineTo(socket)).toContain(4711));
      await redis.del('rivalhold:presence:node:killed');
      await waitFor(async () => expect(await onlineTo(socket)).toEqual([player.id]));
      expect(await redis.smembers('rivalhold:presence:nodes')).not.toContain('killed');
    });

    it('hides the players of other nodes after ten seconds without Redis', async () => {
      const app = await start();
      const player = await app.player();
      const socket = await player.socket();
      const { redis } = app;
      if (!redis) throw new Error('There is no Redis');
      await redis.set('rivalhold:presence:node:unheard', '[4712]');
      await redis.sadd('rivalhold:presence:nodes', 'unheard');
      await waitFor(async () => expect(await onlineTo(socket)).toContain(4712));
      redis.disconnect();
      await waitFor(async () => expect(await onlineTo(socket)).toEqual([player.id]));
    });
  });
