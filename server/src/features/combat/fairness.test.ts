import { FIGHT_NUMBERS } from '@rivalhold/shared/fights/numbers.ts';
import { styleLine } from '@rivalhold/shared/fights/style.ts';
import { HEAL_ENERGY } from '@rivalhold/shared/levels/regeneration.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { sql } from '../../platform/db/db.ts';
import { nextEvent, type TestPlayer, type TestSocket, useTestApp } from '../../testing/app.ts';
import { query } from '../../testing/queries.ts';
import { resolvePassedDeadlines } from './deadlines.ts';
import {
  characterOf,
  checkFights,
  choose,
  exchangesOf,
  fightToEnd,
  openFightOf,
  setCharacter,
  setFightSettings,
  strike,
} from './testing.ts';

const app = useTestApp();
afterAll(async () => {
  await checkFights(app);
});
const { choiceMs, bankMs, challengeMs, presentMs } = LIMITS.combat;
const POT = 12;

async function sturdyPair(): Promise<readonly [TestPlayer, TestPlayer]> {
  const pair = [await app.player(), await app.player()] as const;
  for (const player of pair) await setCharacter(app, player, { health: 10_000, max_health: 10_000 });
  return pair;
}

/** Return two connected players who have both joined the same fight. */
async function livePair() {
  const [one, other] = await sturdyPair();
  const sockets = [await one.socket(), await other.socket()] as const;
  const { body } = await openFightOf(one, other);
  await openFightOf(other, one);
  return { one, other, sockets, fightId: body.id };
}

const heal = (player: TestPlayer) => player.call('POST /api/combat/manual-heal');
const concede = (player: TestPlayer, id: number) =>
  player.call('POST /api/combat/fights/{id}/concede', { params: { id } });
const noticesOf = async (player: TestPlayer) =>
  (await player.call('GET /api/notifications')).body.items.map(({ title, text }) => `${title} ${text}`);

describe('a move that arrives too late', () => {
  it('is not played in the next exchange', async () => {
    const { one, other, sockets } = await livePair();
    expect((await choose(one, other, 'guard')).body.sealed).toBe(true);
    app.clock.advance(choiceMs + bankMs + 1);
    const update = nextEvent(sockets[0], 'combatLogAppend');
    const late = await choose(other, one, 'feint');
    expect(late.body).toMatchObject({ sealed: false, combat: { exchanges: 1 } });
    expect(late.body.lines).toMatchObject([{ exchange: 1, defender: { byStyle: true } }]);
    expect((await update).lines).toEqual(late.body.lines);
    const { sides } = (await openFightOf(one, other)).body;
    expect([sides.attacker.sealed, sides.defender.sealed]).toEqual([false, false]);
  });

  it('is rejected if another tab has already played this exchange', async () => {
    const [one, other] = await sturdyPair();
    await openFightOf(one, other);
    expect((await strike(one, other, { 'x-fight-exchange': '1' })).status).toBe(200);
    app.clock.advance(500);
    expect((await strike(one, other, { 'x-fight-exchange': '1' })).status).toBe(409);
    expect((await strike(one, other, { 'x-fight-exchange': '2' })).status).toBe(200);
    const malformed = await strike(one, other, { 'x-fight-exchange': 'two' });
    expect([malformed.status, malformed.body]).toMatchObject([400, { errors: { 'X-Fight-Exchange': {} } }]);
  });

  it('is rejected after the player’s own time has ended, even if the opponent has double time', async () => {
    const [one, other] = await sturdyPair();
    await setFightSettings(other, { doubleTime: true });
    await Promise.all([one.socket(), other.socket()]);
    await openFightOf(one, other);
    await openFightOf(other, one);
    app.clock.advance(choiceMs + bankMs + 1);
    expect((await strike(one, other)).status).toBe(409);
    expect((await choose(other, one, 'guard')).body.lines).toMatchObject([{ attacker: { byStyle: true } }]);
  });
});

describe('giving up', () => {
  it('counts as a defeat after the first exchange', async () => {
    const [one, other] = await sturdyPair();
    const { body } = await openFightOf(one, other);
    await strike(one, other);
    expect((await concede(one, body.id)).body.combat.winnerId).toBe(other.id);
    expect(await characterOf(app, one)).toMatchObject({ losses: 1 });
    expect(await characterOf(app, other)).toMatchObject({ wins: 0, losses: 0 });
    expect((await noticesOf(other))[0]).toContain(one.username);
  });

  it('does not count as a defeat before the first exchange', async () => {
    const [one, other] = await sturdyPair();
    await concede(one, (await openFightOf(one, other)).body.id);
    expect(await characterOf(app, one)).toMatchObject({ losses: 0 });
  });

  it('leaves no choice marked as sealed', async () => {
    const { one, other, fightId } = await livePair();
    await strike(one, other);
    const { body } = await concede(other, fightId);
    expect(body.combat.sides).toMatchObject({ attacker: { sealed: false }, defender: { sealed: false } });
  });
});

describe('an open fight', () => {
  it('is not affected by the heals of a defender who has left it', async () => {
    const [one, other] = await sturdyPair();
    await openFightOf(one, other);
    await openFightOf(other, one);
    app.clock.advance(61_000);
    await resolvePassedDeadlines(app.site.db, app.site);
    await setCharacter(app, other, { health: 5 });
    const { status, body } = await heal(other);
    expect([status, body.updatedCombat]).toEqual([200, null]);
    expect(body.newHealth).toBeGreaterThan(5);
  });

  it('is affected by a heal only if the request contains the id of this fight', async () => {
    const { one, other, fightId } = await livePair();
    const third = await app.player();
    const { body: own } = await openFightOf(other, third);
    await strike(other, third);
    await setCharacter(app, other, { energy: 100 });
    const healIn = (id: number) =>
      other.call('POST /api/combat/manual-heal', { headers: { 'x-fight-id': String(id) } });
    await strike(one, other);
    app.clock.advance(500);
    await strike(other, one);
    app.clock.advance(500);
    const { body } = await healIn(fightId);
    expect([body.updatedCombat?.id, body.sealed]).toEqual([fightId, true]);
    await concede(other, own.id);
    expect((await healIn(own.id)).body.code).toBe('fightOver');
    expect((await healIn(own.id + 1_000)).status).toBe(404);
  });

  it('is not affected by an item thrown from the page of an earlier fight', async () => {
    const [one, other] = await sturdyPair();
    const { body: earlier } = await openFightOf(one, other);
    await concede(one, earlier.id);
    const { body: current } = await openFightOf(one, other);
    const throwIn = (fightId: number) =>
      one.call('POST /api/combat/use-item', {
        body: { itemId: POT, targetId: other.id },
        headers: { 'x-fight-id': String(fightId) },
      });
    expect((await throwIn(earlier.id)).body.code).toBe('fightOver');
    expect((await throwIn(current.id)).body.updatedCombat?.exchanges).toBe(1);
  });

  it('rejects a heal by the defender at full health', async () => {
    const { other } = await livePair();
    expect((await heal(other)).body.code).toBe('fullHealth');
  });
});

it('a sealed heal becomes a Strike if the player no longer has enough energy for it', async () => {
  const { one, other } = await livePair();
  await strike(one, other);
  app.clock.advance(500);
  await strike(other, one);
  await setCharacter(app, other, { energy: HEAL_ENERGY });
  app.clock.advance(500);
  expect((await heal(other)).body.sealed).toBe(true);
  await setCharacter(app, other, { energy: HEAL_ENERGY - 1 });
  const { body } = await choose(one, other, 'guard');
  expect(body.lines.at(-1)).toMatchObject({ defender: { move: 'strike', byStyle: false, healed: 0 } });
  expect((await characterOf(app, other)).energy).toBe(HEAL_ENERGY - 1);
});

it('a sealed item becomes a Strike if the player has used up the item', async () => {
  const { one, other } = await livePair();
  const third = await app.player();
  const throwAt = (target: TestPlayer) =>
    other.call('POST /api/combat/use-item', { body: { itemId: POT, targetId: target.id } });
  expect((await throwAt(one)).body.sealed).toBe(true);
  await openFightOf(other, third);
  expect((await throwAt(third)).body.updatedCombat?.exchanges).toBe(1);
  const { body } = await choose(one, other, 'guard');
  expect(body.lines.at(-1)).toMatchObject({ defender: { move: 'strike', itemId: null, byStyle: false } });
});

it('a restarted node waits for a present player while its list of connections is incomplete', async () => {
  const { one, other } = await livePair();
  await strike(one, other);
  app.clock.advance(presentMs + 1_500);
  // Simulate a restart, after which the list of connected players is not complete yet.
  const incomplete = vi.spyOn(app.site.realtime, 'isConnectedHere').mockImplementation((id) => id === one.id);
  expect((await openFightOf(one, other)).body.exchanges).toBe(0);
  incomplete.mockRestore();
});

it('a heal costs no energy if the style of an absent player chooses it', async () => {
  const [one, other] = await sturdyPair();
  const lines = [styleLine({ heal: 100 }, { canHeal: true }), styleLine({ strike: 100 })];
  expect((await other.call('PUT /api/style', { body: { temperament: null, lines } })).status).toBe(200);
  const energy = HEAL_ENERGY;
  await setCharacter(app, other, { energy });
  await openFightOf(one, other);
  const moves: string[] = [];
  for (let exchange = 0; exchange < 8; exchange++) {
    app.clock.advance(500);
    const { body } = await strike(one, other);
    moves.push(body.lines[0]!.defender!.move);
  }
  expect(moves.filter((move) => move === 'heal')).toHaveLength(FIGHT_NUMBERS.heals);
  expect(await characterOf(app, other)).toMatchObject({ energy });
});

it('a sealed choice and a revealed exchange both increase the revision of the fight', async () => {
  const { one, other } = await livePair();
  const { body: before } = await openFightOf(one, other);
  const { body } = await strike(one, other);
  app.clock.advance(500);
  const after = await strike(other, one);
  expect(body.combat.revision).toBeGreaterThan(before.revision);
  expect(after.body.combat.revision).toBeGreaterThan(body.combat.revision);
});

describe('a player who leaves the page of a live fight but stays connected', () => {
  const leavePage = (socket: TestSocket, combatId: number) =>
    socket.timeout(5_000).emitWithAck('leaveCombat', { combatId });
  const join = (socket: TestSocket, combatId: number) =>
    socket.timeout(5_000).emitWithAck('joinCombat', { combatId });

  it('is shown as away immediately, and their style chooses after 10 seconds', async () => {
    const { one, other, sockets, fightId } = await livePair();
    expect((await choose(one, other, 'guard')).body.sealed).toBe(true);
    const update = nextEvent(sockets[0], 'combatStateUpdate');
    expect(await leavePage(sockets[1], fightId)).toEqual({ ok: true });
    expect((await update).combat.sides.defender).toMatchObject({ present: false, telegraph: null });
    app.clock.advance(presentMs);
    await resolvePassedDeadlines(app.site.db, app.site);
    expect(await exchangesOf(app, fightId)).toBe(0);
    app.clock.advance(1);
    await resolvePassedDeadlines(app.site.db, app.site);
    expect(await exchangesOf(app, fightId)).toBe(1);
    // From now on, the style of the absent player answers each choice immediately.
    app.clock.advance(500);
    const next = await choose(one, other, 'guard');
    expect(next.body).toMatchObject({ sealed: false, combat: { exchanges: 2, deadlineAt: null } });
    await join(sockets[1], fightId);
    app.clock.advance(500);
    const back = await choose(one, other, 'guard');
    expect(back.body).toMatchObject({ sealed: true, combat: { sides: { defender: { present: true } } } });
    for (const player of [one, other]) player.closeSockets();
  });

  it('sees in the list of open fights that they have left the fight, until they join again', async () => {
    const { one, other, sockets, fightId } = await livePair();
    const entry = async (player: TestPlayer) => (await player.call('GET /api/combat/open')).body[0];
    expect(await entry(other)).toMatchObject({ hasLeft: false, isOpponentPresent: false, ranked: false });
    await leavePage(sockets[1], fightId);
    expect(await entry(other)).toMatchObject({ hasLeft: true, isOpponentPresent: true });
    expect(await entry(one)).toMatchObject({ hasLeft: false, isOpponentPresent: false });
    await join(sockets[1], fightId);
    expect(await entry(other)).toMatchObject({ hasLeft: false });
    for (const player of [one, other]) player.closeSockets();
  });

  it('is still away after a heal on another page', async () => {
    const { one, other, sockets, fightId } = await livePair();
    await choose(one, other, 'strike');
    await choose(other, one, 'strike');
    app.clock.advance(500);
    await leavePage(sockets[1], fightId);
    expect((await heal(other)).body.updatedCombat?.sides.defender.sealed).toBe(true);
    app.clock.advance(presentMs + 1);
    const { body } = await choose(one, other, 'guard');
    expect(body.combat.sides.defender).toMatchObject({ present: false });
    for (const player of [one, other]) player.closeSockets();
  });

  it('still has time to choose if another tab joins the fight', async () => {
    const { one, other, sockets, fightId } = await livePair();
    await choose(one, other, 'guard');
    await leavePage(sockets[1], fightId);
    await join(sockets[1], fightId);
    app.clock.advance(presentMs + 1);
    await resolvePassedDeadlines(app.site.db, app.site);
    expect(await exchangesOf(app, fightId)).toBe(0);
    for (const player of [one, other]) player.closeSockets();
  });

  it('does not keep the opponent waiting if the opponent accepts the challenge later', async () => {
    const [one, other] = await sturdyPair();
    const [mine, theirs] = [await one.socket(), await other.socket()];
    const { body } = await openFightOf(one, other);
    expect(body.isChallengePending).toBe(true);
    await leavePage(mine, body.id);
    app.clock.advance(presentMs + 1);
    await join(theirs, body.id);
    expect((await choose(other, one, 'guard')).body).toMatchObject({
      sealed: false,
      combat: { exchanges: 1 },
    });
    for (const player of [one, other]) player.closeSockets();
  });

  it('gets no error if the fight is already over', async () => {
    const { one, other, sockets, fightId } = await livePair();
    await concede(one, fightId);
    expect(await leavePage(sockets[0], fightId)).toEqual({ ok: true });
    for (const player of [one, other]) player.closeSockets();
  });
});

describe('challenges', () => {
  const decline = (player: TestPlayer, id: number) =>
    player.call('POST /api/combat/fights/{id}/decline', { params: { id } });
  const timeOut = () => {
    app.clock.advance(1);
    return resolvePassedDeadlines(app.site.db, app.site);
  };

  it.each([
    ['declined', decline],
    ['not answered in time', timeOut],
  ])('that are %s continue as fights against the defender’s style', async (_, end) => {
    const [one, other] = await sturdyPair();
    const mine = await one.socket();
    await other.socket();
    const { body } = await openFightOf(one, other);
    expect((await choose(one, other, 'guard')).body).toMatchObject({
      sealed: true,
      combat: { isChallengePending: true },
    });
    app.clock.advance(challengeMs - 1);
    await resolvePassedDeadlines(app.site.db, app.site);
    expect(await exchangesOf(app, body.id)).toBe(0);
    const revealed = nextEvent(mine, 'combatLogAppend');
    await end(other, body.id);
    expect((await revealed).lines).toMatchObject([
      { attacker: { move: 'guard', byStyle: false }, defender: { byStyle: true } },
    ]);
    app.clock.advance(500);
    expect((await choose(one, other, 'guard')).body).toMatchObject({
      sealed: false,
      combat: { exchanges: 2 },
    });
  });

  it.each([
    ['declined', decline, 0],
    ['not answered in time', timeOut, 1],
  ])('that are %s are listed as unanswered until the defender joins', async (_, end, unread) => {
    const [one, other] = await sturdyPair();
    await one.socket();
    const theirs = await other.socket();
    const { body } = await openFightOf(one, other);
    const entry = async () => (await other.call('GET /api/combat/open')).body[0];
    expect(await entry()).toMatchObject({ unseen: true, isUnanswered: false });
    app.clock.advance(challengeMs - 1);
    await end(other, body.id);
    expect(await entry()).toMatchObject({ unseen: false, isUnanswered: true, isJoined: false });
    expect((await other.call('GET /api/notifications/unread-counts')).body.all).toBe(unread);
    await theirs.timeout(5_000).emitWithAck('joinCombat', { combatId: body.id });
    expect(await entry()).toMatchObject({ isUnanswered: false, isJoined: true });
    for (const player of [one, other]) player.closeSockets();
  });

  it('need no answer if the challenged player is in another live fight', async () => {
    const { other: busy, sockets } = await livePair();
    const challenger = await app.player();
    await setCharacter(app, challenger, { health: 10_000, max_health: 10_000 });
    const { body } = await openFightOf(challenger, busy);
    expect(body).toMatchObject({ isChallengePending: false, isBusy: true });
    const requested = nextEvent(sockets[1], 'fightRequested');
    const mine = await challenger.socket();
    const ids = { attackerId: challenger.id, defenderId: busy.id, fightId: body.id };
    await mine.timeout(5_000).emitWithAck('startFight', ids);
    expect((await requested).combat).toMatchObject({ id: body.id, isChallengePending: false, isBusy: true });
    // `isBusy` is still true after a page reload, but not after the first exchange.
    expect((await openFightOf(challenger, busy)).body.isBusy).toBe(true);
    const { combat, lines } = (await choose(challenger, busy, 'guard')).body;
    expect([combat.isBusy, lines]).toMatchObject([false, [{ defender: { byStyle: true } }]]);
  });

  it('do not show a player as busy if they are offline, have joined the fight or do not allow the challenge', async () => {
    const { other: busy, sockets } = await livePair();
    const [first, second] = [await app.player(), await app.player()];
    expect((await openFightOf(first, busy)).body.isBusy).toBe(true);
    expect((await openFightOf(busy, first)).body.isBusy).toBe(false);
    await setFightSettings(busy, { liveChallenges: 'friends' });
    expect((await openFightOf(second, busy)).body.isBusy).toBe(false);
    await setFightSettings(busy, {});
    sockets[1].disconnect();
    const isBusy = async () => (await openFightOf(await app.player(), busy)).body.isBusy;
    await expect.poll(isBusy).toBe(false);
  });

  it('count towards the limit of challenges only if the opponent is present', async () => {
    const [one, other] = await sturdyPair();
    const mine = await one.socket();
    const openAndConcede = async () => {
      await query(app.site.db, sql`update characters set energy = 100 where user_id = ${one.id}`);
      const { body } = await openFightOf(one, other);
      const ids = { attackerId: one.id, defenderId: other.id, fightId: body.id };
      await mine.timeout(5_000).emitWithAck('startFight', ids);
      app.clock.advance(1_000);
      await concede(one, body.id);
      return body.isChallengePending;
    };
    for (let n = 0; n < 3; n++) expect(await openAndConcede()).toBe(false);
    await other.socket();
    expect(await openAndConcede()).toBe(true);
  });

  it('are sent from one player to another at most three times an hour', async () => {
    const [one, other] = await sturdyPair();
    await other.socket();
    const challenges: boolean[] = [];
    const limited: unknown[] = [];
    for (let n = 0; n < 5; n++) {
      await query(app.site.db, sql`update characters set energy = 100 where user_id = ${one.id}`);
      const { body } = await openFightOf(one, other);
      challenges.push(body.isChallengePending);
      limited.push(body.isLimited);
      await concede(one, body.id);
    }
    expect(challenges).toEqual([true, true, true, false, false]);
    // `isLimited` is true if no challenge was sent because of the limit. It is false while the opponent is offline.
    expect(limited).toEqual([false, false, false, true, true]);
    other.closeSockets();
    const isLimited = async () => {
      await query(app.site.db, sql`update characters set energy = 100 where user_id = ${one.id}`);
      const { body } = await openFightOf(one, other);
      await concede(one, body.id);
      return body.isLimited;
    };
    await expect.poll(isLimited).toBe(false);
  });

  it('are not sent to a player who does not want them', async () => {
    const [one, other] = await sturdyPair();
    await setFightSettings(other, { liveChallenges: 'nobody' });
    const [mine, theirs] = [await one.socket(), await other.socket()];
    const heard: string[] = [];
    theirs.onAny((event: string) => heard.push(event));
    const { body } = await openFightOf(one, other);
    const ids = { attackerId: one.id, defenderId: other.id, fightId: body.id };
    for (let n = 0; n < 2; n++)
      expect(await mine.timeout(5_000).emitWithAck('startFight', ids)).toMatchObject({ ok: true });
    await strike(one, other);
    await expect.poll(() => heard).toContain('combatStateUpdate');
    expect(heard.filter((event) => /^fight(Requested|Resumed)$/.test(event))).toEqual([]);
  });
});

it('a site without a mail server pays for every win over an account older than a day', async () => {
  const rivals = [await app.player(), await app.player(), await app.player(), await app.player()];
  const player = await app.player();
  app.clock.advance(25 * 3_600_000);
  let coins = 0;
  for (const rival of rivals) {
    await setCharacter(app, player, { attack: 500, energy: 100, health: 5_000, max_health: 5_000 });
    await openFightOf(player, rival);
    coins += (await fightToEnd(app, player, rival)).rewards?.coins ?? 0;
  }
  expect(coins).toBe(rivals.length);
});
