import { replayFight } from '@rivalhold/shared/combat/rules.ts';
import type { FightInput } from '@rivalhold/shared/contract/combat.ts';
import { expect } from 'vitest';
import { run } from '../../platform/db/db.ts';
import type { TestApp, TestPlayer } from '../../testing.ts';
import type { FightRow } from './queries.ts';

export const open = (player: TestPlayer, opponent: TestPlayer, headers: Record<string, string> = {}) =>
  player.call('GET /api/combat/{userId}', {
    params: { userId: player.id },
    query: { opponentId: opponent.id },
    headers,
  });

export const strike = (player: TestPlayer, opponent: TestPlayer, headers: Record<string, string> = {}) =>
  player.call('POST /api/combat/attack', { body: { defenderId: opponent.id }, headers });

/** Strikes every half second until the fight is over; answers the last exchange. */
export async function fightOut(app: TestApp, player: TestPlayer, opponent: TestPlayer) {
  for (;;) {
    app.clock.advance(500);
    const { body, status } = await strike(player, opponent);
    expect(status).toBe(200);
    if (body.combatCompleted) return body;
  }
}

/** Sets what a character is made of, as staff could. */
export async function setCharacter(
  app: TestApp,
  player: TestPlayer,
  values: Partial<{
    attack: number;
    defense: number;
    health: number;
    max_health: number;
    energy: number;
    level: number;
    experience: number;
  }>,
): Promise<void> {
  await app.site.db.updateTable('characters').set(values).where('user_id', '=', player.id).execute();
}

export const characterOf = (app: TestApp, player: TestPlayer) =>
  app.site.db.selectFrom('characters').selectAll().where('user_id', '=', player.id).executeTakeFirstOrThrow();

/**
 * Holds everything that is stored of fights, characters and coins against each other: every fight replayed from its
 * seed and inputs is what is stored, and no fight was paid twice.
 */
export async function auditFights(app: TestApp): Promise<{ fights: number; inputs: number }> {
  const { db } = app.site;
  const fights = (await db.selectFrom('fights').selectAll().execute()) as unknown as FightRow[];
  let inputs = 0;
  for (const fight of fights) {
    const rows = await run<{ n: number; input: FightInput }>(
      db,
      'select n, input from fight_inputs where fight_id = $1 order by n',
      [fight.id],
    );
    expect(rows.map((row) => row.n)).toEqual(rows.map((_, index) => index + 1));
    expect(rows).toHaveLength(fight.inputs);
    inputs += rows.length;
    const replayed = replayFight(
      fight.setup,
      rows.map((row) => row.input),
      fight.seed,
    );
    expect(replayed.state).toEqual(fight.state);
    expect(replayed.lines.map((line) => line.seq)).toEqual(replayed.lines.map((_, index) => index + 1));
    expect(fight.status).toBe(fight.state.status);
    expect(fight.winner_id).toBe(fight.state.winnerId);
  }
  const purses = await db
    .selectFrom('characters as c')
    .leftJoin('coin_ledger as l', 'l.user_id', 'c.user_id')
    .select(({ fn }) => ['c.user_id', 'c.coins', fn.sum<number>('l.amount').as('booked')])
    .groupBy(['c.user_id', 'c.coins'])
    .execute();
  for (const purse of purses) expect(Number(purse.booked)).toBe(purse.coins);
  const paid = fights.filter((fight) => (fight.reward_coins ?? 0) > 0).length;
  const victories = await db
    .selectFrom('coin_ledger')
    .select('reference')
    .where('reason', '=', 'victory')
    .execute();
  expect(victories).toHaveLength(paid);
  const begun = await db.selectFrom('characters').select(['user_id', 'begun_open']).execute();
  for (const { user_id, begun_open } of begun)
    expect(begun_open).toBe(fights.filter((f) => f.status === 'active' && f.attacker_id === user_id).length);
  return { fights: fights.length, inputs };
}
