import type { Combat } from '@rivalhold/shared/contract/combat.ts';
import { RANKED } from '@rivalhold/shared/fights/ranked.ts';
import { statsFor } from '@rivalhold/shared/levels/levels.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { RATING_NUMBERS } from '@rivalhold/shared/ratings/glicko2.ts';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { waitFor } from '../../../../scripts/testing/wait-for.ts';
import { sql } from '../../platform/db/db.ts';
import { nextEvent, PASSWORD, type TestPlayer, useTestApp } from '../../testing/app.ts';
import { query, queryOne, queryValue } from '../../testing/queries.ts';
import { failAfterStatement } from '../../testing/statements.ts';
import { resolvePassedDeadlines } from '../combat/deadlines.ts';
import { joinFight } from '../combat/service.ts';
import {
  characterOf,
  checkFights,
  choose,
  openFightOf,
  setCharacter,
  setFightSettings,
  strike,
} from '../combat/testing.ts';
import { createStaff } from '../moderation/testing.ts';
import { verifyRatings } from '../ratings/service.ts';
import {
  acceptFight,
  fightRanked,
  findEachOther,
  joinPool,
  leavePool,
  poolOf,
  startRanked,
} from './testing.ts';

const app = useTestApp();
afterAll(async () => {
  await checkFights(app);
  expect((await verifyRatings(app.site.db)).differences).toEqual([]);
});

afterEach(async () => {
  await query(app.site.db, sql`delete from ranked_pool`);
});

const POTION = RANKED.itemId;
const { choiceMs, bankMs } = LIMITS.combat;
const ratingOf = async (player: TestPlayer, viewer = player) =>
  (await viewer.call('GET /api/ratings/{userId}', { params: { userId: player.id } })).body;
const changesOf = (fightId: number) =>
  query<{ user_id: number; won: boolean }>(
    app.site.db,
    sql`select user_id, won from rating_changes where fight_id = ${fightId} order by user_id`,
  );
const quantityOf = (player: TestPlayer, itemId: number) =>
  queryValue<number>(
    app.site.db,
    sql`select coalesce(sum(quantity), 0)::integer from inventory where user_id = ${player.id} and item_id = ${itemId}`,
  );
const concede = (player: TestPlayer, fightId: number) =>
  player.call('POST /api/combat/fights/{id}/concede', { params: { id: fightId } });
const resolveDeadlines = () => resolvePassedDeadlines(app.site.db, app.site);
const pair = async () => [await app.player(), await app.player()] as const;

describe('a ranked fight', () => {
  it('has equal stats, gear and health for both players', async () => {
    const [one, other] = await pair();
    await setCharacter(app, one, { health: 3, energy: 0, level: 40, attack: 90, max_health: 100 });
    await query(
      app.site.db,
      sql`insert into inventory (user_id, item_id, quantity) values (${one.id}, 30, 1)`,
    );
    const before = [await characterOf(app, one), await characterOf(app, other)];
    const fightId = await startRanked(app, one, other);
    const { setup, ranked } = await queryOne<{
      setup: { attacker: object; defender: object };
      ranked: boolean;
    }>(app.site.db, sql`select setup, ranked from fights where id = ${fightId}`);
    expect(ranked).toBe(true);
    const { maxHealth, attack, defense } = statsFor(RANKED.level);
    const equal = { level: RANKED.level, maxHealth, attack, defense, health: maxHealth, weapon: 0, armor: 0 };
    expect(setup).toMatchObject({ attacker: equal, defender: equal });
    await fightRanked(app, one, other);
    const after = [await characterOf(app, one), await characterOf(app, other)];
    for (const [n, { health, energy, level, experience, wins, losses, coins }] of after.entries())
      expect({ health, energy, level, experience, wins, losses, coins }).toEqual({
        ...{ health: before[n]!.health, energy: before[n]!.energy, level: before[n]!.level },
        ...{ experience: before[n]!.experience, wins: before[n]!.wins, losses: before[n]!.losses },
        coins: before[n]!.coins,
      });
  });

  it('gives both players the normal time for a choice, even with the double-time setting', async () => {
    const [one, other] = await pair();
    for (const player of [one, other]) await setFightSettings(player, { doubleTime: true });
    const fightId = await startRanked(app, one, other);
    const start = app.clock.now().getTime();
    const { sides, deadlineAt } = (await openFightOf(one, other)).body;
    for (const { choiceUntil } of [sides.attacker, sides.defender])
      expect(Date.parse(choiceUntil!)).toBe(start + choiceMs);
    expect(Date.parse(deadlineAt!)).toBe(start + choiceMs + bankMs);
    await concede(one, fightId);
  });

  it('lends each player one item, and uses none of the player’s own', async () => {
    const [one, other] = await pair();
    await setCharacter(app, one, { energy: 0 });
    await query(app.site.db, sql`delete from inventory where user_id = ${one.id}`);
    const fightId = await startRanked(app, one, other);
    const use = (player: TestPlayer, itemId: number, target: TestPlayer) =>
      player.call('POST /api/combat/use-item', {
        body: { itemId, targetId: target.id },
        headers: { 'x-fight-id': String(fightId) },
      });
    await query(
      app.site.db,
      sql`insert into inventory (user_id, item_id, quantity) values (${one.id}, 12, 1)`,
    );
    expect((await use(one, 12, other)).body).toMatchObject({ code: 'noItem' });
    expect(await quantityOf(one, 12)).toBe(1);
    const before = await quantityOf(other, POTION);
    await strike(one, other);
    await strike(other, one);
    app.clock.advance(LIMITS.combat.exchangeIntervalMs);
    expect((await use(one, POTION, one)).body).toMatchObject({ sealed: true });
    expect((await use(other, POTION, other)).body.updatedCombat?.log).toMatchObject([
      { attacker: { move: 'item', itemId: POTION }, defender: { move: 'item', itemId: POTION } },
    ]);
    expect(await quantityOf(other, POTION)).toBe(before);
    app.clock.advance(LIMITS.combat.exchangeIntervalMs);
    await strike(one, other);
    await strike(other, one);
    app.clock.advance(LIMITS.combat.exchangeIntervalMs);
    expect((await use(one, POTION, one)).body).toMatchObject({ code: 'itemLimit' });
    const heal = await one.call('POST /api/combat/manual-heal', {
      headers: { 'x-fight-id': String(fightId) },
    });
    expect(heal.body.sealed).toBe(true);
    await concede(one, fightId);
    expect((await characterOf(app, one)).energy).toBe(0);
  });

  it('changes the ratings of both players, and pays neither experience nor coins', async () => {
    const [one, other] = await pair();
    expect((await ratingOf(one)).current).toBeNull();
    const fightId = await startRanked(app, one, other);
    const winnerId = await fightRanked(app, one, other);
    const [winner, loser] = winnerId === one.id ? [one, other] : [other, one];
    const won = await ratingOf(winner, loser);
    expect(won.current).toMatchObject({ fights: 1, provisional: true, league: 'ember' });
    expect(won.current!.rating).toBeGreaterThan(RATING_NUMBERS.start.rating);
    expect(won.changes).toMatchObject([
      {
        fightId,
        opponent: { id: loser.id },
        opponentRating: 1500,
        won: true,
        before: 1500,
        after: won.current!.rating,
      },
    ]);
    const lost = await ratingOf(loser);
    expect(lost.current!.rating - 1500).toBe(1500 - won.current!.rating);
    const paid = await queryOne(
      app.site.db,
      sql`select reward_xp, reward_coins, defeat_xp from fights where id = ${fightId}`,
    );
    expect(paid).toEqual({ reward_xp: 0, reward_coins: 0, defeat_xp: 0 });
  });

  it('is linked in the activity only for viewers who can watch it', async () => {
    const [one, other] = await pair();
    const [viewer, blocked] = await pair();
    await blocked.call('POST /api/blocks/{userId}', { params: { userId: other.id } });
    const announced = nextEvent(await viewer.socket(), 'activity:new');
    const fightId = await startRanked(app, one, other);
    await concede(other, fightId);
    expect(await announced).toMatchObject({ type: 'COMBAT_WIN', metadata: { fightId } });
    const linksFor = async (player: TestPlayer) => {
      const { body } = await player.call('GET /api/activity', { query: { userId: one.id } });
      const win = body.items.find(({ type }) => type === 'COMBAT_WIN');
      const { changes } = await ratingOf(one, player);
      return [win && [win.actor?.id, win.metadata.fightId], changes.map((change) => change.fightId)];
    };
    const linked = [[other.id, fightId], [fightId]];
    expect(await linksFor(viewer)).toEqual(linked);
    expect(await linksFor(blocked)).toEqual([undefined, [null]]);
    await setFightSettings(other, { watchers: 'fighters' });
    expect(await linksFor(viewer)).toEqual([[other.id, null], [null]]);
    expect(await linksFor(one)).toEqual(linked);
    expect(await linksFor(other)).toEqual(linked);
    await setFightSettings(other, {});
    expect(await linksFor(viewer)).toEqual(linked);
  });

  it('rates only two fights of the same players within a day', async () => {
    const [one, other] = await pair();
    const ids: number[] = [];
    for (let fight = 0; fight < 3; fight++) {
      const fightId = await startRanked(app, one, other);
      ids.push(fightId);
      await concede(one, fightId);
      await query(app.site.db, sql`update ranked_pool set last_opponent_id = null`);
    }
    expect((await Promise.all(ids.map(changesOf))).map((changes) => changes.length)).toEqual([2, 2, 0]);
    const { body } = await other.call('GET /api/activity');
    const wins = body.items.filter(({ type }) => type === 'COMBAT_WIN');
    expect(wins.map(({ metadata }) => metadata.fightId).toSorted()).toEqual(ids.slice(0, 2).toSorted());
    app.clock.advance(LIMITS.ranked.pairWindowMs);
    const next = await startRanked(app, one, other);
    await concede(other, next);
    expect(await changesOf(next)).toHaveLength(2);
  });

  it.each(['concede', 'block', 'suspend', 'delete'] as const)(
    'is lost by a player who leaves it (%s)',
    async (how) => {
      const [one, other] = await pair();
      const fightId = await startRanked(app, one, other);
      if (how === 'concede') await concede(one, fightId);
      if (how === 'block') await one.call('POST /api/blocks/{userId}', { params: { userId: other.id } });
      if (how === 'suspend') {
        const admin = await createStaff(app, 'admin');
        await admin.call('POST /api/mod/suspensions/{userId}', {
          params: { userId: one.id },
          body: { until: null, reason: 'cheating' },
        });
      }
      if (how === 'delete') await one.call('DELETE /api/users/me', { body: { password: PASSWORD } });
      await waitFor(async () => expect(await changesOf(fightId)).toHaveLength(2));
      expect(await changesOf(fightId)).toEqual(
        [
          { user_id: one.id, won: false },
          { user_id: other.id, won: true },
        ].toSorted((a, b) => a.user_id - b.user_id),
      );
    },
  );

  it('is lost by a player who misses two choices in a row', async () => {
    const [one, other] = await pair();
    const fightId = await startRanked(app, one, other);
    await strike(one, other);
    app.clock.advance(choiceMs + bankMs + 1);
    await resolveDeadlines();
    expect(await changesOf(fightId)).toEqual([]);
    await choose(one, other, 'guard');
    app.clock.advance(choiceMs + 1);
    await resolveDeadlines();
    const changes = await changesOf(fightId);
    expect(changes.find(({ won }) => won)?.user_id).toBe(one.id);
    expect(changes).toHaveLength(2);
  });

  it('shows whether the opponent is connected', async () => {
    const [one, other] = await pair();
    const socket = await one.socket();
    await other.socket();
    const fightId = await startRanked(app, one, other);
    const opponentSide = ({ attackerId, sides }: Combat) =>
      attackerId === other.id ? sides.attacker : sides.defender;
    const update = async (change: () => unknown) => {
      const next = nextEvent(socket, 'combatStateUpdate');
      await change();
      return opponentSide((await next).combat);
    };
    expect(await update(() => openFightOf(one, other))).toMatchObject({ present: true });
    expect(await update(() => other.closeSockets())).toMatchObject({ present: false, telegraph: null });
    expect(await update(() => openFightOf(one, other))).toMatchObject({ present: false });
    expect(await update(() => openFightOf(other, one))).toMatchObject({ present: true });
    await concede(one, fightId);
  });

  it('is not rated if neither player ever chooses a move', async () => {
    const [one, other] = await pair();
    const fightId = await startRanked(app, one, other);
    app.clock.advance(choiceMs + bankMs + 1);
    await resolveDeadlines();
    app.clock.advance(choiceMs + 1);
    await resolveDeadlines();
    expect(await poolOf(one)).toMatchObject({ status: 'idle', opponentId: null });
    expect(await changesOf(fightId)).toEqual([]);
  });

  it.each([
    { downMs: 60_000, isRated: true, outcome: 'is rated' },
    { downMs: 3_600_000, isRated: false, outcome: 'is not rated' },
  ])(
    '$outcome if a player does not return after an interruption of $downMs ms',
    async ({ downMs, isRated }) => {
      const [one, other] = await pair();
      const fightId = await startRanked(app, one, other);
      await strike(one, other);
      await strike(other, one);
      await strike(one, other);
      app.clock.advance(choiceMs + bankMs + downMs);
      await resolveDeadlines();
      app.clock.advance(choiceMs + bankMs + 1);
      await resolveDeadlines();
      await strike(one, other);
      app.clock.advance(choiceMs + 1);
      await resolveDeadlines();
      expect(await poolOf(one)).toMatchObject({ status: 'idle', opponentId: null });
      expect(await changesOf(fightId)).toHaveLength(isRated ? 2 : 0);
    },
  );

  it('is rated if a player returns to it after an interruption and then leaves it', async () => {
    const [one, other] = await pair();
    const fightId = await startRanked(app, one, other);
    await strike(one, other);
    await strike(other, one);
    app.clock.advance(3_600_000);
    await resolveDeadlines();
    await joinFight(app.site.db, app.site, { userId: other.id, fightId });
    await strike(one, other);
    app.clock.advance(choiceMs + bankMs + 1);
    await resolveDeadlines();
    await strike(one, other);
    app.clock.advance(choiceMs + 1);
    await resolveDeadlines();
    expect(await changesOf(fightId)).toHaveLength(2);
  });

  it('gives both players their full time again after an interruption', async () => {
    const [one, other] = await pair();
    const fightId = await startRanked(app, one, other);
    await strike(one, other);
    app.clock.advance(3_600_000);
    await resolveDeadlines();
    expect((await poolOf(one)).status).toBe('fighting');
    const { body } = await strike(other, one);
    expect(body.lines).toMatchObject([{ attacker: { byStyle: false }, defender: { byStyle: false } }]);
    await concede(one, fightId);
  });

  it('cannot begin while a player has another open fight', async () => {
    const [one, other] = await pair();
    const third = await app.player();
    const fightId = await startRanked(app, one, other);
    for (const player of [one, other])
      expect((await openFightOf(player, third)).body).toMatchObject({ code: 'fight_open' });
    expect((await joinPool(one)).body).toMatchObject({ code: 'fight_open' });
    await concede(one, fightId);
    await openFightOf(one, third);
    expect((await joinPool(one)).body).toMatchObject({ code: 'fight_open' });
  });

  it('does not begin if one of the players has started another fight, which counts as a missed fight', async () => {
    const [one, first] = await pair();
    const [second] = await pair();
    for (const [other, isPaused] of [
      [first, false],
      [second, true],
    ] as const) {
      const third = await app.player();
      await findEachOther(app, one, other);
      const { body: started } = await openFightOf(one, third);
      await acceptFight(one);
      expect((await acceptFight(other)).body.status).toBe('waiting');
      const { status, pausedUntil } = await poolOf(one);
      expect([status, pausedUntil !== null]).toEqual(['idle', isPaused]);
      await concede(one, started.id);
      await leavePool(other);
    }
  });

  it('stores the end of the fight and both rating changes together', async () => {
    let statement = 0;
    for (let failed = true; failed; ) {
      statement++;
      const [one, other] = await pair();
      const fightId = await startRanked(app, one, other);
      failed = await failAfterStatement(app, statement, () => concede(one, fightId));
      const isOver = await queryValue<boolean>(
        app.site.db,
        sql`select status = 'over' from fights where id = ${fightId}`,
      );
      expect([statement, (await changesOf(fightId)).length]).toEqual([statement, isOver ? 2 : 0]);
      await concede(one, fightId);
      expect([statement, (await changesOf(fightId)).length]).toEqual([statement, 2]);
      expect((await ratingOf(one)).current?.fights).toBe(1);
    }
    expect(statement).toBeGreaterThan(5);
  });
});
