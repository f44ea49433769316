import type { Board, RankedPlayer } from '@rivalhold/shared/contract/profiles.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { DAY, MINUTE, SECOND } from '@rivalhold/shared/time-units.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { execute as run, sql } from '../../platform/db/db.ts';
import { type TestPlayer, useTestApp } from '../../testing/app.ts';
import { block, sendFriendRequest, unblock } from '../blocks/testing.ts';
import { fightToEnd, openFightOf, setCharacter } from '../combat/testing.ts';
import { weekOf } from '../game/service.ts';

const app = useTestApp();
let me: TestPlayer;
/** Players in the order of the leaderboard of all wins: by wins, then by level. */
let ranking: TestPlayer[];
const RANKS = [
  [9, 3],
  [7, 8],
  [7, 2],
  [7, 2],
  [4, 1],
] as const;

beforeAll(async () => {
  ranking = [];
  for (const [wins, level] of RANKS) {
    const player = await app.player();
    await setCharacter(app, player, { wins, level });
    ranking.push(player);
  }
  me = await app.player();
  await setCharacter(app, me, { wins: 2, level: 1 });
});

/**
 * Read a page of a leaderboard. The counts that determine ranks are cached, so after a change, call `expire`
 * first.
 */
async function read(board: Board, more: { limit?: number; cursor?: string } = {}, viewer = me) {
  const { cursor, ...limit } = more;
  const query = { ...limit, ...(cursor && { cursor }) };
  const { body, status } = await viewer.call('GET /api/leaderboard/{board}', { params: { board }, query });
  expect(status).toBe(200);
  return body;
}
const expire = () => app.clock.advance(MINUTE);
const ranksOf = (items: readonly RankedPlayer[]) => items.map(({ id, rank }) => [id, rank]);

describe('the board of all wins', () => {
  it('orders players by wins, level and age of the account', async () => {
    const { items, own } = await read('wins');
    const [first, second, third, fourth, fifth] = ranking.map(({ id }) => id);
    expect(ranksOf(items)).toEqual([
      [first, 1],
      [second, 2],
      [third, 3],
      [fourth, 3],
      [fifth, 5],
      [me.id, 6],
    ]);
    expect(own).toMatchObject({ id: me.id, rank: 6, score: 2, level: 1, losses: 0 });
  });

  it('is paged without gaps or repeats while others win', async () => {
    const seen: number[] = [];
    let cursor: string | undefined;
    do {
      const page = await read('wins', { limit: 2, cursor });
      expect(page.own?.id).toBe(me.id);
      seen.push(...page.items.map(({ id }) => id));
      cursor = page.nextCursor ?? undefined;
      // Between two pages, a player who is already listed gets more wins and moves up.
      await setCharacter(app, ranking[0] as TestPlayer, { wins: 9 + seen.length });
    } while (cursor);
    expect(seen).toEqual([...ranking, me].map(({ id }) => id));
    await setCharacter(app, ranking[0] as TestPlayer, { wins: 9 });
  });

  it('leaves out players who are deleted, suspended or blocked', async () => {
    const [suspended, deleted, blocked, blocker] = ranking as [
      TestPlayer,
      TestPlayer,
      TestPlayer,
      TestPlayer,
    ];
    const now = app.clock.now();
    await run(app.site.db, sql`update users set suspended_at = ${now} where id = ${suspended.id}`);
    await run(app.site.db, sql`update users set deleted_at = ${now} where id = ${deleted.id}`);
    await setCharacter(app, deleted, { wins: 0, level: 1 });
    await block(me, blocked);
    await block(blocker, me);
    expire();
    const { items, own } = await read('wins');
    // Players hidden by a block still count, so that ranks are the same for all viewers.
    expect(ranksOf(items)).toEqual([
      [ranking[4]?.id, 3],
      [me.id, 4],
    ]);
    expect(own?.rank).toBe(4);
    expect((await me.call('GET /api/leaderboard')).body.leaderboard.map(({ id }) => id)).not.toContain(
      suspended.id,
    );
    await run(app.site.db, sql`update users set suspended_at = null, deleted_at = null`);
    await setCharacter(app, deleted, { wins: 7, level: 8 });
    await unblock(me, blocked);
    await unblock(blocker, me);
    expire();
  });

  it.each(['x', '1.2.3', '1.2.3.4.-5', `${2 ** 31}.1.1.1.1`, '1.2.3.4.5.6'])(
    'rejects the malformed cursor %s',
    async (cursor) => {
      const { status } = await me.call('GET /api/leaderboard/{board}', {
        params: { board: 'wins' },
        query: { cursor },
      });
      expect(status).toBe(400);
    },
  );
});

describe('the board of this week', () => {
  it('counts paid wins from Monday at midnight UTC', async () => {
    const [winner, ...losers] = [await app.player(), await app.player(), await app.player()];
    await setCharacter(app, winner, { attack: 500, level: 3 });
    expect((await read('week', {}, winner)).own).toBeNull();
    for (const loser of losers) {
      await openFightOf(winner, loser);
      await fightToEnd(app, winner, loser);
    }
    app.clock.advance(SECOND);
    const { items, own } = await read('week', {}, winner);
    expect(ranksOf(items)).toEqual([[winner.id, 1]]);
    expect(own).toMatchObject({ score: 2, wins: 2, rank: 1 });

    const monday = new Date('2026-06-08T00:00:00Z');
    expect(weekOf(monday)).toBe(weekOf(new Date(monday.getTime() - 1)) + 1);
    app.clock.set(new Date(monday.getTime() + DAY));
    expect(await read('week', {}, winner)).toEqual({ items: [], nextCursor: null, own: null });
    const loser = await app.player();
    await openFightOf(winner, loser);
    await fightToEnd(app, winner, loser);
    app.clock.advance(SECOND);
    expect((await read('week', {}, winner)).own).toMatchObject({ score: 1, wins: 3, rank: 1 });
  });
});

describe('the board of friends', () => {
  it('contains only the player and their friends', async () => {
    const [one, friend, stranger] = [await app.player(), await app.player(), await app.player()];
    for (const player of [friend, stranger]) await setCharacter(app, player, { wins: 5 });
    await sendFriendRequest(one, friend);
    await sendFriendRequest(friend, one);
    const { items, own } = await read('friends', {}, one);
    expect(ranksOf(items)).toEqual([
      [friend.id, 1],
      [one.id, 2],
    ]);
    expect(own?.rank).toBe(2);
    const first = await read('friends', { limit: 1 }, one);
    expect(ranksOf((await read('friends', { limit: 1, cursor: first.nextCursor! }, one)).items)).toEqual([
      [one.id, 2],
    ]);
  });
});

describe('the board of nearby levels', () => {
  it('orders players near the viewer’s level by wins, page by page', async () => {
    const near = LIMITS.nearLevels;
    const entries = [
      [30 + near, 3],
      [30, 3],
      [30 - near, 3],
      [30 + near + 1, 9],
      [30, 1],
      [30 - near - 1, 9],
    ] as const;
    const players: TestPlayer[] = [];
    for (const [level, wins] of entries) {
      const player = await app.player();
      await setCharacter(app, player, { level, wins });
      players.push(player);
    }
    expire();
    const [top, own, below, , last] = players as TestPlayer[];
    const expected = [
      [top!.id, 1],
      [own!.id, 2],
      [below!.id, 3],
      [last!.id, 4],
    ];
    const whole = await read('level', {}, own);
    expect(ranksOf(whole.items)).toEqual(expected);
    expect(whole.own?.rank).toBe(2);
    const paged: unknown[] = [];
    let cursor: string | undefined;
    do {
      const page = await read('level', { limit: 1, cursor }, own);
      paged.push(...ranksOf(page.items));
      cursor = page.nextCursor ?? undefined;
    } while (cursor);
    expect(paged).toEqual(expected);
  });
});
