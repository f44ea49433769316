import type { LessonId } from '@rivalhold/shared/contract/practice.ts';
import { LESSON_COINS, LESSONS } from '@rivalhold/shared/fights/lessons.ts';
import { THRESHOLDS } from '@rivalhold/shared/levels/levels.ts';
import { describe, expect, it } from 'vitest';
import { sql, transaction } from '../../platform/db/db.ts';
import { nextEvent, type TestPlayer, useTestApp } from '../../testing/app.ts';
import { query, queryValues } from '../../testing/queries.ts';
import { failAfterStatement } from '../../testing/statements.ts';
import { verifyLedger } from '../coins/service.ts';
import { characterOf, openFightOf, setCharacter } from '../combat/testing.ts';
import { grantExperience } from '../game/service.ts';
import { balanceOf } from '../store/testing.ts';

const app = useTestApp();
const START = 50;

type Moves = Parameters<typeof complete>[2];
const complete = (
  player: TestPlayer,
  id: LessonId,
  moves: ('strike' | 'guard' | 'feint' | 'heavy' | 'heal')[],
) => player.call('POST /api/practice/lessons/{id}', { params: { id }, body: { moves } });
const solutionOf = (id: LessonId) => [...LESSONS.find((lesson) => lesson.id === id)!.solution] as Moves;
const lessonsOf = async (player: TestPlayer) => (await player.call('GET /api/practice/lessons')).body;
const doneBy = async (player: TestPlayer) =>
  (await lessonsOf(player)).filter(({ done }) => done).map(({ id }) => id);
const LEVEL_2 = THRESHOLDS[1]!;
const growthOf = async (player: TestPlayer) => {
  const { body } = await player.call('GET /api/game/{userId}', { params: { userId: player.id } });
  return [body.stats.level, body.stats.experience];
};
const levelUpsOf = (player: TestPlayer) =>
  queryValues<number>(
    app.site.db,
    sql`select level from activity where owner_id = ${player.id} and type = 'LEVEL_UP'`,
  );
const paidFor = (player: TestPlayer) =>
  query(
    app.site.db,
    sql`select amount, reference from coin_ledger where user_id = ${player.id} and reason = 'lesson'`,
  );

describe('a practice lesson', () => {
  it('is listed with its reward, and is completed when its solution is sent', async () => {
    const player = await app.player();
    expect(await lessonsOf(player)).toEqual(
      ['strike', 'focus', 'heal'].map((id) => ({
        ...{ id, done: false, coins: LESSON_COINS },
        xp: id === 'strike' ? LEVEL_2 : 0,
      })),
    );
    for (const { id } of LESSONS) {
      const { status, body } = await complete(player, id, solutionOf(id));
      expect([status, body.paid]).toEqual([200, LESSON_COINS]);
    }
    expect(await doneBy(player)).toEqual(['strike', 'focus', 'heal']);
    expect(await balanceOf(app, player)).toBe(START + LESSONS.length * LESSON_COINS);
    expect((await verifyLedger(app.site.db)).differences).toEqual([]);
  });

  it('does not restore health during a fight, even if it raises the level', async () => {
    const [player, rival] = [await app.player(), await app.player()];
    await openFightOf(player, rival);
    await setCharacter(app, player, { health: 7 });
    expect((await complete(player, 'strike', solutionOf('strike'))).body.xp).toBe(LEVEL_2);
    expect(await growthOf(player)).toEqual([2, LEVEL_2]);
    expect((await characterOf(app, player)).health).toBe(7);
  });

  it('raises a new player to level 2 if it is the first lesson', async () => {
    const player = await app.player();
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => complete(player, 'strike', solutionOf('strike'))),
    );
    expect(answers.map(({ body }) => body.xp).toSorted((a, b) => a - b)).toEqual([
      ...Array(7).fill(0),
      LEVEL_2,
    ]);
    expect((await complete(player, 'strike', solutionOf('strike'))).body.xp).toBe(0);
    expect((await complete(player, 'focus', solutionOf('focus'))).body.xp).toBe(0);
    expect(await growthOf(player)).toEqual([2, LEVEL_2]);
    expect(await levelUpsOf(player)).toEqual([2]);
  });

  it('pays only the experience that the player still needs for level 2', async () => {
    const grant = (player: TestPlayer, amount: number) =>
      transaction(app.site.db, (tx) =>
        grantExperience(tx, app.site, { userId: player.id, amount, at: app.clock.now() }),
      );
    for (const [before, paid] of [
      [LEVEL_2 - 1, 1],
      [LEVEL_2, 0],
      [LEVEL_2 + 200, 0],
    ] as const) {
      const player = await app.player();
      await grant(player, before);
      expect((await lessonsOf(player))[0]?.xp).toBe(paid);
      expect((await complete(player, 'strike', solutionOf('strike'))).body.xp).toBe(paid);
      expect((await growthOf(player))[1]).toBe(before + paid);
    }
  });

  it('is paid once for concurrent and repeated calls', async () => {
    const [player, other] = [await app.player(), await app.player()];
    const socket = await player.socket();
    const coins = nextEvent(socket, 'coins:changed');
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => complete(player, 'focus', solutionOf('focus'))),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect(answers.map(({ body }) => body.paid).toSorted()).toEqual([0, 0, 0, 0, 0, 0, 0, LESSON_COINS]);
    expect(await coins).toEqual({ coins: START + LESSON_COINS, amount: LESSON_COINS, reason: 'lesson' });
    expect((await complete(player, 'focus', solutionOf('focus'))).body.paid).toBe(0);
    expect(await paidFor(player)).toEqual([{ amount: LESSON_COINS, reference: 'lesson:focus' }]);
    expect([await doneBy(other), await balanceOf(app, other)]).toEqual([[], START]);
  });

  it.each<[string, LessonId, Moves]>([
    ['moves that lose', 'strike', ['guard', 'guard', 'guard', 'guard']],
    ['moves that stop before the end', 'strike', ['strike', 'strike']],
    ['moves after the end', 'strike', ['strike', 'strike', 'strike', 'strike']],
    ['moves that win without using the lesson', 'focus', ['guard', 'guard', 'strike', 'guard', 'guard']],
    ['a move that the rules do not allow', 'focus', ['heavy', 'guard', 'guard']],
    ['the moves of another lesson', 'heal', ['strike', 'strike', 'strike']],
  ])('is not completed by %s', async (_, id, moves) => {
    const player = await app.player();
    const { status, body } = await complete(player, id, moves);
    expect([status, body]).toMatchObject([400, { errors: { moves: expect.any(String) } }]);
    expect([await doneBy(player), await balanceOf(app, player)]).toEqual([[], START]);
    expect(await growthOf(player)).toEqual([1, 0]);
  });

  it('is rejected if its name is unknown or the moves use items', async () => {
    const player = await app.player();
    expect((await complete(player, 'gold' as LessonId, ['strike'])).status).toBe(400);
    expect((await complete(player, 'strike', ['item'] as unknown as Moves)).status).toBe(400);
  });

  it('pays the full reward or nothing if the server crashes', async () => {
    const player = await app.player();
    let deaths = 0;
    while (
      await failAfterStatement(app, deaths + 1, () => complete(player, 'strike', solutionOf('strike')))
    ) {
      deaths++;
      const paid = (await paidFor(player)).length;
      expect(await balanceOf(app, player)).toBe(START + LESSON_COINS * paid);
      expect(await doneBy(player)).toHaveLength(paid);
      expect(await growthOf(player)).toEqual(paid ? [2, LEVEL_2] : [1, 0]);
    }
    expect(deaths).toBeGreaterThan(2);
    expect(await paidFor(player)).toHaveLength(1);
    expect(await growthOf(player)).toEqual([2, LEVEL_2]);
    expect(await levelUpsOf(player)).toEqual([2]);
    expect((await verifyLedger(app.site.db)).differences).toEqual([]);
  });
});
