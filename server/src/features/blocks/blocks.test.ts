import { describe, expect, it } from 'vitest';
import { emitRaw, nextEvent, type TestPlayer, useTestApp } from '../../testing/app.ts';
import { characterOf, checkFights, openFightOf, strike } from '../combat/testing.ts';
import { history, sendDirectMessage, unread } from '../dms/testing.ts';
import { block, comment, commentsOf, sendFriendRequest, unblock, unreadCountsOf } from './testing.ts';

const app = useTestApp();

const pair = async (): Promise<[TestPlayer, TestPlayer]> => [await app.player(), await app.player()];
const blocksOf = async (player: TestPlayer) =>
  (await player.call('GET /api/blocks')).body.map(({ username }) => username);
const friendsOf = async (player: TestPlayer) => (await player.call('GET /api/friendships')).body;

describe('blocking', () => {
  it('is listed for the blocker only, sends no notification, and can be repeated', async () => {
    const [one, other] = await pair();
    for (let times = 0; times < 2; times++) {
      expect((await block(one, other)).status).toBe(201);
      expect(await blocksOf(one)).toEqual([other.username]);
      expect(await blocksOf(other)).toEqual([]);
    }
    expect(await unreadCountsOf(other)).toEqual([]);
    for (let times = 0; times < 2; times++) {
      expect((await unblock(one, other)).status).toBe(200);
      expect(await blocksOf(one)).toEqual([]);
    }
    expect((await sendFriendRequest(other, one)).status).toBe(201);
  });

  it("rejects the player's own id and unknown players, and unblocking keeps the other player's block", async () => {
    const [one, other] = await pair();
    expect((await block(one, one)).status).toBe(400);
    expect((await block(one, { id: 9_999_999 })).status).toBe(404);
    await block(one, other);
    await block(other, one);
    await unblock(one, other);
    expect((await sendFriendRequest(one, other)).status).toBe(403);
    await unblock(other, one);
    expect((await sendFriendRequest(one, other)).status).toBe(201);
  });

  it('marks the messages of the blocked player as read for the blocker only', async () => {
    const [one, other] = await pair();
    const [mine, theirs] = [await one.socket(), await other.socket()];
    for (const text of ['one', 'two']) await sendDirectMessage(theirs, other, one, text);
    await sendDirectMessage(mine, one, other, 'three');
    const read = nextEvent(mine, 'dm:read');
    await block(one, other);
    expect(await read).toEqual({ byUserId: one.id, withUserId: other.id, upTo: 3, unreadCount: 0 });
    expect([await unread(one), await unread(other)]).toEqual([0, 1]);
    expect((await history(other, one)).readUpTo).toBe(0);
  });

  it('ends the friendship, friend requests and notifications, live for both', async () => {
    const [one, other] = await pair();
    const third = await app.player();
    await sendFriendRequest(one, other);
    await sendFriendRequest(other, one);
    await comment(other, one);
    await comment(third, one);
    const [here, there] = [await one.socket(), await other.socket()];
    const changes = [nextEvent(here, 'friends:changed'), nextEvent(there, 'friends:changed')];
    await block(one, other);
    expect(await Promise.all(changes)).toEqual([{ userId: other.id }, { userId: one.id }]);
    expect([await friendsOf(one), await friendsOf(other)]).toEqual([[], []]);
    expect((await unreadCountsOf(one)).map(({ data }) => data.actorName)).toEqual([third.username]);
    expect(await unreadCountsOf(other)).toEqual([]);

    const [asker, asked] = await pair();
    await sendFriendRequest(asker, asked);
    await block(asked, asker);
    expect((await asked.call('GET /api/friend-requests')).body).toEqual([]);
    expect((await asker.call('GET /api/friend-requests/outgoing')).body).toEqual([]);
    expect(await unreadCountsOf(asked)).toEqual([]);
  });

  it.each(['started by the blocker', 'started by the blocked player'])(
    'ends an open fight without rewards: %s',
    async (by) => {
      const [one, other] = await pair();
      const [beginner, joiner] = by === 'started by the blocker' ? [one, other] : [other, one];
      const { body } = await openFightOf(beginner, joiner);
      await strike(beginner, joiner);
      const over = nextEvent(await joiner.socket(), 'combatOver');
      await block(one, other);
      expect(await over).toMatchObject({ combatId: body.id, rewards: { xp: 0, coins: 0 } });
      for (const player of [one, other]) {
        expect((await player.call('GET /api/combat/open')).body).toEqual([]);
        expect(await characterOf(app, player)).toMatchObject({ wins: 0, losses: 0, open_started_fights: 0 });
        // Both players can still verify the fight.
        const record = await player.call('GET /api/combat/fights/{id}', { params: { id: body.id } });
        expect(record.status).toBe(200);
      }
      await checkFights(app);
    },
  );

  it('hides the comments of the other player on third profiles until the block is lifted', async () => {
    const [one, other] = await pair();
    const third = await app.player();
    await comment(one, third);
    await comment(other, third);
    await block(one, other);
    const authors = async (viewer: TestPlayer) =>
      (await commentsOf(viewer, third)).body.comments.map(({ username }) => username);
    expect(await authors(one)).toEqual([one.username]);
    expect(await authors(other)).toEqual([other.username]);
    expect(await authors(third)).toEqual([other.username, one.username]);
    await unblock(one, other);
    expect(await authors(one)).toEqual([other.username, one.username]);
  });
});

describe('concurrently with a block', () => {
  const ROUNDS = 8;
  it('a request, a comment, a challenge or a message is stored before it or rejected', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const [one, other] = await pair();
      const socket = await other.socket();
      const [blocked, asked, commented, challenged, sent] = await Promise.all([
        block(one, other),
        sendFriendRequest(other, one),
        other.call('POST /api/profiles/{id}/status/comments', {
          params: { id: one.id },
          body: { body: 'just in time' },
        }),
        openFightOf(other, one),
        sendDirectMessage(socket, other, one, 'just in time'),
      ]);
      expect(blocked.status).toBe(201);
      expect([201, 403]).toContain(asked.status);
      expect([201, 403]).toContain(commented.status);
      expect([200, 403]).toContain(challenged.status);
      expect([undefined, 'forbidden']).toContain(sent.code);

      expect((await one.call('GET /api/friend-requests')).body).toEqual([]);
      expect((await one.call('GET /api/combat/open')).body).toEqual([]);
      expect(await unreadCountsOf(one)).toEqual([]);
      // Without any message there is no conversation to read.
      expect((await history(one, other)).items ?? []).toHaveLength(sent.ok ? 1 : 0);
      await unblock(one, other);
      const { body } = await commentsOf(one, one);
      expect(body.comments).toHaveLength(commented.status === 201 ? 1 : 0);
      socket.disconnect();
    }
    await checkFights(app);
  });

  it('accepting a request makes no friends, and two players can block each other', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const [one, other] = await pair();
      await sendFriendRequest(one, other);
      const id = (await other.call('GET /api/friend-requests')).body[0]?.id as number;
      const [, accepted] = await Promise.all([
        block(one, other),
        other.call('PATCH /api/friend-requests/{id}/accept', { params: { id } }),
        block(other, one),
      ]);
      expect([200, 404]).toContain(accepted.status);
      expect([await friendsOf(one), await friendsOf(other)]).toEqual([[], []]);
      expect([await blocksOf(one), await blocksOf(other)]).toEqual([[other.username], [one.username]]);
      expect([await unreadCountsOf(one), await unreadCountsOf(other)]).toEqual([[], []]);
    }
  });
});

describe('an ended fight', () => {
  it('can be opened after a block without events for the other player', async () => {
    const [one, other] = await pair();
    const { body } = await openFightOf(one, other);
    await block(other, one);
    const [here, there] = [await one.socket(), await other.socket()];
    const heard: { event: string; payload: unknown }[] = [];
    there.onAny((event: string, payload: unknown) => heard.push({ event, payload }));
    expect(await emitRaw(here, 'joinCombat', { combatId: body.id })).toMatchObject({ ok: true });
    const start = { attackerId: one.id, defenderId: other.id, fightId: body.id };
    expect(await emitRaw(here, 'startFight', start)).toMatchObject({ ok: false, code: 'forbidden' });
    expect(await emitRaw(there, 'register', other.id)).toEqual({ ok: true });
    const received = heard.filter(({ event }) => event !== 'online users');
    // The block removes notifications, and the new counts of zero follow.
    for (const { event, payload } of received)
      expect({ event, payload }).toMatchObject({ event: 'notify:counts', payload: { all: 0 } });
  });
});
