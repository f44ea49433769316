import { otherSide } from '@rivalhold/shared/fights/fight.ts';
import { REWARD_NUMBERS, rewardFor } from '@rivalhold/shared/fights/rewards.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { afterAll, describe, expect, it } from 'vitest';
import { sql } from '../../platform/db/db.ts';
import { PASSWORD, type TestPlayer, useTestApp } from '../../testing/app.ts';
import { queryOne, queryValue } from '../../testing/queries.ts';
import { failAfterStatement } from '../../testing/statements.ts';
import { createStaff, PERMANENT_SUSPENSION, suspendOf } from '../moderation/testing.ts';
import { closeAbandonedFights } from './deadlines.ts';
import type { FightRow } from './queries.ts';
import { characterOf, checkFights, finishFight, openFightOf, setCharacter, strike } from './testing.ts';

const app = useTestApp({ env: { NEW_ACCOUNT_HOURS: '0' } });
afterAll(async () => {
  await checkFights(app);
});

type Fight = { attacker: TestPlayer; defender: TestPlayer; id: number };
type Ending = (leaver: TestPlayer, other: TestPlayer) => Promise<unknown>;

const concede: Ending = async (leaver) => {
  const [open] = (await leaver.call('GET /api/combat/open')).body;
  return leaver.call('POST /api/combat/fights/{id}/concede', { params: { id: open!.id } });
};
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
  ['giving up', concede],
  ['blocking the opponent', block],
  ['being suspended', suspend],
  ['deleting the account', deleteAccount],
];
const ENDINGS: [string, Ending][] = [...LEAVING, ['abandoning the fight for 24 hours', abandon]];

/** Return a new fight between two players whose health is too high for a knockout. */
async function sturdyFight(players: Partial<Omit<Fight, 'id'>> = {}): Promise<Fight> {
  const { attacker = await app.player(), defender = await app.player() } = players;
  for (const player of [attacker, defender])
    await setCharacter(app, player, { health: 100_000, max_health: 100_000 });
  return { attacker, defender, id: (await openFightOf(attacker, defender)).body.id };
}

/** Play exchanges in which `chooser` strikes, and the absent opponent's style chooses the opponent's moves. */
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
  const damageDealt = sql`select (state->${side}->>'damageDealt')::integer from fights where id = ${fight.id}`;
  do await play(chooser, absent);
  while ((await queryValue<number>(app.site.db, damageDealt)) < 500);
}

const resultOf = ({ id }: Fight) =>
  queryOne<
    Pick<FightRow, 'status' | 'winner_id' | 'state'> &
      Record<'reward_xp' | 'reward_coins' | 'defeat_xp', number>
  >(
    app.site.db,
    sql`select status, winner_id, state, reward_xp, reward_coins, defeat_xp from fights where id = ${id}`,
  );
/**
 * Check the coins, the experience and the numbers of wins and losses of a player who left. The losses of a deleted
 * account are erased, so they are not checked.
 */
async function expectLosses(leaver: TestPlayer, end: Ending, losses: number): Promise<void> {
  const { coins, wins, experience, ...own } = await characterOf(app, leaver);
  expect({ coins, wins, experience }).toEqual({ coins: 50, wins: 0, experience: 0 });
  if (end !== deleteAccount) expect(own.losses).toBe(losses);
}

const UNPAID = { wins: 0, losses: 0, experience: 0, coins: 50 };

/** Check that the winner was paid exactly once: a win, a coin, and experience for the share of health taken. */
async function expectPaidOnce(fight: Fight, winner: TestPlayer): Promise<void> {
  const { reward_xp, state, ...result } = await resultOf(fight);
  expect(result).toEqual({ status: 'over', winner_id: winner.id, reward_coins: 1, defeat_xp: 0 });
  const side = winner === fight.attacker ? 'attacker' : 'defender';
  const reward = rewardFor({
    ...{ winnerLevel: 1, loserLevel: 1, loserIsNew: false },
    damageShare: state[side].damageDealt / state[otherSide(side)].maxHealth,
    paidWins: { overAll: 0, overOpponent: 0, overNewAccounts: 0 },
  });
  expect(reward_xp).toBe(reward.xp);
  expect(reward_xp).toBeGreaterThan(0);
  const paid = { wins: 1, losses: 0, experience: reward_xp, coins: 51 };
  expect(await characterOf(app, winner)).toMatchObject(paid);
}

describe.each(ENDINGS)('leaving as the attacker after an exchange, by %s', (_, end) => {
  it('counts as a defeat of the attacker, and pays a defender who chose moves', async () => {
    const fight = await sturdyFight();
    await takeHalf(fight, fight.defender, fight.attacker);
    await end(fight.attacker, fight.defender);
    await expectPaidOnce(fight, fight.defender);
    await expectLosses(fight.attacker, end, 1);
  });

  it('pays nothing to a defender whose style chose every move', async () => {
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

describe.each(LEAVING)('leaving as the defender after an exchange, by %s', (_, end) => {
  it('counts as a defeat of a defender who chose a move, and pays the attacker', async () => {
    const fight = await sturdyFight();
    await play(fight.defender, fight.attacker);
    await takeHalf(fight, fight.attacker, fight.defender);
    await end(fight.defender, fight.attacker);
    await expectPaidOnce(fight, fight.attacker);
    await expectLosses(fight.defender, end, 1);
  });

  it('does not count as a defeat of a defender whose style chose every move', async () => {
    const fight = await sturdyFight();
    await takeHalf(fight, fight.attacker, fight.defender);
    await end(fight.defender, fight.attacker);
    await expectPaidOnce(fight, fight.attacker);
    await expectLosses(fight.defender, end, 0);
  });
});

describe.each(ENDINGS)('leaving as the attacker before the first exchange, by %s', (_, end) => {
  it('ends the fight without a reward and without a loss', async () => {
    const fight = await sturdyFight();
    await end(fight.attacker, fight.defender);
    expect(await resultOf(fight)).toMatchObject({ winner_id: fight.defender.id, reward_xp: 0 });
    for (const player of [fight.attacker, fight.defender])
      expect(await characterOf(app, player)).toMatchObject(UNPAID);
  });
});

describe('the winner of a fight that a player leaves', () => {
  it('is paid once if the player leaves in several ways at the same time', async () => {
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

  it('is paid once if the node crashes while the player leaves, and the player tries again', async () => {
    const fight = await sturdyFight();
    await takeHalf(fight, fight.defender, fight.attacker);
    let crashes = 0;
    while ((await resultOf(fight)).status === 'active')
      await failAfterStatement(app, ++crashes, () => deleteAccount(fight.attacker, fight.defender));
    expect(crashes).toBeGreaterThan(5);
    await expectPaidOnce(fight, fight.defender);
  });
});

describe('the limit of paid wins within 24 hours', () => {
  const { paidWinsPerDay, paidWinsPerOpponent } = REWARD_NUMBERS;

  it('is not exceeded by two concurrent wins', async () => {
    const winner = await app.player();
    let opponent = winner;
    for (let won = 0; won < paidWinsPerDay - 1; won++) {
      if (won % paidWinsPerOpponent === 0) opponent = await app.player();
      await setCharacter(app, winner, { level: 1, experience: 0, defense: 90 });
      await finishFight(app, winner, opponent);
    }
    const coins = LIMITS.startCoins + paidWinsPerDay - 1;
    expect(await characterOf(app, winner)).toMatchObject({ wins: paidWinsPerDay - 1, coins });
    // A player can start only one fight at a time, so an opponent starts the other one.
    const [started, defended] = [
      await sturdyFight({ attacker: winner }),
      await sturdyFight({ defender: winner }),
    ];
    await takeHalf(started, winner, started.defender);
    await takeHalf(defended, winner, defended.attacker);
    const results = await Promise.all(
      [started.defender, defended.attacker].map((loser) => concede(loser, winner)),
    );
    expect(results).toMatchObject([{ status: 200 }, { status: 200 }]);
    const rewards = await Promise.all([started, defended].map(resultOf));
    expect(rewards.map(({ reward_coins }) => reward_coins).toSorted()).toEqual([0, 1]);
    expect(rewards.filter(({ reward_xp }) => reward_xp > 0)).toHaveLength(1);
    expect(await characterOf(app, winner)).toMatchObject({ wins: paidWinsPerDay, coins: coins + 1 });
    app.clock.advance(LIMITS.combat.rewardWindowMs);
    await finishFight(app, winner, opponent);
    expect(await characterOf(app, winner)).toMatchObject({ wins: paidWinsPerDay + 1, coins: coins + 2 });
  });
});
