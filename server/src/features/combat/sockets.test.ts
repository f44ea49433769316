import { LIMITS } from '@rivalhold/shared/limits.ts';
import { describe, expect, it } from 'vitest';
import { sql } from '../../platform/db/db.ts';
import { nextEvent, type TestPlayer, type TestSocket, useTestApp } from '../../testing/app.ts';
import { queryValue } from '../../testing/queries.ts';
import { fightToEnd, openFightOf, setCharacter, strike } from './testing.ts';

const app = useTestApp();

const join = (socket: TestSocket, combatId: number) =>
  socket.emitWithAck('joinCombat', { combatId } as never) as Promise<{
    ok: boolean;
    code?: string;
    combat: { id: number; exchanges: number };
  }>;
const start = (socket: TestSocket, payload: { attackerId: number; defenderId: number; fightId: number }) =>
  socket.emitWithAck('startFight', payload as never) as Promise<{ ok: boolean; code?: string }>;

/** Let both players strike until the fight is over, and return the last response. */
async function strikeToEnd(one: TestPlayer, other: TestPlayer) {
  for (;;) {
    app.clock.advance(500);
    await strike(one, other);
    const { body } = await strike(other, one);
    if (body.combatCompleted) return body;
  }
}

describe('live fights', () => {
  it('send events to all tabs of both players', async () => {
    const [one, other, stranger] = [await app.player(), await app.player(), await app.player()];
    await setCharacter(app, one, { attack: 40, health: 1_000, max_health: 1_000 });
    await setCharacter(app, other, { max_health: 400 });
    const tabs = [await one.socket(), await other.socket(), await other.socket()];
    const aside = await stranger.socket();
    const heard: string[] = [];
    const isPublic = (event: string) => ['online users', 'activity:new'].includes(event);
    aside.onAny((event: string) => isPublic(event) || heard.push(event));
    const everything: string[] = [];
    for (const tab of tabs) tab.onAny((_, payload) => everything.push(JSON.stringify(payload)));

    const requested = tabs.slice(1).map((tab) => nextEvent(tab, 'fightRequested'));
    const { body } = await openFightOf(one, other);
    expect(body.isChallengePending).toBe(true);
    const ids = { attackerId: one.id, defenderId: other.id, fightId: body.id };
    for (const event of await Promise.all(requested))
      expect(event).toMatchObject({
        combat: { id: body.id },
        attacker: { id: one.id, username: one.username },
      });

    const resumed = nextEvent(tabs[1] as TestSocket, 'fightResumed');
    await start(tabs[0] as TestSocket, ids);
    expect((await resumed).combat.id).toBe(body.id);
    const answered = nextEvent(tabs[0] as TestSocket, 'fightResumed');
    const theirs = { attackerId: other.id, defenderId: one.id, fightId: body.id };
    expect(await start(tabs[1] as TestSocket, theirs)).toEqual({ ok: true });
    expect((await answered).combat.id).toBe(body.id);

    const joined = nextEvent(tabs[0] as TestSocket, 'joinedCombat');
    expect(await join(tabs[1] as TestSocket, body.id)).toMatchObject({ ok: true, combat: { id: body.id } });
    expect(await joined).toEqual({ combatId: body.id, userId: other.id });

    const lines = tabs.map((tab) => nextEvent(tab, 'combatLogAppend'));
    const choices = tabs.map((tab) => nextEvent(tab, 'fight:sealed'));
    const sealed = await strike(one, other);
    expect(sealed.body).toMatchObject({ sealed: true, lines: [], combat: { exchanges: 0 } });
    for (const event of await Promise.all(choices))
      expect(event).toEqual({ combatId: body.id, exchange: 1, userId: one.id });
    const states = tabs.map((tab) => nextEvent(tab, 'combatStateUpdate'));
    const struck = await strike(other, one);
    for (const event of await Promise.all(lines))
      expect(event).toEqual({ combatId: body.id, lines: struck.body.lines });
    for (const event of await Promise.all(states)) expect(event.combat).toEqual(struck.body.combat);

    const seed = await queryValue<string>(app.site.db, sql`select seed from fights where id = ${body.id}`);
    expect(everything.join('')).not.toContain(seed);
    const ends = tabs.map((tab) => nextEvent(tab, 'combatOver'));
    const last = await strikeToEnd(one, other);
    for (const event of await Promise.all(ends))
      expect(event).toEqual({ combatId: body.id, winnerId: one.id, rewards: last.rewards, seed });
    expect(heard).toEqual([]);
  });

  it('cannot be joined or announced by a third player', async () => {
    const [one, other, stranger] = [await app.player(), await app.player(), await app.player()];
    const { body } = await openFightOf(one, other);
    const socket = await stranger.socket();
    expect(await join(socket, body.id)).toMatchObject({ ok: false, code: 'notFound' });
    expect(await join(socket, 99_999_999)).toMatchObject({ ok: false, code: 'notFound' });
    const ids = { attackerId: stranger.id, defenderId: other.id, fightId: body.id };
    expect(await start(socket, ids)).toMatchObject({ ok: false, code: 'notFound' });
    expect(await start(socket, { ...ids, attackerId: one.id })).toMatchObject({
      ok: false,
      code: 'forbidden',
    });
    const mine = await one.socket();
    const elsewhere = { attackerId: one.id, defenderId: stranger.id, fightId: body.id };
    expect(await start(mine, elsewhere)).toMatchObject({ ok: false, code: 'notFound' });
  });

  it('are marked as unseen until the defender opens them', async () => {
    const [one, other] = [await app.player(), await app.player()];
    await setCharacter(app, one, { attack: 90 });
    const { body } = await openFightOf(one, other);
    const list = async (player: typeof one) => (await player.call('GET /api/combat/open')).body;
    expect(await list(one)).toMatchObject([
      { id: body.id, isAttacker: true, unseen: false, opponent: { id: other.id } },
    ]);
    expect(await list(other)).toMatchObject([
      { id: body.id, isAttacker: false, unseen: true, challengeExpiresAt: null, opponent: { id: one.id } },
    ]);
    await openFightOf(other, one);
    expect(await list(other)).toMatchObject([{ unseen: false }]);
    await fightToEnd(app, one, other);
    expect(await list(one)).toEqual([]);
  });

  it('are listed for both players with the deadline for answering the challenge', async () => {
    const [one, other] = [await app.player(), await app.player()];
    const socket = await other.socket();
    const { body } = await openFightOf(one, other);
    const expiryTimes = async (player: typeof one) =>
      (await player.call('GET /api/combat/open')).body.map(({ challengeExpiresAt }) => challengeExpiresAt);
    const until = new Date(app.clock.now().getTime() + LIMITS.combat.challengeMs).toISOString();
    expect([await expiryTimes(one), await expiryTimes(other)]).toEqual([[until], [until]]);
    const joined = async () =>
      (await other.call('GET /api/combat/open')).body.map(({ isJoined }) => isJoined);
    expect(await joined()).toEqual([false]);
    await join(socket, body.id);
    expect([await expiryTimes(one), await expiryTimes(other)]).toEqual([[null], [null]]);
    expect(await joined()).toEqual([true]);
    await one.call('POST /api/combat/fights/{id}/concede', { params: { id: body.id } });
    const { body: next } = await openFightOf(one, other);
    expect(await expiryTimes(other)).not.toEqual([null]);
    await other.call('POST /api/combat/fights/{id}/decline', { params: { id: next.id } });
    expect(await expiryTimes(other)).toEqual([null]);
  });

  it('are marked as rematches if they start soon after a fight between the same players', async () => {
    const [one, other] = [await app.player(), await app.player()];
    const socket = await other.socket();
    const challenge = async () => {
      const requested = nextEvent(socket, 'fightRequested');
      const { id } = (await openFightOf(one, other)).body;
      const { isRematch } = await requested;
      const [listed] = (await other.call('GET /api/combat/open')).body;
      await other.call('POST /api/combat/fights/{id}/concede', { params: { id } });
      return [isRematch, listed?.isRematch];
    };
    expect(await challenge()).toEqual([false, false]);
    app.clock.advance(LIMITS.combat.rematchMs - 1);
    expect(await challenge()).toEqual([true, true]);
    app.clock.advance(LIMITS.combat.rematchMs);
    expect(await challenge()).toEqual([false, false]);
  });
});
