import { get } from 'node:http';
import { manualHealAmount } from '@rivalhold/shared/fights/numbers.ts';
import { commitmentOf } from '@rivalhold/shared/fights/random.ts';
import { REWARD_NUMBERS } from '@rivalhold/shared/fights/rewards.ts';
import { RULES_VERSION } from '@rivalhold/shared/fights/rules.ts';
import { ITEMS, STARTER_ITEMS } from '@rivalhold/shared/items/catalogue.ts';
import { THRESHOLDS } from '@rivalhold/shared/levels/levels.ts';
import { FIGHT_ENERGY, HEAL_ENERGY } from '@rivalhold/shared/levels/regeneration.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { COMBAT_TEXTS } from '@rivalhold/shared/texts/combat.ts';
import { afterAll, describe, expect, it } from 'vitest';
import { sql } from '../../platform/db/db.ts';
import { PASSWORD, type TestApp, type TestPlayer, useTestApp } from '../../testing/app.ts';
import { query, queryOne, queryValue } from '../../testing/queries.ts';
import { statementsOf } from '../../testing/statements.ts';
import { createStaff, PERMANENT_SUSPENSION, suspendOf } from '../moderation/testing.ts';
import { quantityOf } from '../store/testing.ts';
import { closeAbandonedFights } from './deadlines.ts';
import {
  characterOf,
  checkFights,
  fightToEnd,
  livePairOf,
  openFightOf,
  setCharacter,
  strike,
} from './testing.ts';

const app = useTestApp();
afterAll(async () => {
  await checkFights(app);
});
const rawGet = (player: TestPlayer, path: string, headers: Record<string, string>): Promise<number> =>
  new Promise((resolve, reject) => {
    get(app.url + path, { headers: { cookie: player.cookieHeader, ...headers } }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    }).once('error', reject);
  });
const pair = async () => [await app.player(), await app.player()] as const;
const fightRow = (id: number) =>
  queryOne<{ status: string; state: object }>(
    app.site.db,
    sql`select status, state from fights where id = ${id}`,
  );
const UNKNOWN_RULES = RULES_VERSION + 1;
const setRules = (id: number, version: number) =>
  query(
    app.site.db,
    sql`update fights set rules_version = ${version},
          setup = setup || jsonb_build_object('rulesVersion', ${version}::integer) where id = ${id}`,
  );
const setState = (id: number, state: string) =>
  query(app.site.db, sql`update fights set state = ${state}::jsonb where id = ${id}`);

it('a choice in a fight takes two SQL statements, or three if it reveals a sealed choice', async () => {
  const [one, other] = await pair();
  for (const player of [one, other]) await setCharacter(app, player, { health: 10_000, max_health: 10_000 });
  await openFightOf(one, other);
  const ends = /^(begin|commit)/i;
  const inTransaction = async (work: () => Promise<unknown>) => {
    const statements = await statementsOf(app, work);
    const begin = statements.findIndex((text) => ends.test(text));
    return statements.slice(Math.max(0, begin)).filter((text) => !ends.test(text)).length;
  };
  expect(await inTransaction(() => strike(one, other))).toBe(2);
  await openFightOf(other, one);
  app.clock.advance(500);
  expect(await inTransaction(() => strike(one, other))).toBe(2);
  expect(await inTransaction(() => strike(other, one))).toBe(3);
});

it('the response to a choice contains only the new lines of the fight log', async () => {
  const [one, other] = await pair();
  for (const player of [one, other]) await setCharacter(app, player, { health: 10_000, max_health: 10_000 });
  const opened = await openFightOf(one, other);
  expect(opened.body.log.map(({ seq }) => seq)).toEqual([1]);
  const sent = [...opened.body.log];
  for (let exchange = 1; exchange <= 2; exchange++) {
    const { body } = await strike(one, other);
    expect(body.combat.log).toEqual(body.lines);
    sent.push(...body.lines);
    app.clock.advance(500);
  }
  for (const { body } of [await openFightOf(one, other), await openFightOf(other, one)])
    expect(body.log).toEqual(sent);
  expect(sent.map(({ seq }) => seq)).toEqual([1, 2, 3]);
});

describe('opening a fight', () => {
  it('starts or resumes a fight, and hides the seed', async () => {
    const [one, other] = await pair();
    const begun = await openFightOf(one, other);
    expect(begun.status).toBe(200);
    expect(begun.headers.get('cache-control')).toContain('no-store');
    expect(begun.body).toMatchObject({
      attackerId: one.id,
      defenderId: other.id,
      attackerHP: 100,
      defenderHP: 100,
      nonces: { attacker: '', defender: '' },
      resumed: false,
    });
    const resumed = await openFightOf(one, other);
    expect(resumed.body).toMatchObject({ id: begun.body.id, attackerId: one.id, resumed: true });
    const seed = await queryValue<string>(
      app.site.db,
      sql`select seed from fights where id = ${begun.body.id}`,
    );
    expect(commitmentOf(seed)).toBe(begun.body.seedHash);
    const struck = await strike(one, other, { 'x-fight-nonce': 'abc123' });
    expect(struck.body.combat.nonces).toEqual({ attacker: 'abc123', defender: '' });
    app.clock.advance(500);
    const later = await strike(one, other, { 'x-fight-nonce': 'later' });
    expect(later.body.combat.nonces).toEqual({ attacker: 'abc123', defender: '' });
    expect(JSON.stringify([begun.body, resumed.body, struck.body])).not.toContain(seed);
    const record = await one.call('GET /api/combat/fights/{id}', { params: { id: begun.body.id } });
    expect(record.status).toBe(404);
  });

  it('with a HEAD request starts no fight', async () => {
    const [one, other] = await pair();
    const path = `/api/combat/${one.id}?opponentId=${other.id}`;
    const { status } = await fetch(app.url + path, { method: 'HEAD', headers: { cookie: one.cookieHeader } });
    expect(status).toBe(200);
    expect((await one.call('GET /api/combat/open')).body).toEqual([]);
  });

  it('is rejected with fight_open while another fight that the player started is open', async () => {
    const [one, other] = await pair();
    const third = await app.player();
    const { body } = await openFightOf(one, other);
    const rejected = await openFightOf(one, third);
    expect([rejected.status, rejected.body]).toMatchObject([409, { code: 'fight_open' }]);
    // Other players can still start a fight against this player.
    expect((await openFightOf(third, one)).status).toBe(200);
    const params = { id: body.id };
    const ended = await one.call('POST /api/combat/fights/{id}/concede', { params });
    expect(ended.body).toMatchObject({
      combat: { status: 'over', winnerId: other.id },
      rewards: { coins: 0 },
    });
    expect((await openFightOf(one, third)).body).toMatchObject({ attackerId: third.id, resumed: true });
  });

  it('costs energy once, even if the fight is opened again', async () => {
    const [one, other] = await pair();
    await openFightOf(one, other);
    await openFightOf(one, other);
    expect((await characterOf(app, one)).energy).toBe(100 - FIGHT_ENERGY);
  });

  it('is rejected without enough energy', async () => {
    const [one, other] = await pair();
    await setCharacter(app, one, { energy: FIGHT_ENERGY - 1 });
    expect((await openFightOf(one, other)).status).toBe(409);
  });

  it("is rejected at health 0 with 'You're too weak to fight!'", async () => {
    const [one, other] = await pair();
    await setCharacter(app, one, { health: 0, health_at: app.clock.now() });
    const { status, body } = await openFightOf(one, other);
    expect(status).toBe(409);
    expect(body).toMatchObject({ code: 'tooWeak', message: "You're too weak to fight!" });
  });

  it('is rejected on behalf of another player, against an invalid opponent, and from another site', async () => {
    const [one, other] = await pair();
    const begin = (userId: number, opponentId: number | string, headers = {}) =>
      one.call('GET /api/combat/{userId}', { params: { userId }, query: { opponentId }, headers });
    expect((await begin(other.id, other.id)).status).toBe(403);
    expect((await begin(one.id, one.id)).status).toBe(400);
    expect((await begin(one.id, 987_654_321)).status).toBe(403);
    expect((await begin(one.id, 'abc')).status).toBe(400);
    expect((await strike(one, other, { 'x-fight-nonce': 'no spaces here' })).status).toBe(400);
    // Fetch does not allow setting these headers, so the request is sent with `node:http`.
    const path = `/api/combat/${one.id}?opponentId=${other.id}`;
    expect(await rawGet(one, path, { 'sec-fetch-mode': 'navigate' })).toBe(403);
    expect(await rawGet(one, path, { 'sec-fetch-site': 'cross-site' })).toBe(403);
    expect(await query(app.site.db, sql`select id from fights where attacker_id = ${one.id}`)).toEqual([]);
  });
});

describe('an exchange', () => {
  it('changes the stored health of the attacker’s character, but not of the defender’s', async () => {
    const [one, other] = await pair();
    await openFightOf(one, other);
    const { status, body } = await strike(one, other);
    expect(status).toBe(200);
    expect(body.lines[0]).toMatchObject({
      kind: 'exchange',
      attacker: { move: 'strike', byStyle: false },
      defender: { byStyle: true },
    });
    expect(body.sealed).toBe(false);
    expect(body.defenderHealth).toBe(body.combat.defenderHP);
    expect(body.attackerHP).toBe(body.combat.attackerHP);
    expect(body.updatedStats.health).toBe(body.attackerHP);
    expect(body).toMatchObject({
      combatCompleted: false,
      rewards: null,
      seed: null,
      attackerLevel: 1,
      attackerXP: 0,
    });
    expect((await characterOf(app, one)).health).toBe(body.attackerHP);
    expect((await characterOf(app, other)).health).toBe(100);
  });

  it('can be started by the defender while the attacker is absent', async () => {
    const [one, other] = await pair();
    await openFightOf(one, other);
    app.clock.advance(LIMITS.combat.presentMs + 1);
    const { body } = await strike(other, one);
    expect(body.sealed).toBe(false);
    expect(body.attackerHP).toBe(body.combat.defenderHP);
    expect(body.defenderHealth).toBe(body.combat.attackerHP);
    expect(body.updatedStats.health).toBe(100);
    expect((await characterOf(app, one)).health).toBe(body.combat.attackerHP);
  });

  it('is rejected within half a second of the player’s last exchange', async () => {
    const [one, other] = await pair();
    await openFightOf(one, other);
    await strike(one, other);
    app.clock.advance(LIMITS.combat.exchangeIntervalMs - 1);
    const soon = await strike(one, other);
    expect(soon.status).toBe(429);
    expect(soon.headers.get('retry-after')).toBe('1');
    app.clock.advance(1);
    expect((await strike(one, other)).status).toBe(200);
  });

  it('requires an open fight', async () => {
    const [one, other] = await pair();
    expect((await strike(one, other)).body).toMatchObject({ code: 'noFight' });
    const { status } = await one.call('POST /api/combat/attack', { body: { defenderId: 987_654_321 } });
    expect(status).toBe(403);
  });

  it('happens once per idempotency key', async () => {
    const [one, other] = await pair();
    await openFightOf(one, other);
    const key = { 'idempotency-key': 'stroke-1' };
    const first = await strike(one, other, key);
    app.clock.advance(1_000);
    const again = await strike(one, other, key);
    expect(again.body).toEqual(first.body);
    expect((await openFightOf(one, other)).body.exchanges).toBe(1);
  });
});

describe('the end of a fight', () => {
  it('rewards the winner and reveals the seed', async () => {
    const [one, other] = await pair();
    await setCharacter(app, one, { attack: 60 });
    const { body: begun } = await openFightOf(one, other);
    const last = await fightToEnd(app, one, other);
    expect(last.combat).toMatchObject({ status: 'over', winnerId: one.id });
    expect(last.rewards).toMatchObject({ coins: 1 });
    expect(last.rewards?.xp).toBeGreaterThan(0);
    expect(last.updatedStats).toMatchObject({ coins: 51, wins: 1, experience: last.rewards?.xp });
    expect(commitmentOf(last.seed ?? '')).toBe(begun.seedHash);
    // The defender chose no move, so the fight does not count for the defender.
    expect(await characterOf(app, other)).toMatchObject({ losses: 0, wins: 0, health: 100 });

    const stranger = await app.player();
    const recordFor = (player: TestPlayer) =>
      player.call('GET /api/combat/fights/{id}', { params: { id: begun.id } });
    expect((await recordFor(one)).body).toMatchObject({ seed: last.seed, rewards: last.rewards });
    expect((await recordFor(stranger)).body).toMatchObject({
      ...{ seed: last.seed, winnerId: one.id, rewards: null },
    });

    const again = await strike(one, other);
    expect(again.body).toMatchObject({
      code: 'alreadyDefeated',
      message: `${other.username} is already defeated.`,
    });
    const loser = await strike(other, one);
    expect(loser.body).toMatchObject({ code: 'fightOver', message: 'You were defeated.' });

    const activity = await stranger.call('GET /api/activity', { query: { userId: one.id } });
    expect(activity.body.items.find((item) => item.type === 'COMBAT_WIN')).toMatchObject({
      actor: { id: other.id },
      metadata: { coins: 1, xp: last.rewards?.xp, fightId: begun.id },
    });
  });

  it('is shown without the log on a node that lacks the rules version of the fight', async () => {
    const [one, other] = await pair();
    await setCharacter(app, one, { attack: 60 });
    const { body: fight } = await openFightOf(one, other);
    const { seed } = await fightToEnd(app, one, other);
    await setRules(fight.id, UNKNOWN_RULES);
    const { status, body } = await one.call('GET /api/combat/fights/{id}', { params: { id: fight.id } });
    expect([status, body.rulesVersion, body.seed]).toEqual([200, UNKNOWN_RULES, seed]);
    const socket = await one.socket();
    const joined = await socket.emitWithAck('joinCombat', { combatId: fight.id } as never);
    expect(joined).toMatchObject({
      ok: true,
      combat: { status: 'over', rulesVersion: UNKNOWN_RULES, log: [] },
    });
    const report = { kind: 'fight', id: fight.id, reason: 'Unfair' } as const;
    expect((await one.call('POST /api/reports', { body: report })).status).toBe(201);
    await setRules(fight.id, RULES_VERSION);
  });

  it('cannot be reached by a move on a node that lacks the rules version of the fight', async () => {
    const [one, other] = await pair();
    const { body: fight } = await openFightOf(one, other);
    await setRules(fight.id, UNKNOWN_RULES);
    app.clock.advance(500);
    const { status, body } = await strike(one, other);
    expect([status, body.code, body.message]).toEqual([503, 'unavailable', COMBAT_TEXTS.otherRules]);
    await setRules(fight.id, RULES_VERSION);
  });

  it.each<[string, (player: TestPlayer, other: TestPlayer) => Promise<{ status: number }>]>([
    [
      'a block of the opponent',
      (player, other) => player.call('POST /api/blocks/{userId}', { params: { userId: other.id } }),
    ],
    ['a suspension', async ({ id }) => suspendOf(await createStaff(app, 'admin'), id, PERMANENT_SUSPENSION)],
    [
      'the deletion of an account',
      (player) => player.call('DELETE /api/users/me', { body: { password: PASSWORD } }),
    ],
  ])('follows %s, even on a node that lacks the rules version of the fight', async (_, act) => {
    const { one, other, fightId } = await livePairOf(app);
    await setRules(fightId, UNKNOWN_RULES);
    // Without the rules, this node can neither apply this change to the fight nor reveal the exchange after
    // the deadline.
    await setCharacter(app, other, { attack: 33 });
    const { choiceMs, bankMs } = LIMITS.combat;
    app.clock.advance(choiceMs + bankMs + 1);
    expect((await act(one, other)).status).toBeLessThan(300);
    expect((await fightRow(fightId)).status).toBe('over');
    const { body } = await other.call('GET /api/combat/fights/{id}', { params: { id: fightId } });
    expect(body).toMatchObject({ winnerId: other.id, rewards: { xp: 0, coins: 0 } });
    await setRules(fightId, RULES_VERSION);
  });

  it('rewards a winning defender who chose a move', async () => {
    const [one, other] = await pair();
    await setCharacter(app, other, { attack: 60 });
    await openFightOf(one, other);
    app.clock.advance(LIMITS.combat.presentMs + 1);
    const last = await fightToEnd(app, other, one);
    expect(last.combat.winnerId).toBe(other.id);
    expect(last.rewards).toMatchObject({ coins: 1 });
    expect(await characterOf(app, one)).toMatchObject({ health: 0, losses: 1 });
    expect(await characterOf(app, other)).toMatchObject({ coins: 51, wins: 1 });
    expect((await openFightOf(one, other)).body).toMatchObject({ code: 'tooWeak' });
    expect((await strike(one, other)).body).toMatchObject({ message: 'You were defeated.' });
    const [third] = await pair();
    const weak = { code: 'tooWeak', message: "You're too weak to fight!" };
    expect((await strike(one, third)).body).toMatchObject(weak);
    app.clock.advance(3_600_000);
    expect((await strike(one, third)).body).toMatchObject({ code: 'noFight' });
    expect((await openFightOf(one, other)).status).toBe(200);
  });

  it('pays nothing to a defender who wins while absent', async () => {
    const [one, other] = await pair();
    await setCharacter(app, one, { health: 1 });
    await setCharacter(app, other, { attack: 60, defense: 60 });
    await openFightOf(one, other);
    const last = await fightToEnd(app, one, other);
    expect(last).toMatchObject({ combat: { winnerId: other.id }, rewards: { xp: 0, coins: 0 } });
    expect(await characterOf(app, other)).toMatchObject({ wins: 0, coins: 50, experience: 0 });
    expect(await characterOf(app, one)).toMatchObject({ wins: 0, losses: 1 });
  });

  it('can raise the winner’s level and restore full health', async () => {
    const [one, other] = await pair();
    await setCharacter(app, one, { attack: 60, experience: (THRESHOLDS[1] as number) - 1 });
    await openFightOf(one, other);
    const last = await fightToEnd(app, one, other);
    expect(last.attackerLevel).toBe(2);
    expect(last.updatedStats.health).toBe(last.updatedStats.maxHealth);
    expect(last.updatedStats.maxHealth).toBeGreaterThan(100);
    const { body } = await one.call('GET /api/activity');
    expect(body.items.map((item) => item.type).sort()).toEqual(['COMBAT_WIN', 'JOIN', 'LEVEL_UP']);
  });

  it('gives rewards only for the first wins of a day over the same new account', async () => {
    const [one, other] = await pair();
    // The player is strong enough to win all of these fights.
    await setCharacter(app, one, { attack: 90, defense: 90 });
    const { paidWinsPerOpponent } = REWARD_NUMBERS;
    const paid: number[] = [];
    for (let win = 0; win <= paidWinsPerOpponent; win++) {
      await setCharacter(app, one, { energy: 100, health: 100, level: 1 });
      await openFightOf(one, other);
      const { rewards } = await fightToEnd(app, one, other);
      paid.push(rewards?.coins ?? -1);
    }
    // The opponent's account is new, so only a few wins over it are rewarded.
    expect(paid.filter((coins) => coins > 0)).toHaveLength(REWARD_NUMBERS.paidWinsOverNewAccounts);
    expect(paid.at(-1)).toBe(0);
    app.clock.advance(LIMITS.combat.rewardWindowMs);
    await setCharacter(app, one, { energy: 100, health: 100, level: 1 });
    await openFightOf(one, other);
    expect((await fightToEnd(app, one, other)).rewards?.coins).toBe(1);
  });

  it('follows after 24 hours without an exchange, and gives no rewards', async () => {
    const [one, other] = await pair();
    const { body } = await openFightOf(one, other);
    app.clock.advance(LIMITS.combat.abandonedAfterMs - 1);
    await closeAbandonedFights(app.site.db, app.site);
    expect((await openFightOf(one, other)).body.id).toBe(body.id);
    app.clock.advance(1);
    await closeAbandonedFights(app.site.db, app.site);
    const record = await one.call('GET /api/combat/fights/{id}', { params: { id: body.id } });
    expect(record.body).toMatchObject({ winnerId: other.id, rewards: { xp: 0, coins: 0 } });
    expect(await characterOf(app, other)).toMatchObject({ wins: 0, coins: 50 });
    expect(await characterOf(app, one)).toMatchObject({ losses: 0, open_started_fights: 0 });
  });

  it('follows after 24 hours even on a node that lacks the rules version of the fight', async () => {
    const [one, other] = await pair();
    const { body } = await openFightOf(one, other);
    await setRules(body.id, UNKNOWN_RULES);
    // If the character's health has changed outside the fight, the end of the fight does not restore the old
    // health.
    await setCharacter(app, one, { health: 42 });
    app.clock.advance(LIMITS.combat.abandonedAfterMs);
    await closeAbandonedFights(app.site.db, app.site);
    expect((await fightRow(body.id)).status).toBe('over');
    expect(await characterOf(app, one)).toMatchObject({ health: 42, open_started_fights: 0 });
    await setRules(body.id, RULES_VERSION);
  });

  it('follows after 24 hours even if another abandoned fight cannot be closed', async () => {
    const [[one, other], [third, fourth]] = [await pair(), await pair()];
    const { body: broken } = await openFightOf(one, other);
    const { body: whole } = await openFightOf(third, fourth);
    const { state } = await fightRow(broken.id);
    await setState(broken.id, '{}');
    app.clock.advance(LIMITS.combat.abandonedAfterMs);
    await expect(closeAbandonedFights(app.site.db, app.site)).rejects.toThrow(AggregateError);
    expect((await fightRow(whole.id)).status).toBe('over');
    await setState(broken.id, JSON.stringify(state));
    await closeAbandonedFights(app.site.db, app.site);
    expect((await fightRow(broken.id)).status).toBe('over');
  });
});

describe('the health of an attacker', () => {
  it('does not regenerate while the fight is open', async () => {
    const [one, other] = await pair();
    await openFightOf(one, other);
    const { body } = await strike(one, other);
    app.clock.advance(3_600_000);
    const { body: game } = await one.call('GET /api/game/{userId}', { params: { userId: one.id } });
    expect(game.stats.health).toBe(body.attackerHP);
  });

  it('changes in an open fight if staff edit the character', async () => {
    const [one, other] = await pair();
    await openFightOf(one, other);
    await setCharacter(app, one, { health: 7 });
    const { body } = await strike(one, other);
    expect(body.lines[0]).toMatchObject({ kind: 'sync', attackerHP: 7 });
  });
});

describe('healing', () => {
  const heal = (player: Awaited<ReturnType<TestApp['player']>>) =>
    player.call('POST /api/combat/manual-heal');

  it('costs energy outside fights and is rejected at full health', async () => {
    const one = await app.player();
    expect((await heal(one)).body).toMatchObject({ code: 'fullHealth' });
    await setCharacter(app, one, { health: 10, health_at: app.clock.now() });
    const { body } = await heal(one);
    expect(body.newHealth).toBe(10 + manualHealAmount(100));
    expect(body.updatedStats.energy).toBe(100 - HEAL_ENERGY);
    expect(body.updatedCombat).toBeNull();
  });

  it('is a move in an open fight, and is possible at most twice per fight', async () => {
    const [one, other] = await pair();
    await setCharacter(app, one, { health: 10_000, max_health: 100_000 });
    await openFightOf(one, other);
    const { body } = await heal(one);
    expect(body.updatedCombat?.log.at(-1)).toMatchObject({ attacker: { move: 'heal', healed: 40_000 } });
    expect(body.updatedStats.energy).toBe(100 - FIGHT_ENERGY - HEAL_ENERGY);
    expect((await characterOf(app, one)).health).toBe(body.newHealth);
    app.clock.advance(500);
    await heal(one);
    await setCharacter(app, one, { health: 10_000 });
    app.clock.advance(500);
    expect((await heal(one)).body).toMatchObject({ code: 'healLimit' });
  });
});

describe('items', () => {
  const use = (
    player: Awaited<ReturnType<TestApp['player']>>,
    itemId: number,
    targetId: number,
    headers = {},
  ) => player.call('POST /api/combat/use-item', { body: { itemId, targetId }, headers });
  const potion = STARTER_ITEMS.find(({ itemId }) => ITEMS.find((item) => item.id === itemId)?.healShare);
  const bomb = STARTER_ITEMS.find(({ itemId }) => ITEMS.find((item) => item.id === itemId)?.damageShare);
  it('heal the player or hurt the opponent, and are consumed exactly once', async () => {
    if (!potion || !bomb) throw new Error('The starter items changed');
    const [one, other] = await pair();
    await openFightOf(one, other);
    const thrown = await use(one, bomb.itemId, other.id, { 'idempotency-key': 'throw-1' });
    expect(thrown.status).toBe(200);
    expect(thrown.body.newHealth).toBeLessThan(100);
    expect((await use(one, bomb.itemId, other.id, { 'idempotency-key': 'throw-1' })).body).toEqual(
      thrown.body,
    );
    expect(await quantityOf(app, one, bomb.itemId)).toBe(bomb.quantity - 1);
    await setCharacter(app, one, { health: 50 });
    app.clock.advance(500);
    expect((await use(one, potion.itemId, one.id)).body.code).toBe('itemLimit');
    expect(await quantityOf(app, one, potion.itemId)).toBe(potion.quantity);

    const [hurt, foe] = await pair();
    await setCharacter(app, hurt, { health: 50 });
    await openFightOf(hurt, foe);
    const drunk = await use(hurt, potion.itemId, hurt.id);
    expect(drunk.status).toBe(200);
    expect(drunk.body.updatedStats.health).toBe(drunk.body.newHealth);
    expect(drunk.body.updatedCombat?.sides.attacker).toMatchObject({ healsLeft: 2, itemsLeft: 0 });
    expect(await quantityOf(app, hurt, potion.itemId)).toBe(potion.quantity - 1);
  });

  it('are not consumed if they are rejected', async () => {
    if (!potion || !bomb) throw new Error('The starter items changed');
    const [one, other] = await pair();
    const stranger = await app.player();
    expect((await use(one, potion.itemId, one.id)).body.code).toBe('fullHealth');
    expect((await use(one, bomb.itemId, other.id)).body.code).toBe('noFight');
    await openFightOf(one, other);
    expect((await use(one, bomb.itemId, stranger.id)).body.code).toBe('noFight');
    expect((await use(one, bomb.itemId, one.id)).body.code).toBe('invalid');
    expect((await use(one, 9_999, one.id)).body.code).toBe('noItem');
    const dear = ITEMS.find((item) => item.usable && item.damageShare > 0 && item.id !== bomb.itemId);
    if (!dear) throw new Error('The store offers no other item that can be thrown');
    expect((await use(one, dear.id, other.id)).body.code).toBe('noItem');
    expect(await quantityOf(app, one, potion.itemId)).toBe(potion.quantity);
    expect(await quantityOf(app, one, bomb.itemId)).toBe(bomb.quantity);
  });
});
