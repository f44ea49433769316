import { randomUUID } from 'node:crypto';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { afterAll, describe, expect, it } from 'vitest';
import { sql } from '../../platform/db/db.ts';
import { type TestPlayer, useTestApp } from '../../testing/app.ts';
import { query, queryValue } from '../../testing/queries.ts';
import { failAfterStatement } from '../../testing/statements.ts';
import { resolvePassedDeadlines } from './deadlines.ts';
import { fightWithLog } from './queries.ts';
import { checkFights, choose, exchangesOf, livePairOf, setCharacter } from './testing.ts';

const app = useTestApp();
afterAll(async () => {
  await checkFights(app);
});

const POT = 12;
const choicesOf = (fightId: number) =>
  query(app.site.db, sql`select side, move, item_id from fight_choices where fight_id = ${fightId}`);
const potsOf = (player: TestPlayer) =>
  queryValue<number>(
    app.site.db,
    sql`select quantity from inventory where user_id = ${player.id} and item_id = ${POT}`,
  );
const throwPot = (player: TestPlayer, target: TestPlayer, headers: Record<string, string> = {}) =>
  player.call('POST /api/combat/use-item', { body: { itemId: POT, targetId: target.id }, headers });

/**
 * Call `round` with the statement numbers 1, 2, 3 and so on until it returns false. Return the number of calls that
 * returned true.
 */
async function forEachStatement(round: (statement: number) => Promise<boolean>): Promise<number> {
  let statement = 1;
  while (await round(statement)) statement++;
  return statement - 1;
}

describe('a node that crashes after any of its SQL statements', () => {
  it('keeps a first choice secret, and stores it only once after a retry', async () => {
    const statements = await forEachStatement(async (statement) => {
      const { one, other, fightId } = await livePairOf(app);
      const key = { 'idempotency-key': randomUUID() };
      const failed = await failAfterStatement(app, statement, () => choose(one, other, 'guard', key));
      expect(await exchangesOf(app, fightId)).toBe(0);
      const retried = await choose(one, other, 'guard', key);
      expect([statement, retried.status, retried.body.sealed]).toEqual([statement, 200, true]);
      expect(await choicesOf(fightId)).toEqual([{ side: 'attacker', move: 'guard', item_id: null }]);
      const { body } = await choose(other, one, 'feint');
      expect(body.lines).toMatchObject([{ attacker: { move: 'guard' }, defender: { move: 'feint' } }]);
      return failed;
    });
    expect(statements).toBeGreaterThan(3);
  });

  it('reveals both choices and uses an item only once after a retry', async () => {
    const statements = await forEachStatement(async (statement) => {
      const { one, other, fightId } = await livePairOf(app);
      await setCharacter(app, one, { energy: 100 });
      const before = await potsOf(one);
      expect((await throwPot(one, other)).body.sealed).toBe(true);
      const key = { 'idempotency-key': randomUUID() };
      const failed = await failAfterStatement(app, statement, () => choose(other, one, 'feint', key));
      // The failed request has either changed nothing or stored the whole exchange.
      const isRevealed = (await exchangesOf(app, fightId)) === 1;
      expect(await choicesOf(fightId)).toEqual(
        isRevealed ? [] : [{ side: 'attacker', move: 'item', item_id: POT }],
      );
      expect(await potsOf(one)).toBe(isRevealed ? before - 1 : before);
      const { status, body } = await choose(other, one, 'feint', key);
      expect([statement, status]).toEqual([statement, 200]);
      expect(body.lines).toMatchObject([
        {
          attacker: { move: 'item', itemId: POT, byStyle: false },
          defender: { move: 'feint', byStyle: false },
        },
      ]);
      expect(await exchangesOf(app, fightId)).toBe(1);
      expect(await potsOf(one)).toBe(before - 1);
      return failed;
    });
    expect(statements).toBeGreaterThan(5);
  });

  it('leaves a passed deadline to another node, which resolves it once', async () => {
    const statements = await forEachStatement(async (statement) => {
      const { one, other, fightId } = await livePairOf(app);
      await choose(one, other, 'guard');
      app.clock.advance(LIMITS.combat.presentMs + 1);
      const failed = await failAfterStatement(app, statement, () =>
        resolvePassedDeadlines(app.site.db, app.site).catch(() => {}),
      );
      await Promise.all([1, 2, 3].map(() => resolvePassedDeadlines(app.site.db, app.site)));
      expect([statement, await exchangesOf(app, fightId)]).toEqual([statement, 1]);
      const fight = await fightWithLog(app.site.db, fightId);
      expect(fight?.state.log.at(-1)).toMatchObject({
        attacker: { move: 'guard', byStyle: false },
        defender: { byStyle: true },
      });
      return failed;
    });
    expect(statements).toBeGreaterThan(3);
  });
});
