import { LIMITS } from '@rivalhold/shared/limits.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { query, sql, transaction } from '../../platform/db/db.ts';
import { type TestPlayer, useTestApp } from '../../testing/app.ts';
import { block } from '../blocks/testing.ts';
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
/** Set a player's current rating without a change. */
const setRating = (player: TestPlayer, rating: number, deviation: number) =>
  query(
    app.site.db,
    sql`insert into ratings values (${player.id}, ${rating}, ${deviation}, 0.09, 40, ${app.clock.now()})
        on conflict (user_id) do update set rating = excluded.rating, deviation = excluded.deviation,
          changed_at = excluded.changed_at`,
  );

/** Let all ratings be some days old. */
const passDays = (days: number) =>
  query(app.site.db, sql`update ratings set changed_at = changed_at - ${days} * interval '1 day'`);

describe('a rating', () => {
  it('is public with its changes, but hidden by a block, and lists no blocked or deleted opponents', async () => {
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

  it('changes at most twice a day by fights of the same two players, whoever wins', async () => {
    const [one, other] = [await app.player(), await app.player()];
    expect([await beat(one, other), await beat(other, one), await beat(one, other)]).toEqual([
      true,
      true,
      false,
    ]);
    app.clock.advance(LIMITS.ranked.pairWindowMs);
    expect(await beat(other, one)).toBe(true);
  });

  it('keeps its changes forever', async () => {
    await beat(await app.player(), await app.player());
    for (const statement of [
      sql`update rating_changes set rating_after = 3000`,
      sql`delete from rating_changes`,
      sql`truncate rating_changes`,
    ])
      await expect(query(app.site.db, statement)).rejects.toThrow(/only ever added/);
  });
});

describe('the rating board', () => {
  beforeEach(() => query(app.site.db, sql`delete from ratings`));

  it('lists reliable ratings from the highest, and leaves out blocked players without moving the others', async () => {
    const players = await Promise.all(Array.from({ length: 4 }, () => app.player()));
    const [one, other, third, uncertain] = players as [TestPlayer, TestPlayer, TestPlayer, TestPlayer];
    await setRating(one, 1700, 75);
    await setRating(other, 1800, 60);
    await setRating(third, 1600, 60);
    await setRating(uncertain, 2000, 76);
    await block(one, other);
    const placesOf = async (viewer: TestPlayer) =>
      (await boardFor(viewer)).items.map(({ place, player }) => [place, player.id]);
    expect(await placesOf(third)).toEqual([
      [1, other.id],
      [2, one.id],
      [3, third.id],
    ]);
    expect(await placesOf(one)).toEqual([
      [2, one.id],
      [3, third.id],
    ]);
    expect((await boardFor(one)).own).toMatchObject({ rating: 1700, place: 2 });
    expect((await boardFor(uncertain)).own).toMatchObject({
      ...{ rating: 2000, deviation: 76, fights: 40, place: null },
    });
    expect((await boardFor(await app.player())).own).toBeNull();
  });

  it('is paged without gaps or repeats, also between equal ratings, while others win', async () => {
    const players = await Promise.all(Array.from({ length: 5 }, () => app.player()));
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
      expect(body.own?.place).toBe(3);
      seen.push(...body.items.map(({ place, player }): [number, number] => [place, player.id]));
      cursor = body.nextCursor ?? undefined;
      // Between two pages, a player who is already listed wins.
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

  it('drops players whose rating has become uncertain, and suspended players', async () => {
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
  it('reports a change that does not follow from a fight, from the last change or from the result', async () => {
    const [one, other] = [await app.player(), await app.player()];
    await beat(one, other, 5_000_000);
    const differencesOf = async () =>
      (await verifyRatings(app.site.db)).differences
        .filter(({ userId }) => [one.id, other.id].includes(userId))
        .map(({ userId, what }) => [userId === one.id ? 'one' : 'other', what]);
    const noFight = 'there is no finished ranked fight';
    expect(await differencesOf()).toEqual([
      ['one', noFight],
      ['other', noFight],
    ]);
    await query(
      app.site.db,
      sql`insert into rating_changes
          select user_id, number + 1, fight_id + 1, opponent_id, won, rating_before, deviation_before,
            volatility_before, periods, opponent_rating, opponent_deviation, rating_after + 5, deviation_after,
            volatility_after, changed_at
          from rating_changes where user_id = ${one.id}`,
    );
    await query(app.site.db, sql`delete from ratings where user_id = ${other.id}`);
    expect((await differencesOf()).toSorted()).toEqual(
      [
        ['one', noFight],
        ['one', 'the rating before the fight is not the rating after the last one'],
        ['one', 'the rating after the fight does not follow from the result'],
        ['one', noFight],
        ['one', 'the change of the opponent is missing'],
        ['other', noFight],
        ['one', 'the current rating is not the rating after the last fight'],
        ['other', 'the current rating is missing'],
      ].toSorted(),
    );
  });
});
