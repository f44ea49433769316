import { LIMITS } from '@rivalhold/shared/limits.ts';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { runSiteCommand } from '../../operator/site-commands.ts';
import { queryExists, sql } from '../../platform/db/db.ts';
import { createTestApp, nextEvent, type TestPlayer, useTestApp } from '../../testing/app.ts';
import { query, queryValue } from '../../testing/queries.ts';
import { failAfterStatement } from '../../testing/statements.ts';
import { acceptFight, findEachOther, leavePool, startRanked, wave, wavesUntil } from '../ranked/testing.ts';
import { closeAbandonedFights, resolvePassedDeadlines } from './deadlines.ts';
import { leaveLiveFights } from './service.ts';
import { checkFights, choose, exchangesOf, livePairOf, openFightOf, setCharacter } from './testing.ts';

const app = useTestApp();
const { abandonedAfterMs, choiceMs, bankMs, challengeMs, unwatchedMs } = LIMITS.combat;
const { answerMs } = LIMITS.ranked;
/** Duration of the read-only mode in these tests. All deadlines pass during this time. */
const LONG_MS = 3_600_000;

const turn = (on: 'on' | 'off') => runSiteCommand(app.site, ['read-only', on]);
afterEach(() => turn('off'));
afterAll(async () => {
  await checkFights(app);
});

/** Let time pass while the site is read-only. */
async function maintain(ms = LONG_MS): Promise<void> {
  await turn('on');
  app.clock.advance(ms);
  await resolvePassedDeadlines(app.site.db, app.site);
}

/** Return the deadline of a fight, and the time until then in ms. */
async function deadlineOf(fightId: number): Promise<{ deadline: Date; inMs: number }> {
  const statement = sql`select deadline_at from fights where id = ${fightId}`;
  const deadline = await queryValue<Date>(app.site.db, statement);
  return { deadline, inMs: deadline.getTime() - app.clock.now().getTime() };
}

function closeSockets(...players: TestPlayer[]): void {
  for (const player of players) player.closeSockets();
}

async function connectedPair() {
  const pair = await livePairOf(app);
  const sockets = [await pair.one.socket(), await pair.other.socket()] as const;
  return { ...pair, sockets };
}

describe('the end of the read-only mode', () => {
  it('gives both players the full time for the current choice', async () => {
    const { one, other, fightId, sockets } = await connectedPair();
    await choose(one, other, 'guard');
    app.clock.advance(choiceMs + 10_000);
    await choose(other, one, 'guard');
    await choose(one, other, 'guard');
    expect(await exchangesOf(app, fightId)).toBe(1);
    app.clock.advance(choiceMs + 5_000);
    await maintain();
    const update = nextEvent(sockets[0], 'combatStateUpdate');
    await turn('off');
    const until = new Date(app.clock.now().getTime() + choiceMs).toISOString();
    expect((await update).combat).toMatchObject({
      exchanges: 1,
      sides: {
        attacker: { sealed: true, bankMs },
        defender: { sealed: false, bankMs: bankMs - 10_000, choiceUntil: until },
      },
    });
    await resolvePassedDeadlines(app.site.db, app.site);
    expect(await exchangesOf(app, fightId)).toBe(1);
    app.clock.advance(choiceMs + bankMs - 10_001);
    const { body } = await choose(other, one, 'feint');
    expect(body.lines).toMatchObject([
      { attacker: { move: 'guard', byStyle: false }, defender: { move: 'feint', byStyle: false } },
    ]);
    closeSockets(one, other);
  });

  it('gives both players of a ranked fight the full time for the current choice', async () => {
    const [one, other] = [await app.player(), await app.player()];
    await Promise.all([one.socket(), other.socket()]);
    const fightId = await startRanked(app, one, other);
    await maintain(choiceMs + bankMs);
    await turn('off');
    await resolvePassedDeadlines(app.site.db, app.site);
    expect((await deadlineOf(fightId)).inMs).toBe(choiceMs + bankMs);
    app.clock.advance(choiceMs - 1);
    await choose(one, other, 'guard');
    const { body } = await choose(other, one, 'feint');
    expect(body.lines).toMatchObject([{ attacker: { byStyle: false }, defender: { byStyle: false } }]);
    closeSockets(one, other);
  });

  it('leaves a ranked fight unrated if a player does not return', async () => {
    const [one, other] = [await app.player(), await app.player()];
    const fightId = await startRanked(app, one, other);
    for (const [player, opponent] of [
      [one, other],
      [other, one],
    ] as const)
      await choose(player, opponent, 'guard');
    await maintain();
    await turn('off');
    for (const ms of [choiceMs + bankMs + 1, choiceMs + 1]) {
      await choose(one, other, 'strike');
      app.clock.advance(ms);
      await resolvePassedDeadlines(app.site.db, app.site);
    }
    const rated = sql`select fight_id from rating_changes where fight_id = ${fightId}`;
    expect(
      await queryExists(app.site.db, sql`select id from fights where id = ${fightId} and status = 'over'`),
    ).toBe(true);
    expect(await queryExists(app.site.db, rated)).toBe(false);
  });

  it.each([
    ['before', -1_000],
    ['after', 1_000],
  ])('restarts the time to accept a found fight if the mode ends %s the deadline', async (_, ms) => {
    const [one, other] = [await app.player(), await app.player()];
    const socket = await one.socket();
    await findEachOther(app, one, other);
    app.clock.advance(2_000);
    await maintain(answerMs - 2_000 + ms);
    await wave(app);
    const update = nextEvent(socket, 'ranked:changed');
    await turn('off');
    const answerUntil = new Date(app.clock.now().getTime() + answerMs).toISOString();
    expect(await update).toMatchObject({ status: 'found', answerUntil });
    app.clock.advance(answerMs - 1);
    await wave(app);
    expect((await acceptFight(one)).body).toMatchObject({ status: 'found', accepted: true });
    expect((await acceptFight(other)).body).toMatchObject({ status: 'fighting', opponentId: one.id });
    closeSockets(one);
  });

  it('returns both players to the pool if the time to accept their fight ended long before the mode', async () => {
    const [one, other] = [await app.player(), await app.player()];
    await findEachOther(app, one, other);
    await maintain(answerMs + unwatchedMs + 1);
    await turn('off');
    await wavesUntil(app, 'waiting', one, other);
    for (const player of [one, other]) expect((await leavePool(player)).body.pausedUntil).toBeNull();
  });

  it('gives a challenged player the full time to answer', async () => {
    const [one, other] = [await app.player(), await app.player()];
    await other.socket();
    await setCharacter(app, one, { health: 10_000, max_health: 10_000 });
    const { body: fight } = await openFightOf(one, other);
    await choose(one, other, 'guard');
    app.clock.advance(challengeMs - 1);
    await maintain();
    await turn('off');
    await resolvePassedDeadlines(app.site.db, app.site);
    expect((await deadlineOf(fight.id)).inMs).toBe(challengeMs);
    expect(await exchangesOf(app, fight.id)).toBe(0);
    app.clock.advance(challengeMs - 1);
    expect((await openFightOf(other, one)).body.isChallengePending).toBe(false);
    expect((await choose(other, one, 'feint')).body.lines).toMatchObject([
      { attacker: { byStyle: false }, defender: { byStyle: false } },
    ]);
    closeSockets(other);
  });

  it('gives a disconnected player 10 seconds to reconnect', async () => {
    const { one, other, fightId } = await connectedPair();
    await choose(one, other, 'guard');
    await turn('on');
    closeSockets(other);
    await expect.poll(() => app.site.realtime.isConnectedHere(other.id)).toBe(false);
    app.clock.advance(LONG_MS);
    await turn('off');
    app.clock.advance(LIMITS.combat.presentMs);
    await resolvePassedDeadlines(app.site.db, app.site);
    expect(await exchangesOf(app, fightId)).toBe(0);
    app.clock.advance(1);
    await resolvePassedDeadlines(app.site.db, app.site);
    expect(await exchangesOf(app, fightId)).toBe(1);
    closeSockets(one);
  });

  it('gives all players the full time if a process without sockets ends the mode', async () => {
    const { one, other, fightId } = await connectedPair();
    await turn('on');
    closeSockets(one, other);
    for (const { id } of [one, other])
      await expect.poll(() => app.site.realtime.isConnectedHere(id)).toBe(false);
    app.clock.advance(LONG_MS);
    const listening = vi.spyOn(app.site.realtime, 'isListening', 'get').mockReturnValue(false);
    await turn('off');
    listening.mockRestore();
    expect((await deadlineOf(fightId)).inMs).toBe(choiceMs + bankMs);
  });

  it('changes no fight if the mode was already off', async () => {
    const { one, other, fightId } = await connectedPair();
    app.clock.advance(5_000);
    const before = await deadlineOf(fightId);
    await turn('off');
    expect(await deadlineOf(fightId)).toEqual(before);
    closeSockets(one, other);
  });

  it('extends the time until a fight counts as abandoned', async () => {
    const [one, other] = [await app.player(), await app.player()];
    const { body: fight } = await openFightOf(one, other);
    const opened = async () => {
      await closeAbandonedFights(app.site.db, app.site);
      return (await openFightOf(one, other)).body;
    };
    app.clock.advance(abandonedAfterMs - LONG_MS / 2);
    await maintain();
    await turn('off');
    expect(await opened()).toMatchObject({ id: fight.id, resumed: true });
    app.clock.advance(LONG_MS / 2 - 1);
    expect(await opened()).toMatchObject({ id: fight.id, resumed: true });
    app.clock.advance(1);
    expect(await opened()).not.toMatchObject({ id: fight.id });
  });

  it('does not move the last exchange of a fight into the future', async () => {
    const { one, other, fightId } = await connectedPair();
    const lastAt = () =>
      queryValue<Date>(app.site.db, sql`select last_exchange_at from fights where id = ${fightId}`);
    app.clock.advance(5_000);
    await turn('on');
    app.clock.advance(LONG_MS);
    // Simulate an exchange that is revealed by another node, which has not noticed the read-only mode yet.
    await query(
      app.site.db,
      sql`update fights set last_exchange_at = ${app.clock.now()} where id = ${fightId}`,
    );
    await turn('off');
    expect(await lastAt()).toEqual(app.clock.now());
    closeSockets(one, other);
  });

  it('changes the mode and the fights in one transaction', async () => {
    let failed = true;
    for (let statement = 1; failed; statement++) {
      const { one, other, fightId } = await connectedPair();
      await maintain();
      failed = await failAfterStatement(app, statement, () => turn('off'));
      const isReadOnly = await queryExists(
        app.site.db,
        sql`select name from site_settings where name = 'read_only'`,
      );
      const isOverdue = await queryValue<boolean>(
        app.site.db,
        sql`select deadline_at < ${app.clock.now()} from fights where id = ${fightId}`,
      );
      expect([statement, isOverdue]).toEqual([statement, isReadOnly]);
      // The next check for passed deadlines does not reveal the exchange too early.
      await app.site.readOnly.refresh();
      await resolvePassedDeadlines(app.site.db, app.site);
      expect(await exchangesOf(app, fightId)).toBe(0);
      await turn('off');
      expect((await deadlineOf(fightId)).inMs).toBe(choiceMs + bankMs);
      closeSockets(one, other);
    }
  });
});

if (process.env.TEST_REDIS_URL) {
  it('a player who disconnects after the read-only mode has ended is absent after 10 seconds', async () => {
    const there = await createTestApp({ sharedWith: app });
    const { one, other, fightId } = await connectedPair();
    await choose(one, other, 'guard');
    await turn('on');
    await there.site.readOnly.refresh();
    await turn('off');
    there.clock.advance(app.clock.now().getTime() - there.clock.now().getTime());
    closeSockets(other);
    await expect.poll(() => app.site.realtime.isConnectedHere(other.id)).toBe(false);
    await leaveLiveFights(there.site.db, there.site, other.id);
    app.clock.advance(LIMITS.combat.presentMs + 1);
    await resolvePassedDeadlines(app.site.db, app.site);
    expect(await exchangesOf(app, fightId)).toBe(1);
    closeSockets(one);
    await there.close();
  });

  it('no node resolves a deadline too early after the read-only mode has ended', async () => {
    const there = await createTestApp({ sharedWith: app });
    const pair = await connectedPair();
    await choose(pair.one, pair.other, 'guard');
    await turn('on');
    await there.site.readOnly.refresh();
    app.clock.advance(LONG_MS);
    there.clock.advance(app.clock.now().getTime() - there.clock.now().getTime());
    await resolvePassedDeadlines(there.site.db, there.site);
    await turn('off');
    await resolvePassedDeadlines(there.site.db, there.site);
    await there.site.readOnly.refresh();
    await resolvePassedDeadlines(there.site.db, there.site);
    await resolvePassedDeadlines(app.site.db, app.site);
    expect(await exchangesOf(app, pair.fightId)).toBe(0);
    const { body } = await choose(pair.other, pair.one, 'feint');
    expect(body.lines).toMatchObject([{ attacker: { byStyle: false }, defender: { byStyle: false } }]);
    closeSockets(pair.one, pair.other);
    await there.close();
  });
}
