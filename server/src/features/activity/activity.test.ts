import { beforeAll, describe, expect, it } from 'vitest';
import { transaction } from '../../platform/db/db.ts';
import { nextEvent, type TestPlayer, useTestApp } from '../../testing/app.ts';
import { statementsOf } from '../../testing/statements.ts';
import { recordActivity } from './service.ts';

const app = useTestApp();
let player: TestPlayer;
let other: TestPlayer;
beforeAll(async () => {
  [player, other] = [await app.player(), await app.player()];
});

const read = (query: Record<string, string | number> = {}) => player.call('GET /api/activity', { query });
/** Record that a player reached these levels, `ms` milliseconds apart. */
const write = (owner: TestPlayer, levels: number[], ms = 1) =>
  transaction(app.site.db, async (tx) => {
    for (const level of levels) {
      app.clock.advance(ms);
      await recordActivity(tx, app.site, { type: 'LEVEL_UP', ownerId: owner.id, level, at: app.clock.now() });
    }
  });
async function all(query: Record<string, string | number>, meanwhile = async () => {}) {
  const items: Awaited<ReturnType<typeof read>>['body']['items'] = [];
  let before: string | null = '';
  while (before !== null) {
    const { body }: Awaited<ReturnType<typeof read>> = await read({ ...query, ...(before && { before }) });
    items.push(...body.items);
    before = body.nextCursor;
    await meanwhile();
  }
  return items;
}

describe('activity', () => {
  it('lists the viewer’s own items by default, or those of another player or of everyone', async () => {
    const names = async (query: Record<string, string | number>) =>
      new Set((await read({ ...query, limit: 50 })).body.items.map(({ owner }) => owner.username));
    expect(await names({})).toEqual(new Set([player.username]));
    expect(await names({ userId: other.id })).toEqual(new Set([other.username]));
    expect(await names({ scope: 'global' })).toEqual(new Set([player.username, other.username]));
  });

  it('is an empty list for an unknown player', async () => {
    const { status, body } = await read({ userId: 999_999 });
    expect([status, body]).toEqual([200, { items: [], nextCursor: null }]);
  });

  it('contains the owner and the actor of each item', async () => {
    app.clock.advance(1);
    await transaction(app.site.db, (tx) =>
      recordActivity(tx, app.site, {
        type: 'COMBAT_WIN',
        ownerId: player.id,
        actorId: other.id,
        xp: 12,
        coins: 1,
        fightId: 7,
        at: app.clock.now(),
      }),
    );
    const ref = ({ id, username }: TestPlayer) => ({ id, username, avatarUrl: null, level: 1 });
    const { body } = await read({ limit: 1 });
    expect(body.items).toEqual([
      {
        id: expect.any(Number),
        type: 'COMBAT_WIN',
        owner: ref(player),
        actor: ref(other),
        // `fightId` is null, because there is no fight with the recorded id.
        metadata: { level: null, xp: 12, coins: 1, fightId: null },
        createdAt: app.clock.now().toISOString(),
      },
    ]);
  });

  it('is broadcast, except to players who have blocked the actor', async () => {
    const [winner, loser, blocked] = [await app.player(), await app.player(), await app.player()];
    await blocked.call('POST /api/blocks/{userId}', { params: { userId: loser.id } });
    const [socket, deaf] = [await other.socket(), await blocked.socket()];
    const heard: number[] = [];
    deaf.on('activity:new', ({ owner }) => heard.push(owner.id));
    const received = nextEvent(socket, 'activity:new');
    const statements = await statementsOf(app, async () => {
      await transaction(app.site.db, (tx) =>
        recordActivity(tx, app.site, {
          type: 'COMBAT_WIN',
          ownerId: winner.id,
          actorId: loser.id,
          level: 2,
          at: app.clock.now(),
        }),
      );
      await received;
    });
    expect(statements.filter((text) => text.includes('from blocks'))).toHaveLength(1);
    const { body } = await read({ userId: winner.id, limit: 1 });
    const [item] = body.items;
    expect(await received).toEqual({ ...item, owner: { ...item?.owner, level: 2 } });
    const last = nextEvent(deaf, 'activity:new');
    await write(winner, [3]);
    expect((await last).metadata.level).toBe(3);
    expect(heard).toEqual([winner.id]);
  });

  it('is not broadcast if the transaction is rolled back', async () => {
    const socket = await other.socket();
    const received = nextEvent(socket, 'activity:new');
    const item = { type: 'LEVEL_UP', ownerId: player.id, at: app.clock.now() } as const;
    const broken = transaction(app.site.db, async (tx) => {
      await recordActivity(tx, app.site, { ...item, level: 98 });
      throw new Error('The power is gone');
    });
    await expect(broken).rejects.toThrow('The power is gone');
    await write(player, [99]);
    expect((await received).metadata.level).toBe(99);
  });

  it('has ten items per page, newest first', async () => {
    const one = await app.player();
    await write(one, [2, 3, 4, 5, 6, 7, 8, 9, 10]);
    const first = await read({ userId: one.id });
    expect([first.body.items.length, first.body.nextCursor]).toEqual([10, null]);
    expect(first.body.items.map(({ metadata }) => metadata.level)).toEqual([
      10,
      9,
      8,
      7,
      6,
      5,
      4,
      3,
      2,
      null,
    ]);
    await write(one, [11]);
    const full = await read({ userId: one.id });
    expect(full.body.nextCursor).not.toBeNull();
    const rest = await read({ userId: one.id, before: full.body.nextCursor ?? '' });
    expect([rest.body.items.map(({ type }) => type), rest.body.nextCursor]).toEqual([['JOIN'], null]);
  });

  it('lists each item once while new ones are added', async () => {
    const one = await app.player();
    const levels = Array.from({ length: 20 }, (_, n) => n + 2);
    await write(one, levels);
    const queries: Record<string, string | number>[] = [
      { userId: one.id, limit: 3 },
      { scope: 'global', limit: 3 },
    ];
    for (const query of queries) {
      const before = (await all({ ...query, limit: 50 })).map(({ id }) => id);
      const paged = await all(query, () => write(one, [99]));
      expect(paged.map(({ id }) => id)).toEqual(before);
    }
  });

  it('has a stable order for items that were created at the same time', async () => {
    const one = await app.player();
    app.clock.advance(1_000);
    await write(
      one,
      Array.from({ length: 9 }, (_, n) => n + 2),
      0,
    );
    const paged = await all({ userId: one.id, limit: 2 });
    expect(paged.map(({ metadata }) => metadata.level)).toEqual([10, 9, 8, 7, 6, 5, 4, 3, 2, null]);
  });

  it('is read with one SQL statement for a page of 50 items', async () => {
    await read();
    const queries: Record<string, string | number>[] = [{ limit: 50 }, { limit: 50, scope: 'global' }];
    for (const query of queries) {
      const statements = await statementsOf(app, () => read(query));
      expect(statements).toHaveLength(1);
    }
  });
});
