import type { LessonId } from '@rivalhold/shared/contract/practice.ts';
import { LESSON_COINS, LESSONS } from '@rivalhold/shared/fights/lessons.ts';
import { describe, expect, it } from 'vitest';
import { query, sql } from '../../platform/db/db.ts';
import { nextEvent, type TestPlayer, useTestApp } from '../../testing/app.ts';
import { failAfterStatement } from '../../testing/statements.ts';
import { verifyLedger } from '../ledger/service.ts';
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
const paidFor = (player: TestPlayer) =>
  query(
    app.site.db,
    sql`select amount, reference from coin_ledger where user_id = ${player.id} and reason = 'lesson'`,
  );

describe('a practice lesson', () => {
  it('is listed with its reward, and is done once its solution is sent', async () => {
    const player = await app.player();
    expect(await lessonsOf(player)).toEqual(
      ['strike', 'focus', 'heal'].map((id) => ({ id, done: false, coins: LESSON_COINS })),
    );
    for (const { id } of LESSONS) {
      const { status, body } = await complete(player, id, solutionOf(id));
      expect([status, body.paid]).toEqual([200, LESSON_COINS]);
    }
    expect(await doneBy(player)).toEqual(['strike', 'focus', 'heal']);
    expect(await balanceOf(app, player)).toBe(START + LESSONS.length * LESSON_COINS);
    expect((await verifyLedger(app.site.db)).differences).toEqual([]);
  });

  it('is paid once for concurrent and repeated calls, and not to another player', async () => {
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
    ['moves that win without the lesson', 'focus', ['guard', 'guard', 'strike', 'guard', 'guard']],
    ['a move that the rules do not allow', 'focus', ['heavy', 'guard', 'guard']],
    ['the moves of another lesson', 'heal', ['strike', 'strike', 'strike']],
  ])('is not completed by %s', async (_, id, moves) => {
    const player = await app.player();
    const { status, body } = await complete(player, id, moves);
    expect([status, body]).toMatchObject([400, { errors: { moves: expect.any(String) } }]);
    expect([await doneBy(player), await balanceOf(app, player)]).toEqual([[], START]);
  });

  it('does not exist under another name, and allows no items', async () => {
    const player = await app.player();
    expect((await complete(player, 'gold' as LessonId, ['strike'])).status).toBe(400);
    expect((await complete(player, 'strike', ['item'] as unknown as Moves)).status).toBe(400);
  });

  it('is paid completely or not at all if the server dies, and once when sent again', async () => {
    const player = await app.player();
    let deaths = 0;
    while (
      await failAfterStatement(app, deaths + 1, () => complete(player, 'strike', solutionOf('strike')))
    ) {
      deaths++;
      const paid = (await paidFor(player)).length;
      expect(await balanceOf(app, player)).toBe(START + LESSON_COINS * paid);
      expect(await doneBy(player)).toHaveLength(paid);
    }
    expect(deaths).toBeGreaterThan(2);
    expect(await paidFor(player)).toHaveLength(1);
    expect((await verifyLedger(app.site.db)).differences).toEqual([]);
  });
});
