import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { describe, expect, it, onTestFinished } from 'vitest';
import { LONG } from '../../../../scripts/testing/long.ts';
import { sql } from '../../platform/db/db.ts';
import { type TestPlayer, useTestApp } from '../../testing/app.ts';
import { query, queryValue } from '../../testing/queries.ts';
import { resolvePassedDeadlines } from './deadlines.ts';
import { fightWithLog } from './queries.ts';
import {
  breakConnections,
  characterOf,
  checkFights,
  choose,
  exchangesOf,
  livePairOf,
  openFightOf,
  setCharacter,
  strike,
} from './testing.ts';

/**
 * These tests run actions concurrently and then check the stored data. They can find races only on a real PostgreSQL,
 * where connections run concurrently. On the embedded database, they find only deadlocks.
 */
const app = useTestApp();
/** Number of repetitions of a race between two players. */
const ROUNDS = LONG ? 10 : 4;
/** Number of fights in which all players choose concurrently, and number of exchanges in each fight. */
const [FIGHTS, EXCHANGES] = LONG ? [30, 17] : [12, 10];
/** Number of exchanges while connections fail. */
const INTERRUPTED = LONG ? 25 : 12;
/**
 * Number of exchanges for which players send each choice repeatedly. It is lower than the maximum number of exchanges
 * in a fight, so that the fight does not end.
 */
const RETRIED = LONG ? 15 : 12;

/** Character values that make fights long: a lot of health and little attack. */
const STURDY = { health: 100_000, max_health: 100_000, attack: 3 };

async function sturdyPair(): Promise<[TestPlayer, TestPlayer]> {
  const pair: [TestPlayer, TestPlayer] = [await app.player(), await app.player()];
  for (const player of pair) await setCharacter(app, player, STURDY);
  return pair;
}

describe('concurrent actions in fights', () => {
  it('create one fight if both players open it', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const [one, other] = [await app.player(), await app.player()];
      const answers = await Promise.all([
        openFightOf(one, other),
        openFightOf(other, one),
        openFightOf(one, other),
        openFightOf(other, one),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
      expect(answers.filter(({ body }) => !body.resumed)).toHaveLength(1);
    }
  });

  it(`do not lose or duplicate any choice in ${FIGHTS * EXCHANGES} exchanges of ${FIGHTS} fights`, async () => {
    const fights = await Promise.all(Array.from({ length: FIGHTS }, sturdyPair));
    for (const [one, other] of fights) {
      expect((await openFightOf(one, other)).status).toBe(200);
      expect((await openFightOf(other, one)).status).toBe(200);
    }
    for (let round = 0; round < EXCHANGES; round++) {
      app.clock.advance(500);
      const answers = await Promise.all(
        fights.flatMap(([one, other]) => [choose(one, other, 'guard'), choose(other, one, 'feint')]),
      );
      expect(answers.every(({ status }) => status === 200)).toBe(true);
      // In each fight, the first choice is sealed, and the second choice reveals both.
      expect(answers.filter(({ body }) => body.sealed)).toHaveLength(fights.length);
      for (const { body } of answers)
        if (!body.sealed)
          expect(body.lines[0]).toMatchObject({ attacker: { move: 'guard' }, defender: { move: 'feint' } });
    }
    const { inputs } = await checkFights(app);
    expect(inputs).toBe(FIGHTS * EXCHANGES);
    expect(await queryValue(app.site.db, sql`select count(*)::integer from fight_choices`)).toBe(0);
  });

  it('play only one exchange if a player clicks several times', async () => {
    const [one, other] = await sturdyPair();
    await openFightOf(one, other);
    app.clock.advance(500);
    const clicks = await Promise.all([strike(one, other), strike(one, other), strike(one, other)]);
    expect(clicks.map(({ status }) => status).sort()).toEqual([200, 429, 429]);
    expect((await openFightOf(one, other)).body.exchanges).toBe(1);
  });

  it('reveal only one move if several tabs choose different moves', async () => {
    const moves = ['strike', 'guard', 'feint'] as const;
    for (let round = 0; round < 5; round++) {
      const { one, other } = await livePairOf(app);
      const tabs = await Promise.all(moves.map((move) => choose(one, other, move)));
      const accepted = moves.filter((_, tab) => tabs[tab]?.status === 200);
      expect([accepted.length, tabs.filter(({ status }) => status === 429).length]).toEqual([1, 2]);
      app.clock.advance(500);
      // A further choice does not change the first.
      expect((await choose(one, other, 'strike')).status).toBe(409);
      const { body } = await choose(other, one, 'guard');
      expect(body.lines).toMatchObject([{ attacker: { move: accepted[0] }, defender: { move: 'guard' } }]);
    }
  });

  it('return the original response to retries of a sealed choice, even after the reveal', async () => {
    const { one, other, fightId } = await livePairOf(app);
    const key = { 'idempotency-key': randomUUID() };
    const { body } = await choose(one, other, 'feint', key);
    expect(body.sealed).toBe(true);
    expect((await choose(one, other, 'feint', key)).body).toEqual(body);
    // The idempotency key belongs to the first choice, so it is rejected for another choice.
    expect((await choose(one, other, 'guard', key)).body.code).toBe('invalid');
    await choose(other, one, 'guard');
    app.clock.advance(500);
    expect((await choose(one, other, 'feint', key)).body).toEqual(body);
    expect(await exchangesOf(app, fightId)).toBe(1);
  });

  it('reveal the exchange only once if a player chooses at the deadline', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { one, other, fightId } = await livePairOf(app);
      await choose(one, other, 'guard');
      app.clock.advance(LIMITS.combat.presentMs + (round % 2));
      const resolve = () => resolvePassedDeadlines(app.site.db, app.site);
      const answers = await Promise.all([choose(other, one, 'feint'), resolve(), resolve()]);
      expect(answers[0].status).toBe(200);
      // In every second round, the choice arrives too late.
      const isLate = round % 2 === 1;
      const { log } = (await fightWithLog(app.site.db, fightId))!.state;
      expect(log.filter(({ exchange }) => exchange === 1)).toMatchObject([
        { attacker: { move: 'guard', byStyle: false }, defender: { byStyle: isLate } },
      ]);
    }
    expect(await queryValue(app.site.db, sql`select count(*)::integer from fight_choices`)).toBe(0);
    await checkFights(app);
  });

  it('end the fight once if both players give up at the same time', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { one, other, fightId } = await livePairOf(app);
      await choose(one, other, 'guard');
      const concede = (player: TestPlayer) =>
        player.call('POST /api/combat/fights/{id}/concede', { params: { id: fightId } });
      const [{ status, body }, ends] = await Promise.all([
        choose(other, one, 'feint'),
        Promise.all([one, other, one].map(concede)),
      ]);
      expect(ends.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
      const loser = ends[1]?.status === 200 ? other : one;
      const losses = await Promise.all([one, other].map((player) => characterOf(app, player)));
      // A fight without an exchange does not count as a loss.
      const isFought = (await exchangesOf(app, fightId)) === 1;
      expect(losses.map((row) => row.losses)).toEqual(
        [one, other].map((player) => (isFought && player === loser ? 1 : 0)),
      );
      if (status === 200) expect(body.combat.exchanges).toBe(1);
      else expect(status).toBe(409);
    }
    expect(await queryValue(app.site.db, sql`select count(*)::integer from fight_choices`)).toBe(0);
    await checkFights(app);
  });

  it('play only one exchange for retries with the same idempotency key', async () => {
    const [one, other] = await sturdyPair();
    await openFightOf(one, other);
    const tries = await Promise.all(
      Array.from({ length: 6 }, () => strike(one, other, { 'idempotency-key': 'once' })),
    );
    const right = tries.filter(({ status }) => status === 200);
    expect(right.length).toBeGreaterThanOrEqual(1);
    for (const { body } of right) expect(body).toEqual(right[0]?.body);
    for (const { status, body } of tries) if (status !== 200) expect(body.code).toBe('inProgress');
    expect((await openFightOf(one, other)).body.exchanges).toBe(1);
  });

  it('give one reward if both players choose in the last exchange', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const [one, other] = [await app.player(), await app.player()];
      for (const player of [one, other]) await setCharacter(app, player, { attack: 150 });
      await openFightOf(one, other);
      await openFightOf(other, one);
      for (let exchange = 0; exchange < 20; exchange++) {
        app.clock.advance(500);
        const answers = await Promise.all([strike(one, other), strike(other, one)]);
        if (answers.some(({ body }) => body.combatCompleted)) break;
      }
      const rows = [await characterOf(app, one), await characterOf(app, other)];
      expect(rows.map((row) => row.wins).sort()).toEqual([0, 1]);
      expect(rows.map((row) => row.losses).sort()).toEqual([0, 1]);
      expect(rows.reduce((sum, row) => sum + row.coins, 0)).toBe(101);
    }
    await checkFights(app);
  });

  it('use up the last item only once if several requests use it concurrently', async () => {
    const [one, other] = await sturdyPair();
    await setCharacter(app, one, { health: 50 });
    await query(
      app.site.db,
      sql`update inventory set quantity = 1 where user_id = ${one.id} and item_id = 1`,
    );
    await openFightOf(one, other);
    const tries = await Promise.all(
      Array.from({ length: 6 }, () =>
        one.call('POST /api/combat/use-item', { body: { itemId: 1, targetId: one.id } }),
      ),
    );
    expect(tries.filter(({ status }) => status === 200)).toHaveLength(1);
    const left = sql`select quantity from inventory where user_id = ${one.id} and item_id = 1`;
    expect(await queryValue(app.site.db, left)).toBe(0);
  });
});

if (process.env.TEST_DATABASE_URL)
  describe('connections that fail within a transaction', () => {
    it('do not lose or duplicate an acknowledged attack', async () => {
      const fights = await Promise.all(Array.from({ length: 6 }, sturdyPair));
      for (const [one, other] of fights) await openFightOf(one, other);
      app.clock.advance(LIMITS.combat.presentMs + 1);
      const before = await checkFights(app);
      let answered = 0;
      let broken = 0;
      const stop = breakConnections(app, 'fight');
      onTestFinished(stop);
      for (let round = 0; round < INTERRUPTED; round++) {
        app.clock.advance(500);
        const answers = await Promise.all(fights.map(([one, other]) => strike(one, other)));
        answered += answers.filter(({ status }) => status === 200).length;
        broken += answers.filter(({ status }) => status >= 500).length;
      }
      await stop();
      expect(broken).toBeGreaterThan(0);
      expect(answered).toBeGreaterThan(0);
      const { inputs } = await checkFights(app);
      expect(inputs).toBeGreaterThan(before.inputs);
      // A commit can succeed although its response is lost. However, no response reports success for a commit
      // that failed.
      expect(inputs - before.inputs).toBeGreaterThanOrEqual(answered);
      expect(inputs - before.inputs).toBeLessThanOrEqual(answered + broken);
    });

    it('do not lose, duplicate or change a choice of players who retry in live fights', async () => {
      const fights = await Promise.all(Array.from({ length: 6 }, () => livePairOf(app)));
      let retries = 0;
      const chooseUntilDone = async (one: TestPlayer, other: TestPlayer, move: 'guard' | 'feint') => {
        const key = { 'idempotency-key': randomUUID() };
        for (;;) {
          const answer = await choose(one, other, move, key);
          if (answer.status < 500 && answer.body.code !== 'inProgress') return answer;
          retries++;
          await sleep(10);
        }
      };
      const stop = breakConnections(app, 'fight');
      onTestFinished(stop);
      for (let round = 1; round <= RETRIED; round++) {
        app.clock.advance(500);
        const answers = await Promise.all(
          fights.flatMap(({ one, other }) => [
            chooseUntilDone(one, other, 'guard'),
            chooseUntilDone(other, one, 'feint'),
          ]),
        );
        expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
        for (const { body } of answers)
          if (!body.sealed)
            expect(body.lines).toMatchObject([
              { exchange: round, attacker: { move: 'guard' }, defender: { move: 'feint' } },
            ]);
      }
      await stop();
      expect(retries).toBeGreaterThan(0);
      for (const { fightId } of fights) expect(await exchangesOf(app, fightId)).toBe(RETRIED);
      expect(await queryValue(app.site.db, sql`select count(*)::integer from fight_choices`)).toBe(0);
      await checkFights(app);
    });
  });
