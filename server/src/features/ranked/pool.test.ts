import type { PoolState } from '@rivalhold/shared/contract/ranked.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { afterEach, describe, expect, it } from 'vitest';
import { sql } from '../../platform/db/db.ts';
import { createTestApp, type TestPlayer, useTestApp } from '../../testing/app.ts';
import { query, queryValues } from '../../testing/queries.ts';
import { failAfterStatement, insertPlayersSql, statementsOf } from '../../testing/statements.ts';
import { checkFights, openFightOf } from '../combat/testing.ts';
import { runWave } from './service.ts';
import {
  acceptFight,
  findEachOther,
  joinPool,
  leavePool,
  poolOf,
  startRanked,
  statusOf,
  waitLong,
  wave,
  wavesUntil,
} from './testing.ts';

const app = useTestApp();
const { answerMs, offlineAfterMs, staleAfterMs, pauseMs, missWindowMs } = LIMITS.ranked;

afterEach(async () => {
  await query(app.site.db, sql`delete from ranked_pool`);
});

/** Connect a player. The returned `event` resolves with the next pool state that has the given status. */
const nextState = async (player: TestPlayer, status: PoolState['status']) => {
  const socket = await player.socket();
  return {
    event: new Promise<PoolState>((resolve) => {
      socket.on('ranked:changed', (state) => {
        if (state.status === status) resolve(state);
      });
    }),
  };
};
const pair = async () => [await app.player(), await app.player()] as const;
const block = (player: TestPlayer, other: TestPlayer) =>
  player.call('POST /api/blocks/{userId}', { params: { userId: other.id } });
/** Run waves for some time, at intervals so short that the waves count as uninterrupted. */
const wavesFor = async (ms: number) => {
  for (let left = ms; left > 0; left -= offlineAfterMs) {
    app.clock.advance(Math.min(left, offlineAfterMs));
    await wave(app);
  }
};
const opponentsOf = (one: TestPlayer) =>
  queryValues<number>(
    app.site.db,
    sql`select opponent_id from ranked_pool where user_id = ${one.id} and opponent_id is not null`,
  );

describe('the pool', () => {
  it('starts a fight after both players of a pair accept', async () => {
    const [one, other] = await pair();
    const found = await nextState(one, 'found');
    await findEachOther(app, one, other);
    expect(await found.event).toEqual({
      ...{ status: 'found', since: expect.any(String), accepted: false, pausedUntil: null },
      ...{ answerUntil: new Date(app.clock.now().getTime() + answerMs).toISOString(), opponentId: null },
      rating: 1500,
      provisional: true,
    });
    expect((await acceptFight(one)).body).toMatchObject({
      status: 'found',
      accepted: true,
      opponentId: null,
    });
    const started = await nextState(one, 'fighting');
    expect((await acceptFight(other)).body).toMatchObject({ status: 'fighting', opponentId: one.id });
    expect(await started.event).toMatchObject({ opponentId: other.id, since: null });
    await checkFights(app);
  });

  it('keeps the waiting time of a player who joins twice', async () => {
    const player = await app.player();
    const { body } = await joinPool(player);
    app.clock.advance(1_000);
    const again = await Promise.all([joinPool(player), joinPool(player)]);
    for (const answer of again) expect(answer.body).toMatchObject({ status: 'waiting', since: body.since });
    expect((await leavePool(player)).body).toMatchObject({ status: 'idle', since: null, pausedUntil: null });
    expect((await leavePool(player)).body.status).toBe('idle');
  });

  it('never pairs blocked players, or the same two players twice in a row', async () => {
    const [one, other] = await pair();
    const fightId = await startRanked(app, one, other);
    await one.call('POST /api/combat/fights/{id}/concede', { params: { id: fightId } });
    for (const player of [one, other]) await joinPool(player);
    await waitLong(app);
    await wave(app);
    expect([await statusOf(one), await statusOf(other)]).toEqual(['waiting', 'waiting']);
    const third = await app.player();
    await block(third, one);
    await joinPool(third);
    await waitLong(app);
    await wavesUntil(app, 'found', third);
    expect(await statusOf(one)).toBe('waiting');
    expect(await opponentsOf(third)).toEqual([other.id]);
  });

  it('separates a found pair if one player blocks the other', async () => {
    const [one, other] = await pair();
    await findEachOther(app, one, other);
    await block(one, other);
    expect([await statusOf(one), await statusOf(other)]).toEqual(['idle', 'waiting']);
    await wave(app);
    expect(await statusOf(other)).toBe('waiting');
    // A block counts as a missed fight, because players could otherwise avoid fights by blocking opponents. The second
    // missed fight of a day causes a pause.
    await query(app.site.db, sql`delete from blocks`);
    await findEachOther(app, one, other);
    await block(one, other);
    expect((await poolOf(one)).pausedUntil).not.toBeNull();
  });

  it('keeps the waiting time of a player whose opponent does not answer', async () => {
    const [one, other] = await pair();
    await findEachOther(app, one, other);
    const { since } = await poolOf(one);
    await acceptFight(one);
    app.clock.advance(answerMs);
    expect((await acceptFight(other)).status).toBe(409);
    await query(app.site.db, sql`update ranked_pool set last_seen_at = ${app.clock.now()}`);
    await wavesUntil(app, 'idle', other);
    expect(await poolOf(one)).toMatchObject({ status: 'waiting', since });
    expect(await poolOf(other)).toMatchObject({ status: 'idle', pausedUntil: null });
  });

  it('pauses a player for longer after each missed fight', async () => {
    const player = await app.player();
    const miss = async () => {
      await findEachOther(app, player, await app.player());
      await leavePool(player);
      const { pausedUntil } = await poolOf(player);
      await query(app.site.db, sql`delete from ranked_pool where user_id <> ${player.id}`);
      return pausedUntil && Date.parse(pausedUntil) - app.clock.now().getTime();
    };
    expect(await miss()).toBeNull();
    expect(await miss()).toBe(pauseMs);
    const refused = await joinPool(player);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60']);
    app.clock.advance(pauseMs);
    expect(await miss()).toBe(2 * pauseMs);
    app.clock.advance(missWindowMs);
    expect(await miss()).toBeNull();
  });

  it('keeps the waiting time of a player whose opponent declines', async () => {
    const [one, other] = await pair();
    await findEachOther(app, one, other);
    const { since } = await poolOf(one);
    expect((await leavePool(other)).body.status).toBe('idle');
    expect(await poolOf(one)).toMatchObject({ status: 'waiting', since });
  });

  it('keeps the waiting time of a player whose opponent deletes their account', async () => {
    const [one, other] = await pair();
    await findEachOther(app, one, other);
    const { since } = await poolOf(one);
    await query(app.site.db, sql`delete from ranked_pool where user_id = ${other.id}`);
    expect((await acceptFight(one)).body).toMatchObject({ status: 'waiting', since });
  });

  it('does not pair players without a connection', async () => {
    const [one, other] = await pair();
    for (const player of [one, other]) await joinPool(player);
    app.clock.advance(offlineAfterMs);
    await wave(app);
    expect([await statusOf(one), await statusOf(other)]).toEqual(['waiting', 'waiting']);
    // Both players connect, as they would to another node after their node has died.
    await one.socket();
    await other.socket();
    await waitLong(app);
    await wavesUntil(app, 'found', one, other);
    const offline = await app.player();
    await joinPool(offline);
    await wavesFor(staleAfterMs - 1);
    expect(await statusOf(offline)).toBe('waiting');
    app.clock.advance(1);
    await wavesUntil(app, 'idle', offline);
  });

  it('removes no player during an outage', async () => {
    const [back, offline] = await pair();
    for (const player of [back, offline]) await joinPool(player);
    const { since } = await poolOf(back);
    // No wave runs during the outage.
    app.clock.advance(10 * staleAfterMs);
    await wavesFor(staleAfterMs - offlineAfterMs);
    expect([await statusOf(back), await statusOf(offline)]).toEqual(['waiting', 'waiting']);
    await back.socket();
    await wavesFor(2 * offlineAfterMs);
    await wavesUntil(app, 'idle', offline);
    expect(await poolOf(back)).toMatchObject({ status: 'waiting', since });
  });

  it('does not pair suspended players', async () => {
    const [one, other] = await pair();
    for (const player of [one, other]) await joinPool(player);
    await waitLong(app);
    await query(
      app.site.db,
      sql`update users set suspended_at = ${app.clock.now()}, suspended_until = null where id = ${other.id}`,
    );
    await wave(app);
    expect(await statusOf(one)).toBe('waiting');
  });

  it('lets a muted player take part', async () => {
    const [one, other] = await pair();
    await query(
      app.site.db,
      sql`update users set muted_until = ${new Date(app.clock.now().getTime() + 60_000)} where id = ${one.id}`,
    );
    await findEachOther(app, one, other);
  });

  it('always stores both players of a pair as each other’s opponents', async () => {
    for (let round = 0; round < 10; round++) {
      const players = await Promise.all(Array.from({ length: 4 }, () => app.player()));
      await Promise.all(players.map(joinPool));
      await waitLong(app);
      await Promise.all([wave(app), leavePool(players[0]!), wave(app), joinPool(players[1]!), wave(app)]);
      await Promise.all([...players.map(acceptFight), leavePool(players[2]!), ...players.map(acceptFight)]);
      const rows = await query<{ user_id: number; opponent_id: number | null; waiting: boolean }>(
        app.site.db,
        sql`select user_id, opponent_id, waiting_since is not null as waiting from ranked_pool`,
      );
      for (const { user_id, opponent_id, waiting } of rows) {
        if (opponent_id === null) continue;
        expect(waiting).toBe(true);
        expect(rows.find((row) => row.user_id === opponent_id)?.opponent_id).toBe(user_id);
      }
      const fighters = await queryValues<number>(
        app.site.db,
        sql`select unnest(array[attacker_id, defender_id]) from fights where status = 'active' and ranked`,
      );
      expect(new Set(fighters).size).toBe(fighters.length);
      await query(app.site.db, sql`delete from ranked_pool`);
    }
    await checkFights(app);
  });

  it('pairs all players once, even if a node dies while it pairs them', async () => {
    let statement = 0;
    for (let failed = true; failed; ) {
      statement++;
      const [one, other] = await pair();
      for (const player of [one, other]) await joinPool(player);
      await waitLong(app);
      failed = await failAfterStatement(app, statement, () => wave(app).catch(() => {}));
      await Promise.all([wavesUntil(app, 'found', one, other), wave(app)]);
      expect([statement, await opponentsOf(one), await opponentsOf(other)]).toEqual([
        statement,
        [other.id],
        [one.id],
      ]);
      await query(app.site.db, sql`delete from ranked_pool`);
    }
    expect(statement).toBeGreaterThan(5);
  });

  it('pairs nearly all of 2,000 waiting players, each at most once', async () => {
    for (const statement of insertPlayersSql(2000)) await query(app.site.db, statement, { prepare: false });
    for (let run = 0; run < 5; run++) {
      await query(
        app.site.db,
        sql`insert into ranked_pool (user_id, waiting_since, last_seen_at)
            select id, ${app.clock.now()}, ${app.clock.now()} from users where username like 'crowd%'
            on conflict (user_id) do update set opponent_id = null, answer_until = null`,
      );
      await runWave(app.site.db, app.site);
      const paired = await queryValues<number>(
        app.site.db,
        sql`select opponent_id from ranked_pool where opponent_id is not null`,
      );
      expect(paired.length).toBeGreaterThan(1950);
      expect(new Set(paired).size).toBe(paired.length);
    }
  });

  it('uses no more statements for many expired pairs than for few', async () => {
    const players: TestPlayer[] = [];
    for (let count = 0; count < 6; count++) players.push(await app.player());
    const statementsFor = async (expired: readonly TestPlayer[]) => {
      await query(app.site.db, sql`delete from ranked_pool`);
      const now = app.clock.now();
      for (const { id } of expired)
        await query(
          app.site.db,
          sql`insert into ranked_pool (user_id, waiting_since, last_seen_at, opponent_id, answer_until)
              values (${id}, ${now}, ${now}, ${id + 1}, ${now})`,
        );
      return (await statementsOf(app, () => runWave(app.site.db, app.site))).length;
    };
    const few = await statementsFor(players.slice(0, 2));
    expect(await statementsFor(players)).toBeLessThanOrEqual(few);
  });

  it('keeps players if their time to accept ran out while no node was running', async () => {
    const [one, other] = await pair();
    await findEachOther(app, one, other);
    await query(
      app.site.db,
      sql`update ranked_pool set answer_until = ${new Date(app.clock.now().getTime() - 60_000)}`,
    );
    await wave(app);
    expect([await statusOf(one), await statusOf(other)]).not.toContain('idle');
  });

  it('finds opponents for a player who has not answered a challenge', async () => {
    const [one, other] = await pair();
    const challenger = await app.player();
    await joinPool(one);
    await joinPool(other);
    await one.socket();
    expect((await openFightOf(challenger, one)).body.isChallengePending).toBe(true);
    await waitLong(app);
    await wavesUntil(app, 'found', one);
  });

  it('rejects an account while the limits of new accounts apply to it', async () => {
    const strict = await createTestApp({ env: { RATE_LIMITS: 'on' } });
    const player = await strict.player();
    expect((await joinPool(player)).body).toMatchObject({ code: 'newAccountLimit' });
    strict.clock.advance(24 * 3_600_000);
    expect((await joinPool(player)).body).toMatchObject({ status: 'waiting' });
    await strict.close();
  });
});
