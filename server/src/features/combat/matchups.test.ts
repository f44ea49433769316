import { REWARD_NUMBERS, rewardFor } from '@rivalhold/shared/fights/rewards.ts';
import { TEMPERAMENTS } from '@rivalhold/shared/fights/style.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { describe, expect, it } from 'vitest';
import { sql } from '../../platform/db/db.ts';
import { type TestPlayer, useTestApp } from '../../testing/app.ts';
import { query, queryValue } from '../../testing/queries.ts';
import { block } from '../blocks/testing.ts';
import { fightToEnd, openFightOf, setCharacter, strike } from './testing.ts';

const app = useTestApp();

const matchup = (player: TestPlayer, opponentId: number) =>
  player.call('GET /api/combat/matchups', { query: { opponentId } });
const suggested = async (player: TestPlayer) =>
  (await player.call('GET /api/combat/matchups')).body.matchups.map(({ opponent }) => opponent.id);
const history = async (player: TestPlayer, query: { limit?: number; cursor?: string } = {}) =>
  (await player.call('GET /api/combat/fights', { query })).body;
/** Fight until the player has defeated an opponent who does not choose moves. */
async function win(player: TestPlayer, opponent: TestPlayer) {
  await setCharacter(app, player, { attack: 500 });
  await setCharacter(app, opponent, { attack: 3 });
  const { body } = await openFightOf(player, opponent);
  await fightToEnd(app, player, opponent);
  return body.id;
}
const fightCount = () => queryValue<number>(app.site.db, sql`select count(*)::integer from fights`);

describe('the comparison before a fight', () => {
  it('shows the strength of both players without starting a fight', async () => {
    const [one, other] = [await app.player(), await app.player()];
    await setCharacter(app, one, { health: 40, health_at: app.clock.now() });
    const before = await fightCount();
    const { body } = await matchup(one, other.id);
    expect(body.own).toMatchObject({
      level: 1,
      health: 40,
      maxHealth: 100,
      energy: 100,
      temperament: 'careful',
    });
    expect(body.own.style).toEqual(TEMPERAMENTS.careful);
    expect(body.matchups).toEqual([
      {
        opponent: { id: other.id, username: other.username, avatarUrl: null, level: 1 },
        ...{ level: 1, attack: 3, defense: 3, maxHealth: 100, weapon: 0, armor: 0, wins: 0, losses: 0 },
        headToHead: { wins: 0, losses: 0 },
        seenStyle: null,
        reward: rewardFor({
          ...{ winnerLevel: 1, loserLevel: 1, damageShare: 1, loserIsNew: true },
          paidWins: { overAll: 0, overOpponent: 0, overNewAccounts: 0 },
        }),
        refusal: null,
      },
    ]);
    expect(await fightCount()).toBe(before);
  });

  it('shows an opponent’s style only after a finished fight has revealed it', async () => {
    const [one, other] = [await app.player(), await app.player()];
    await other.call('PUT /api/style', { body: { temperament: 'bold', lines: null } });
    await openFightOf(one, other);
    expect((await matchup(one, other.id)).body.matchups[0]?.seenStyle).toBeNull();
    await win(one, other);
    const [seen] = (await matchup(one, other.id)).body.matchups;
    expect(seen).toMatchObject({ seenStyle: TEMPERAMENTS.bold, headToHead: { wins: 1, losses: 0 } });
  });

  it('shows the wins and losses against the opponent, not counting ranked fights', async () => {
    const [one, other] = [await app.player(), await app.player()];
    const scoreOf = async (player: TestPlayer, opponent: TestPlayer) => {
      const { own, matchups } = (await matchup(player, opponent.id)).body;
      const { wins, losses } = own;
      expect(matchups[0]?.headToHead).toEqual({ wins, losses });
      const { body } = await player.call('GET /api/combat/standing/{userId}', {
        params: { userId: opponent.id },
      });
      expect(body.headToHead).toEqual({ wins, losses });
      return [wins, losses];
    };
    const countedOf = async (player: TestPlayer) => (await history(player)).items[0]?.isCounted;
    const concede = async (player: TestPlayer) =>
      player.call('POST /api/combat/fights/{id}/concede', {
        params: { id: (await openFightOf(player, player === one ? other : one)).body.id },
      });

    await concede(one);
    expect(await scoreOf(one, other)).toEqual([0, 0]);
    expect(await countedOf(one)).toBe(false);

    const { body } = await openFightOf(one, other);
    app.clock.advance(20_000);
    await strike(one, other);
    await concede(one);
    expect([await scoreOf(one, other), await scoreOf(other, one)]).toEqual([
      [0, 1],
      [0, 0],
    ]);
    expect([await countedOf(one), await countedOf(other)]).toEqual([true, false]);

    // Win once more than the limit on paid wins, so that the last win pays nothing.
    for (let n = 0; n <= REWARD_NUMBERS.paidWinsOverNewAccounts; n++) {
      await setCharacter(app, one, { energy: 100, health: 100 });
      await win(one, other);
    }
    expect(await scoreOf(one, other)).toEqual([REWARD_NUMBERS.paidWinsOverNewAccounts, 1]);
    expect(await scoreOf(other, one)).toEqual([0, 0]);
    expect(await countedOf(one)).toBe(false);

    await query(app.site.db, sql`update fights set ranked = true where id = ${body.id}`);
    const [seen] = (await matchup(one, other.id)).body.matchups;
    expect(seen?.headToHead.losses).toBe(0);
  });

  it('returns 404 for the caller’s own id, and for deleted or blocked opponents', async () => {
    const [one, blocked, blocker, gone] = [
      await app.player(),
      await app.player(),
      await app.player(),
      await app.player(),
    ];
    await block(one, blocked);
    await block(blocker, one);
    await query(app.site.db, sql`update users set deleted_at = ${app.clock.now()} where id = ${gone.id}`);
    for (const { id } of [one, blocked, blocker, gone]) expect((await matchup(one, id)).status).toBe(404);
  });
});

describe('suggested opponents', () => {
  it('are close to the player’s level, and are not blocked, suspended or deleted', async () => {
    const level = 20;
    const make = async (at: number) => {
      const player = await app.player();
      await setCharacter(app, player, { level: at });
      return player;
    };
    const me = await make(level);
    const equal = await make(level);
    const [blocked, blocker, suspended, deleted] = [
      await make(level),
      await make(level),
      await make(level),
      await make(level),
    ];
    await make(level + 3);
    const above = await make(level + 1);
    const now = app.clock.now();
    await block(me, blocked);
    await block(blocker, me);
    await query(app.site.db, sql`update users set suspended_at = ${now} where id = ${suspended.id}`);
    await query(app.site.db, sql`update users set deleted_at = ${now} where id = ${deleted.id}`);
    expect(await suggested(me)).toEqual([equal.id, above.id]);

    await query(app.site.db, sql`update users set suspended_at = ${now} where id = ${above.id}`);
    expect(await suggested(me)).toEqual([equal.id]);
    await openFightOf(me, equal);
    expect(await suggested(me)).toEqual([]);
    const more = await make(level);
    expect(await suggested(me)).toEqual([more.id]);
  });

  it('start with the opponent that the dashboard shows', async () => {
    const level = 40;
    const players: TestPlayer[] = [];
    for (let n = 0; n < LIMITS.combat.suggestions + 2; n++) {
      const player = await app.player();
      await setCharacter(app, player, { level });
      players.push(player);
    }
    const [me, beaten] = players as [TestPlayer, TestPlayer];
    await win(me, beaten);
    await setCharacter(app, me, { level });
    const ids = await suggested(me);
    expect(ids).toHaveLength(LIMITS.combat.suggestions);
    expect(ids).not.toContain(beaten.id);
    expect(ids).not.toContain(me.id);
    expect((await me.call('GET /api/combat/opponent')).body.opponent?.id).toBe(ids[0]);
  });
});

describe('the history of fights', () => {
  it('lists the caller’s finished fights, latest first', async () => {
    const [me, one, other] = [await app.player(), await app.player(), await app.player()];
    const first = await win(me, one);
    const second = await win(other, me);
    const third = await win(me, one);
    await openFightOf(me, other);
    const { items, nextCursor } = await history(me);
    expect(items.map(({ id, won, isAttacker }) => [id, won, isAttacker])).toEqual([
      [third, true, true],
      [second, false, false],
      [first, true, true],
    ]);
    expect(nextCursor).toBeNull();
    expect(items[0]).toMatchObject({
      opponent: { id: one.id, username: one.username },
      headToHead: { wins: 2, losses: 0 },
    });
    expect(items[2]?.rewards.coins).toBe(1);
    expect(items[1]?.rewards).toEqual({ xp: 0, coins: 0 });
    const page = await history(me, { limit: 2 });
    const rest = await history(me, { limit: 2, cursor: page.nextCursor! });
    expect([...page.items, ...rest.items]).toEqual(items);
    expect((await history(one)).items.map(({ id }) => id)).toEqual([third, first]);
    expect((await history(await app.player())).items).toEqual([]);
  });

  it('leaves out fights if there is a block between their players', async () => {
    const [me, one] = [await app.player(), await app.player()];
    await win(me, one);
    await block(one, me);
    expect((await history(me)).items).toEqual([]);
    expect((await history(one)).items).toEqual([]);
  });
});

describe('an open fight', () => {
  it('shows the deadline for answering a live challenge until the challenge is declined', async () => {
    const [one, other] = [await app.player(), await app.player()];
    await other.socket();
    const { body } = await openFightOf(one, other);
    const open = async (player: TestPlayer) =>
      (await player.call('GET /api/combat/open')).body[0]?.challengeExpiresAt;
    expect(await open(one)).toBe(body.deadlineAt);
    expect(await open(other)).toBe(body.deadlineAt);
    await other.call('POST /api/combat/fights/{id}/decline', { params: { id: body.id } });
    expect(await open(other)).toBeNull();
  });
});
