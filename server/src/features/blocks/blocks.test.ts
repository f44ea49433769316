import { HOUR } from '@rivalhold/shared/time-units.ts';
import { describe, expect, it } from 'vitest';
import { sql } from '../../platform/db/db.ts';
import { emitRaw, nextEvent, type TestPlayer, useTestApp } from '../../testing/app.ts';
import { createPng } from '../../testing/images.ts';
import { query } from '../../testing/queries.ts';
import { collectAll } from '../../testing/statements.ts';
import { characterOf, checkFights, openFightOf, strike } from '../combat/testing.ts';
import { history, sendDirectMessage, unread } from '../dms/testing.ts';
import { personalData } from './personal-data.ts';
import { block, comment, commentsOf, notificationsOf, sendFriendRequest, unblock } from './testing.ts';

const app = useTestApp();

const pair = async (): Promise<[TestPlayer, TestPlayer]> => [await app.player(), await app.player()];
const blocksOf = async (player: TestPlayer) =>
  (await player.call('GET /api/blocks')).body.map(({ username }) => username);
const postAvatar = async (player: TestPlayer) =>
  player.call('POST /api/upload/avatar', { form: [['avatar', await createPng()]] });
const friendsOf = async (player: TestPlayer) => (await player.call('GET /api/friendships')).body;

describe('blocking', () => {
  it('adds the blocked player only to the blocker’s list, and sends no notification', async () => {
    const [one, other] = await pair();
    for (let times = 0; times < 2; times++) {
      expect((await block(one, other)).status).toBe(201);
      expect(await blocksOf(one)).toEqual([other.username]);
      expect(await blocksOf(other)).toEqual([]);
    }
    expect(await notificationsOf(other)).toEqual([]);
    for (let times = 0; times < 2; times++) {
      expect((await unblock(one, other)).status).toBe(200);
      expect(await blocksOf(one)).toEqual([]);
    }
    expect((await sendFriendRequest(other, one)).status).toBe(201);
  });

  it('rejects the player’s own id and unknown players', async () => {
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

  it('freezes the names and avatars that both players see of each other until the block ends', async () => {
    const [one, other] = await pair();
    const mine = await one.socket();
    await sendDirectMessage(mine, one, other, 'before');
    await block(one, other);
    const names = [one, other].map(({ username }) => username);
    for (const player of [one, other]) {
      await player.call('PATCH /api/profiles/profile', { body: { username: `${player.username}.new` } });
      await postAvatar(player);
    }
    const since = new Date(app.clock.now().getTime() - HOUR).toISOString();
    const seenBy = async (player: TestPlayer, about: TestPlayer) => {
      const query = { since };
      const { otherUser, items } = await history(player, about);
      const [listed] = (await player.call('GET /api/dms')).body;
      const [synced] = (await player.call('GET /api/dms/sync', { query })).body;
      const { Sender, Receiver } = items[0] as (typeof items)[number];
      const inMessage = Sender.id === about.id ? Sender : Receiver;
      return [otherUser, listed?.otherUser, synced?.otherUser, inMessage];
    };
    const known = (about: TestPlayer, username: string | undefined) =>
      Array.from({ length: 4 }, () => ({ id: about.id, username, avatarUrl: null }));
    expect(await seenBy(other, one)).toEqual(known(one, names[0]));
    expect(await seenBy(one, other)).toEqual(known(other, names[1]));
    await unblock(one, other);
    for (const now of await seenBy(other, one))
      expect(now).toMatchObject({ username: `${names[0]}.new`, avatarUrl: expect.any(String) });
  });

  it('hides the blocker’s new name and avatar from a blocked player who blocks back', async () => {
    const [one, other] = await pair();
    await block(one, other);
    await one.call('PATCH /api/profiles/profile', { body: { username: `${one.username}.new` } });
    await postAvatar(one);
    await block(other, one);
    const known = { id: one.id, username: one.username };
    expect((await other.call('GET /api/blocks')).body).toMatchObject([{ ...known, avatarUrl: null }]);
    expect(await collectAll(personalData.sections?.(app.site.db, other.id).blocks)).toMatchObject([known]);
  });

  it('hides the blocker’s name if the block has no stored name', async () => {
    const [one, other] = await pair();
    await sendDirectMessage(await one.socket(), one, other, 'before');
    await block(one, other);
    await query(
      app.site.db,
      sql`update blocks set blocker_name = null, blocked_name = null where blocker_id = ${one.id}`,
    );
    expect((await history(other, one)).otherUser.username).toBe('Deleted player');
    expect((await history(one, other)).otherUser.username).toBe(other.username);
  });

  it('causes the same errors as a deleted or nonexistent account', async () => {
    const [one, other] = await pair();
    const closed = await app.player();
    await query(app.site.db, sql`update users set deleted_at = ${app.clock.now()} where id = ${closed.id}`);
    await block(one, other);
    const socket = await other.socket();
    const answersAbout = async ({ id }: { id: number }) => {
      const answers = await Promise.all([
        other.call('GET /api/profiles/{id}', { params: { id } }),
        sendFriendRequest(other, { id }),
        other.call('DELETE /api/friend-requests/{userId}/cancel', { params: { userId: id } }),
        commentsOf(other, { id }),
        other.call('POST /api/profiles/{id}/status/comments', { params: { id }, body: { body: 'Hello' } }),
        other.call('GET /api/combat/{userId}', { params: { userId: other.id }, query: { opponentId: id } }),
        other.call('POST /api/combat/attack', { body: { defenderId: id } }),
        other.call('GET /api/game/{userId}', { params: { userId: id } }),
        other.call('GET /api/inventory/{id}', { params: { id } }),
        other.call('GET /api/photos/user/{userId}', { params: { userId: id } }),
        other.call('GET /api/dms/{userId}', { params: { userId: id } }),
      ]);
      const sent = await sendDirectMessage(socket, other, { id }, 'Hello');
      const typing = await emitRaw(socket, 'typing', { toUserId: id, fromUserId: other.id });
      return [...answers.map(({ status, body }) => [status, body]), sent, typing];
    };
    const blocked = await answersAbout(one);
    expect(await answersAbout(closed)).toEqual(blocked);
    expect(await answersAbout({ id: 9_999_999 })).toEqual(blocked);
  });

  it('ends the friendship, friend requests and notifications between the players', async () => {
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
    expect((await notificationsOf(one)).map(({ data }) => data.actorName)).toEqual([third.username]);
    expect(await notificationsOf(other)).toEqual([]);

    const [asker, asked] = await pair();
    await sendFriendRequest(asker, asked);
    await block(asked, asker);
    expect((await asked.call('GET /api/friend-requests')).body).toEqual([]);
    expect((await asker.call('GET /api/friend-requests/outgoing')).body).toEqual([]);
    expect(await notificationsOf(asked)).toEqual([]);
  });

  it.each(['started by the blocker', 'started by the blocked player'])(
    'ends an open fight %s, and counts as a loss for the blocker',
    async (by) => {
      const [one, other] = await pair();
      const [starter, joiner] = by === 'started by the blocker' ? [one, other] : [other, one];
      const { body } = await openFightOf(starter, joiner);
      await strike(starter, joiner);
      const over = nextEvent(await joiner.socket(), 'combatOver');
      await block(one, other);
      expect(await over).toMatchObject({ combatId: body.id, winnerId: other.id });
      for (const player of [one, other]) {
        expect((await player.call('GET /api/combat/open')).body).toEqual([]);
        expect((await characterOf(app, player)).open_started_fights).toBe(0);
        // Both players can still open the record of the fight.
        const record = await player.call('GET /api/combat/fights/{id}', { params: { id: body.id } });
        expect(record.status).toBe(200);
      }
      await checkFights(app);
    },
  );

  it('hides the comments of the other player until the block ends', async () => {
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

describe('while one player is blocking another', () => {
  const ROUNDS = 8;
  it('a message or request is either stored before the block or rejected', async () => {
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
      expect(await notificationsOf(one)).toEqual([]);
      // If the message was rejected, there is no conversation, and the response has no `items`.
      expect((await history(one, other)).items ?? []).toHaveLength(sent.ok ? 1 : 0);
      await unblock(one, other);
      const { body } = await commentsOf(one, one);
      expect(body.comments).toHaveLength(commented.status === 201 ? 1 : 0);
      socket.disconnect();
    }
    await checkFights(app);
  });

  it('accepting a friend request creates no friendship', async () => {
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
      expect([await notificationsOf(one), await notificationsOf(other)]).toEqual([[], []]);
    }
  });
});

describe('an ended fight', () => {
  it('can still be opened after a block, but causes no events for the other player', async () => {
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
    // The block removes notifications, so the site sends the new counts, which are zero.
    for (const { event, payload } of received)
      expect({ event, payload }).toMatchObject({ event: 'notify:counts', payload: { all: 0 } });
  });
});
