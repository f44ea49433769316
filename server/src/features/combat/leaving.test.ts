import { LIMITS } from '@rivalhold/shared/limits.ts';
import { afterAll, describe, expect, it } from 'vitest';
import { queryOne, queryValue, sql } from '../../platform/db/db.ts';
import { PASSWORD, type TestPlayer, useTestApp } from '../../testing/app.ts';
import { failAfterStatement } from '../../testing/statements.ts';
import { createStaff, PERMANENT_SUSPENSION, suspendOf } from '../moderation/testing.ts';
import { closeAbandonedFights } from './service.ts';
import { characterOf, checkFights, openFightOf, setCharacter, strike } from './testing.ts';

const app = useTestApp({ env: { NEW_ACCOUNT_HOURS: '0' } });
afterAll(async () => {
  await checkFights(app);
});

type Fight = { attacker: TestPlayer; defender: TestPlayer; id: number };
type Ending = (leaver: TestPlayer, other: TestPlayer) => Promise<unknown>;

const block: Ending = (leaver, other) =>
  leaver.call('POST /api/blocks/{userId}', { params: { userId: other.id } });
const deleteAccount: Ending = (leaver) =>
  leaver.call('DELETE /api/users/me', { body: { password: PASSWORD } });
const suspend: Ending = async (leaver) =>
  suspendOf(await createStaff(app, 'admin'), leaver.id, PERMANENT_SUSPENSION);
const abandon: Ending = () => {
  app.clock.advance(LIMITS.combat.abandonedAfterMs);
  return closeAbandonedFights(app.site.db, app.site);
};

const LEAVING: [string, Ending][] = [
  ['a block', block],
  ['a suspension', suspend],
  ['the deletion of an account', deleteAccount],
];
const ENDINGS: [string, Ending][] = [...LEAVING, ['24 hours without an exchange', abandon]];

/** Return a new fight between two players with so much health that nobody is knocked out. */
async function sturdyFight(): Promise<Fight> {
  const [attacker, defender] = [await app.player(), await app.player()];
  for (const player of [attacker, defender])
    await setCharacter(app, player, { health: 100_000, max_health: 100_000 });
  return { attacker, defender, id: (await openFightOf(attacker, defender)).body.id };
}

/** Play exchanges in which `chooser` strikes and the style of the absent opponent answers. */
async function play(chooser: TestPlayer, absent: TestPlayer, exchanges = 1): Promise<void> {
  app.clock.advance(LIMITS.combat.presentMs + 1);
  for (let exchange = 0; exchange < exchanges; exchange++) {
    app.clock.advance(LIMITS.combat.exchangeIntervalMs);
    expect((await strike(chooser, absent)).body).toMatchObject({ sealed: false, combatCompleted: false });
  }
}

/** Let `chooser` strike until they have taken at least half of the opponent's health, which earns a coin. */
async function takeHalf(fight: Fight, chooser: TestPlayer, absent: TestPlayer): Promise<void> {
  await setCharacter(app, chooser, { attack: 500 });
  await setCharacter(app, absent, { health: 1_000, max_health: 1_000 });
  const side = chooser === fight.attacker ? sql`'attacker'` : sql`'defender'`;
  const taken = sql`select (state->${side}->>'taken')::integer from fights where id = ${fight.id}`;
  do await play(chooser, absent);
  while ((await queryValue<number>(app.site.db, taken)) < 500);
}

const resultOf = ({ id }: Fight) =>
  queryOne<{ status: string; winner_id: number; reward_xp: number; reward_coins: number; defeat_xp: number }>(
    app.site.db,
    sql`select status, winner_id, reward_xp, reward_coins, defeat_xp from fights where id = ${id}`,
  );
/** Check the coins and the number of wins and losses of a player who left. A deleted account has no record. */
async function expectLosses(leaver: TestPlayer, end: Ending, losses: number): Promise<void> {
  const { coins, wins, experience, ...own } = await characterOf(app, leaver);
  expect({ coins, wins, experience }).toEqual({ coins: 50, wins: 0, experience: 0 });
  if (end !== deleteAccount) expect(own.losses).toBe(losses);
}

const UNPAID = { wins: 0, losses: 0, experience: 0, coins: 50 };

/** Check that the winner was paid exactly once: a win, a coin and the experience that the fight states. */
async function expectPaidOnce(fight: Fight, winner: TestPlayer): Promise<void> {
  const { reward_xp, ...result } = await resultOf(fight);
  expect(result).toEqual({ status: 'over', winner_id: winner.id, reward_coins: 1, defeat_xp: 0 });
  expect(reward_xp).toBeGreaterThan(0);
  const paid = { wins: 1, losses: 0, experience: reward_xp, coins: 51 };
  expect(await characterOf(app, winner)).toMatchObject(paid);
}

describe.each(ENDINGS)('after an exchange, %s', (_, end) => {
  it('is a defeat of the attacker, and pays a defender who chose moves', async () => {
    const fight = await sturdyFight();
    await takeHalf(fight, fight.defender, fight.attacker);
    await end(fight.attacker, fight.defender);
    await expectPaidOnce(fight, fight.defender);
    await expectLosses(fight.attacker, end, 1);
  });

  it('is a defeat of the attacker, and pays nothing to a defender whose style fought', async () => {
    const fight = await sturdyFight();
    await setCharacter(app, fight.defender, { attack: 500 });
    await play(fight.attacker, fight.defender, 3);
    await end(fight.attacker, fight.defender);
    const unpaid = { winner_id: fight.defender.id, reward_xp: 0, reward_coins: 0, defeat_xp: 0 };
    expect(await resultOf(fight)).toMatchObject(unpaid);
    expect(await characterOf(app, fight.defender)).toMatchObject(UNPAID);
    await expectLosses(fight.attacker, end, 1);
  });
});

describe.each(LEAVING)('after an exchange, %s', (_, end) => {
  it('is a defeat of a defender who chose a move, and pays the attacker', async () => {
    const fight = await sturdyFight();
    await play(fight.defender, fight.attacker);
    await takeHalf(fight, fight.attacker, fight.defender);
    await end(fight.defender, fight.attacker);
    await expectPaidOnce(fight, fight.attacker);
    await expectLosses(fight.defender, end, 1);
  });

  it('pays the attacker, but is not counted as a loss of a defender whose style fought', async () => {
    const fight = await sturdyFight();
    await takeHalf(fight, fight.attacker, fight.defender);
    await end(fight.defender, fight.attacker);
    await expectPaidOnce(fight, fight.attacker);
    await expectLosses(fight.defender, end, 0);
  });
});

describe.each(ENDINGS)('before the first exchange, %s', (_, end) => {
  it('ends the fight without a reward and without a loss', async () => {
    const fight = await sturdyFight();
    await end(fight.attacker, fight.defender);
    expect(await resultOf(fight)).toMatchObject({ winner_id: fight.defender.id, reward_xp: 0 });
    for (const player of [fight.attacker, fight.defender])
      expect(await characterOf(app, player)).toMatchObject(UNPAID);
  });
});

describe('the winner of a fight that a player leaves', () => {
  it('is paid once if the player is suspended, deletes the account and blocks concurrently', async () => {
    const fight = await sturdyFight();
    await takeHalf(fight, fight.defender, fight.attacker);
    await Promise.all([suspend, deleteAccount, block].map((end) => end(fight.attacker, fight.defender)));
    await expectPaidOnce(fight, fight.defender);
  });

  it('is paid once if several nodes close the abandoned fight concurrently', async () => {
    const fight = await sturdyFight();
    await takeHalf(fight, fight.defender, fight.attacker);
    app.clock.advance(LIMITS.combat.abandonedAfterMs);
    await Promise.all([1, 2, 3].map(() => closeAbandonedFights(app.site.db, app.site)));
    await expectPaidOnce(fight, fight.defender);
  });

  it('is paid once if the node crashes after any statement, and the player tries again', async () => {
    const fight = await sturdyFight();
    await takeHalf(fight, fight.defender, fight.attacker);
    let crashes = 0;
    while ((await resultOf(fight)).status === 'active')
      await failAfterStatement(app, ++crashes, () => deleteAccount(fight.attacker, fight.defender));
    expect(crashes).toBeGreaterThan(5);
    await expectPaidOnce(fight, fight.defender);
  });
});
