import { DEFEAT_NUMBERS } from '@rivalhold/shared/fights/rewards.ts';
import { DAY } from '@rivalhold/shared/time-units.ts';
import { afterAll, describe, expect, it } from 'vitest';
import { sql } from '../../platform/db/db.ts';
import { type TestPlayer, useTestApp } from '../../testing/app.ts';
import { query, queryOne, queryValue } from '../../testing/queries.ts';
import { failAfterStatement } from '../../testing/statements.ts';
import { characterOf, checkFights, openFightOf, setCharacter, strike } from './testing.ts';

const app = useTestApp({ env: { NEW_ACCOUNT_HOURS: '0' } });
afterAll(async () => {
  await checkFights(app);
});

const { minShare, minChosen, perDay } = DEFEAT_NUMBERS;
const START = { level: 1, experience: 0, energy: 100, health: 100, max_health: 100, attack: 90, defense: 90 };
const TOUGH = { health: 1_000, max_health: 1_000, attack: 3, defense: 60 };
const experienceOf = async (player: TestPlayer) => (await characterOf(app, player)).experience;

/**
 * Let the loser strike until they have taken at least the given share of the winner's health, and have chosen enough
 * moves to get experience for the defeat. Then weaken the loser, so that the winner's next hit ends the fight.
 */
async function fightAlmostToDefeat(
  loser: TestPlayer,
  winner: TestPlayer,
  share: number = minShare,
): Promise<void> {
  const stateOf = () =>
    queryOne<{ damageDealt: number; chosen: number }>(
      app.site.db,
      sql`select (own->>'damageDealt')::integer as "damageDealt", (own->>'chosen')::integer as chosen
          from (select state->(case when attacker_id = ${loser.id} then 'attacker' else 'defender' end) as own
                from fights where status = 'active' and ${loser.id} in (attacker_id, defender_id)
                  and ${winner.id} in (attacker_id, defender_id)) fight`,
    );
  app.clock.advance(20_000);
  for (
    let state = await stateOf();
    state.damageDealt < share * TOUGH.max_health || state.chosen < minChosen;
  ) {
    app.clock.advance(500);
    expect((await strike(loser, winner)).body.combatCompleted).toBe(false);
    state = await stateOf();
  }
  await setCharacter(app, loser, { health: 1, max_health: 1, attack: 0 });
  await setCharacter(app, winner, { attack: 500 });
}

/** Let the loser strike until the fight is over, and return the last response. */
async function finish(loser: TestPlayer, winner: TestPlayer, headers: Record<string, string> = {}) {
  for (;;) {
    app.clock.advance(500);
    const { body, status } = await strike(loser, winner, headers);
    expect(status).toBe(200);
    if (body.combatCompleted) return body;
  }
}

/** Let `loser` start a fight and lose it. */
async function lose(loser: TestPlayer, winner: TestPlayer, share?: number) {
  await setCharacter(app, loser, {
    ...START,
    experience: await experienceOf(loser),
    health_at: app.clock.now(),
  });
  await setCharacter(app, winner, TOUGH);
  await openFightOf(loser, winner);
  await fightAlmostToDefeat(loser, winner, share);
  return finish(loser, winner);
}

describe('a defeat after a real fight', () => {
  it('pays experience once', async () => {
    const [one, other] = [await app.player(), await app.player()];
    const body = await lose(one, other, 0.4);
    expect(body.combat.winnerId).toBe(other.id);
    const xp = body.rewards?.defeatXp ?? 0;
    expect(xp).toBeGreaterThanOrEqual(2);
    expect(xp).toBeLessThanOrEqual(DEFEAT_NUMBERS.xp);
    expect(await experienceOf(one)).toBe(xp);
    expect(body.attackerXP).toBe(xp);
    const record = await one.call('GET /api/combat/fights/{id}', { params: { id: body.combat.id } });
    expect(record.body.rewards?.defeatXp).toBe(xp);
    const { items } = (await one.call('GET /api/combat/fights', { query: {} })).body;
    expect(items[0]?.rewards).toEqual({ xp, coins: 0 });
    expect(await characterOf(app, one)).toMatchObject({ coins: 50, wins: 0, losses: 1 });
  });

  it('pays once a day for each opponent, and only a few times a day in total', async () => {
    const one = await app.player();
    const first = await app.player();
    const paid: number[] = [];
    for (const opponent of [first, first, await app.player(), await app.player(), await app.player()])
      paid.push((await lose(one, opponent)).rewards?.defeatXp ?? 0);
    expect(paid.map((amount) => amount > 0)).toEqual([true, false, true, true, false]);
    expect(await experienceOf(one)).toBe(paid.reduce((sum, amount) => sum + amount));
    app.clock.advance(DAY);
    expect((await lose(one, first)).rewards?.defeatXp).toBeGreaterThan(0);
  });

  it('pays no more than the daily limit if two fights end concurrently', async () => {
    const [one, attacked, attacker] = [await app.player(), await app.player(), await app.player()];
    for (let index = 1; index < perDay; index++) {
      await setCharacter(app, one, START);
      const { body } = await openFightOf(one, await app.player());
      await one.call('POST /api/combat/fights/{id}/concede', { params: { id: body.id } });
      await query(app.site.db, sql`update fights set defeat_xp = 1 where id = ${body.id}`);
    }
    await setCharacter(app, one, START);
    for (const opponent of [attacked, attacker]) await setCharacter(app, opponent, TOUGH);
    await openFightOf(one, attacked);
    await openFightOf(attacker, one);
    await fightAlmostToDefeat(one, attacked);
    await setCharacter(app, one, START);
    await fightAlmostToDefeat(one, attacker);
    const before = await experienceOf(one);
    const ends = await Promise.all([finish(one, attacked), finish(one, attacker)]);
    expect(ends.map(({ combat }) => combat.winnerId).sort()).toEqual([attacked.id, attacker.id].sort());
    const paid = ends.map(({ rewards }) => rewards?.defeatXp ?? 0);
    expect(paid.filter((amount) => amount > 0)).toHaveLength(1);
    expect((await strike(one, attacked)).status).toBe(409);
    expect(await experienceOf(one)).toBe(before + Math.max(...paid));
    const stored = sql`select count(*)::integer from fights where defeat_xp > 0 and ${one.id} in (attacker_id, defender_id)`;
    expect(await queryValue(app.site.db, stored)).toBe(perDay);
  });

  it('pays once if the last request of the fight is sent again', async () => {
    const [one, other] = [await app.player(), await app.player()];
    await setCharacter(app, one, START);
    await setCharacter(app, other, TOUGH);
    await openFightOf(one, other);
    await fightAlmostToDefeat(one, other);
    for (let key = 0; ; key++) {
      app.clock.advance(500);
      const headers = { 'Idempotency-Key': `${one.id}-strike-${key}` };
      const { body } = await strike(one, other, headers);
      if (!body.combatCompleted) continue;
      expect((await strike(one, other, headers)).body.rewards).toEqual(body.rewards);
      expect(await experienceOf(one)).toBe(body.rewards?.defeatXp);
      return;
    }
  });
});

describe('a crash of the server', () => {
  it('during the last exchange does not lose or double the experience for the defeat', async () => {
    const [one, other] = [await app.player(), await app.player()];
    await setCharacter(app, one, START);
    await setCharacter(app, other, TOUGH);
    const { body } = await openFightOf(one, other);
    await fightAlmostToDefeat(one, other);
    const paid = () =>
      queryValue<number | null>(app.site.db, sql`select defeat_xp from fights where id = ${body.id}`);
    let deaths = 0;
    for (; (await paid()) === null; deaths++) {
      app.clock.advance(500);
      await failAfterStatement(app, deaths + 1, () => strike(one, other));
    }
    expect(deaths).toBeGreaterThan(5);
    expect(await experienceOf(one)).toBe(await paid());
  });
});

describe('a defeat without a real fight', () => {
  it('pays nothing to a player who gives up, even late in the fight', async () => {
    const [one, other] = [await app.player(), await app.player()];
    await setCharacter(app, one, START);
    await setCharacter(app, other, TOUGH);
    const { body } = await openFightOf(one, other);
    await fightAlmostToDefeat(one, other);
    const ended = await one.call('POST /api/combat/fights/{id}/concede', { params: { id: body.id } });
    expect(ended.body.rewards?.defeatXp).toBe(0);
    expect(await experienceOf(one)).toBe(0);
  });

  it('pays nothing to a defender if only their style chose moves', async () => {
    const [one, other] = [await app.player(), await app.player()];
    await setCharacter(app, one, { ...START, attack: 500, health: 10_000, max_health: 10_000 });
    await openFightOf(one, other);
    app.clock.advance(20_000);
    expect((await finish(one, other)).rewards).toMatchObject({ defeatXp: 0 });
    expect(await experienceOf(other)).toBe(0);
  });

  it('pays nothing to a player who has dealt hardly any damage', async () => {
    const [one, other] = [await app.player(), await app.player()];
    await setCharacter(app, one, { ...START, attack: 0, health: 1 });
    await setCharacter(app, other, { ...TOUGH, attack: 500 });
    await openFightOf(one, other);
    app.clock.advance(20_000);
    expect((await finish(one, other)).rewards?.defeatXp).toBe(0);
  });
});
