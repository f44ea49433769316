import { LIMITS } from '@rivalhold/shared/limits.ts';
import { DAY, MINUTE } from '@rivalhold/shared/time-units.ts';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { raw, type Sql, sql, transaction } from '../../platform/db/db.ts';
import { type TestPlayer, useTestApp } from '../../testing/app.ts';
import { runAsOwner, SITE_ROLE } from '../../testing/database.ts';
import { query } from '../../testing/queries.ts';
import { block } from '../blocks/testing.ts';
import { startRanked } from '../ranked/testing.ts';
import { recordRatedFight, verifyRatings } from './service.ts';

const app = useTestApp();
let fights = 0;
/** Record a rated fight, as the end of a ranked fight does. */
const beat = (winner: TestPlayer, loser: TestPlayer, fightId = 1_000_000 + fights++) =>
  transaction(app.site.db, (tx) =>
    recordRatedFight(tx, { fightId, winnerId: winner.id, loserId: loser.id, at: app.clock.now() }),
  );
const historyOf = async (viewer: TestPlayer, player: TestPlayer) =>
  viewer.call('GET /api/ratings/{userId}', { params: { userId: player.id } });
const boardFor = async (viewer: TestPlayer) => (await viewer.call('GET /api/ratings/board')).body;
/** Set a player's current rating without storing a rating change. */
const setRating = (player: TestPlayer, rating: number, deviation: number) =>
  query(
    app.site.db,
    sql`insert into ratings values (${player.id}, ${rating}, ${deviation}, 0.09, 40, ${app.clock.now()})
        on conflict (user_id) do update set rating = excluded.rating, deviation = excluded.deviation,
          changed_at = excluded.changed_at`,
  );

/** Make all ratings the given number of days older. */
const passDays = (days: number) =>
  query(app.site.db, sql`update ratings set changed_at = changed_at - ${days} * interval '1 day'`);

describe('a rating', () => {
  it('is public, except if a block separates the viewer from the rated player', async () => {
    const [one, other, third] = [await app.player(), await app.player(), await app.player()];
    await beat(one, other);
    const { body } = await historyOf(third, one);
    expect(body.changes).toMatchObject([{ won: true, before: 1500, opponent: { id: other.id } }]);
    await block(third, other);
    expect((await historyOf(third, one)).body.changes).toMatchObject([
      { opponent: null, opponentRating: 1500 },
    ]);
    expect((await historyOf(third, other)).status).toBe(404);
    expect((await historyOf(other, third)).status).toBe(404);
    expect((await third.call('GET /api/ratings/{userId}', { params: { userId: 999_999 } })).status).toBe(404);
  });

  it('becomes less certain without fights', async () => {
    const player = await app.player();
    await setRating(player, 1600, 60);
    expect((await historyOf(player, player)).body.current).toMatchObject({
      deviation: 60,
      provisional: false,
    });
    await passDays(700);
    expect((await historyOf(player, player)).body.current).toMatchObject({ rating: 1600, provisional: true });
  });

  it('changes once if the same fight is recorded twice', async () => {
    const [one, other] = [await app.player(), await app.player()];
    await beat(one, other, 77);
    await expect(beat(one, other, 77)).rejects.toThrow();
    expect((await historyOf(one, one)).body.current?.fights).toBe(1);
  });

  it('counts at most two fights a day between the same two players', async () => {
    const [one, other] = [await app.player(), await app.player()];
    expect([await beat(one, other), await beat(other, one), await beat(one, other)]).toEqual([
      true,
      true,
      false,
    ]);
    app.clock.advance(LIMITS.ranked.pairWindowMs);
    expect(await beat(other, one)).toBe(true);
  });

  it('has a history that cannot be changed or deleted', async () => {
    await beat(await app.player(), await app.player());
    for (const statement of [
      sql`update rating_changes set rating_after = 3000`,
      sql`delete from rating_changes`,
      sql`truncate rating_changes`,
    ])
      await expect(query(app.site.db, statement)).rejects.toThrow('append-only');
  });
});

describe('the rating board', () => {
  beforeEach(async () => {
    await query(app.site.db, sql`delete from ratings`);
    // Let the cached ratings expire, because a player's own rank is computed from them.
    app.clock.advance(MINUTE);
  });

  it('lists reliable ratings, highest first', async () => {
    const players = await Promise.all(Array.from({ length: 4 }, () => app.player()));
    const [one, other, third, uncertain] = players as [TestPlayer, TestPlayer, TestPlayer, TestPlayer];
    await setRating(one, 1700, 75);
    await setRating(other, 1800, 60);
    await setRating(third, 1600, 60);
    await setRating(uncertain, 2000, 76);
    await block(one, other);
    const ranksOf = async (viewer: TestPlayer) =>
      (await boardFor(viewer)).items.map(({ rank, player }) => [rank, player.id]);
    expect(await ranksOf(third)).toEqual([
      [1, other.id],
      [2, one.id],
      [3, third.id],
    ]);
    expect(await ranksOf(one)).toEqual([
      [2, one.id],
      [3, third.id],
    ]);
    expect((await boardFor(one)).own).toMatchObject({ rating: 1700, rank: 2 });
    expect((await boardFor(uncertain)).own).toMatchObject({
      ...{ rating: 2000, deviation: 76, fights: 40, rank: null },
    });
    expect((await boardFor(await app.player())).own).toBeNull();
  });

  it('has pages without gaps or repeats', async () => {
    // Sort the players by id, as the board does if ratings are equal: players who are created concurrently get their
    // ids in any order.
    const created = await Promise.all(Array.from({ length: 5 }, () => app.player()));
    const players = created.toSorted((one, other) => one.id - other.id);
    const [first, , equal, alsoEqual, last] = players as [
      TestPlayer,
      TestPlayer,
      TestPlayer,
      TestPlayer,
      TestPlayer,
    ];
    for (const [index, player] of players.entries()) await setRating(player, 1700 - 10.25 * index, 60);
    await setRating(alsoEqual, 1679.5, 60);
    await block(equal, last);
    const seen: [number, number][] = [];
    let cursor: string | undefined;
    do {
      const { body } = await equal.call('GET /api/ratings/board', {
        query: { limit: 2, ...(cursor && { cursor }) },
      });
      expect(body.own?.rank).toBe(3);
      seen.push(...body.items.map(({ rank, player }): [number, number] => [rank, player.id]));
      cursor = body.nextCursor ?? undefined;
      // Between two pages, the rating of a player who is already listed rises.
      await setRating(first, 1700 + seen.length, 60);
    } while (cursor);
    expect(seen).toEqual(players.slice(0, 4).map(({ id }, index) => [index + 1, id]));
  });

  it.each([
    'x',
    '1500',
    '1500_1',
    '1500_1_1_1',
    '1e5_1_1',
    '1500_-1_1',
    `${'9'.repeat(60)}_${'9'.repeat(20)}_1`,
  ])('rejects the malformed cursor %s', async (cursor) => {
    const player = await app.player();
    expect((await player.call('GET /api/ratings/board', { query: { cursor } })).status).toBe(400);
  });

  it('drops players who are suspended or have an uncertain rating', async () => {
    const [idle, suspended] = [await app.player(), await app.player()];
    await setRating(idle, 1700, 74);
    await setRating(suspended, 1700, 60);
    await query(app.site.db, sql`update users set suspended_at = now() where id = ${suspended.id}`);
    expect((await boardFor(idle)).items.map(({ player }) => player.id)).toEqual([idle.id]);
    await passDays(60);
    expect((await boardFor(idle)).items).toEqual([]);
  });
});

describe('the verification of ratings', () => {
  let [one, other, third]: TestPlayer[] = [];
  let [first, second] = [0, 0];
  beforeAll(async () => {
    const server = process.env.TEST_DATABASE_URL;
    if (server) await runAsOwner(server, `grant set on parameter session_replication_role to ${SITE_ROLE}`);
    [one, other, third] = [await app.player(), await app.player(), await app.player()];
    first = await startRanked(app, one, other);
    await one.call('POST /api/combat/fights/{id}/concede', { params: { id: first } });
    app.clock.advance(DAY);
    second = await startRanked(app, third, one);
    await third.call('POST /api/combat/fights/{id}/concede', { params: { id: second } });
  });

  /**
   * Make changes that the database would normally reject, return the differences that the verification finds,
   * and undo the changes.
   */
  async function foundAfter(...changes: Sql[]) {
    let found: [string, number | null, string][] = [];
    const names = new Map(
      [one, other, third].map((player, index) => [player!.id, ['one', 'other', 'third'][index]!]),
    );
    const undone = transaction(app.site.db, async (tx) => {
      await query(tx, sql`set transaction isolation level repeatable read`);
      await query(tx, sql`set local session_replication_role = replica`);
      for (const change of changes) await query(tx, change);
      found = (await verifyRatings(tx)).differences
        .filter(({ userId }) => names.has(userId))
        .map(({ userId, fightId, problem }) => [names.get(userId)!, fightId, problem]);
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    return found;
  }
  const values = (...columns: string[]) => `values differ from the recomputation: ${columns.join(', ')}`;
  const MISSING = 'the rating change is missing';
  const NO_FIGHT = 'there is no finished ranked fight';
  const NOT_LAST = 'the current rating is not the rating after the last fight';
  const NOT_RATED = 'the rating changed, but the fight is not rated';
  const NO_CHANGES = 'there is a current rating, but no rating change';

  it('finds no differences in valid ratings', async () => {
    expect(await foundAfter()).toEqual([]);
  });

  it.each([
    'opponent_deviation',
    'opponent_rating',
    'periods',
    'rating_before',
    'deviation_before',
    'volatility_before',
  ])('reports a changed %s', async (column) => {
    const change = sql`update rating_changes set ${raw(column)} = ${raw(column)} + 0.001
        where user_id = ${one!.id} and number = 1`;
    expect(await foundAfter(change)).toEqual([['one', first, values(column)]]);
  });

  it('reports a changed result', async () => {
    const found = await foundAfter(
      sql`update rating_changes set rating_after = rating_after + 5 where user_id = ${one!.id} and number = 2`,
      sql`update ratings set rating = rating + 5 where user_id = ${one!.id}`,
    );
    expect(found).toEqual([['one', second, values('rating_after')]]);
    expect(
      await foundAfter(
        sql`update fights set winner_id = attacker_id + defender_id - winner_id where id = ${second}`,
      ),
    ).toEqual([
      ['third', second, values('won', 'rating_after', 'volatility_after')],
      ['one', second, values('won', 'rating_after', 'deviation_after', 'volatility_after')],
    ]);
  });

  it('reports a rated fight with missing or wrong rating changes', async () => {
    const missing = [
      ['one', second, MISSING],
      ['third', second, MISSING],
    ];
    expect(await foundAfter(sql`delete from rating_changes where fight_id = ${second}`)).toEqual([
      ...missing,
      ['one', null, NOT_LAST],
      ['third', null, NO_CHANGES],
    ]);
    expect(
      await foundAfter(sql`delete from rating_changes where fight_id = ${second} and user_id = ${third!.id}`),
    ).toEqual([
      ['third', second, MISSING],
      ['third', null, NO_CHANGES],
    ]);
    expect(
      await foundAfter(
        sql`update rating_changes set user_id = ${other!.id}, number = 2
            where fight_id = ${second} and user_id = ${third!.id}`,
      ),
    ).toEqual([
      ['third', second, MISSING],
      ['other', second, NO_FIGHT],
      ['third', null, NO_CHANGES],
    ]);
  });

  it('reports rating changes that belong to no finished ranked fight', async () => {
    for (const change of [
      sql`delete from fights where id = ${second}`,
      sql`update fights set status = 'active' where id = ${second}`,
      sql`update fights set ranked = false where id = ${second}`,
    ])
      expect((await foundAfter(change)).toSorted()).toEqual([
        ['one', null, NOT_LAST],
        ['one', second, NO_FIGHT],
        ['third', null, NO_CHANGES],
        ['third', second, NO_FIGHT],
      ]);
    const added = await foundAfter(
      sql`insert into rating_changes
          select user_id, number + 1, fight_id + 1000000, opponent_id, won, rating_after, deviation_after,
            volatility_after, periods, opponent_rating, opponent_deviation, rating_after, deviation_after,
            volatility_after, changed_at
          from rating_changes where user_id = ${one!.id} and number = 2`,
    );
    expect(added).toEqual([['one', second + 1_000_000, NO_FIGHT]]);
  });

  it('reports rating changes after a fight that is not rated', async () => {
    const abandoned = sql`update fight_inputs set input = jsonb_set(input, '{reason}', '"abandoned"')
      where fight_id = ${second}`;
    expect(await foundAfter(abandoned)).toEqual([
      ['one', second, NOT_RATED],
      ['third', second, NOT_RATED],
    ]);
  });

  it('reports a current rating that is missing or differs from the last change', async () => {
    expect(await foundAfter(sql`delete from ratings where user_id = ${one!.id}`)).toEqual([
      ['one', null, 'the current rating is missing'],
    ]);
    for (const change of [sql`rating = rating + 1`, sql`fights = 9`, sql`changed_at = now()`])
      expect(await foundAfter(sql`update ratings set ${change} where user_id = ${one!.id}`)).toEqual([
        ['one', null, NOT_LAST],
      ]);
  });
});
