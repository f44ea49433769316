import type { serverEvents } from '@rivalhold/shared/contract/index.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { describe, expect, it } from 'vitest';
import { waitFor } from '../../../../scripts/testing/wait-for.ts';
import { sql, transaction } from '../../platform/db/db.ts';
import { createTestApp, nextEvent, type TestPlayer, useTestApp } from '../../testing/app.ts';
import { query, queryValues } from '../../testing/queries.ts';
import { statementsOf } from '../../testing/statements.ts';
import { block, comment, sendFriendRequest } from '../blocks/testing.ts';
import { fightToEnd, openFightOf, setCharacter, strike } from '../combat/testing.ts';
import { erasePlayer } from './personal-data.ts';
import { deleteRead, deleteUnreadBeyond } from './queries.ts';
import {
  deleteUnreadNotifications,
  markCollapsedAsRead,
  notify,
  withdrawLikeNotification,
} from './service.ts';

const app = useTestApp();
let player: TestPlayer;

const list = async (reader: TestPlayer, query: Record<string, string | number> = {}) =>
  (await reader.call('GET /api/notifications', { query })).body;
const counts = async (reader: TestPlayer) => (await reader.call('GET /api/notifications/unread-counts')).body;
const read = (reader: TestPlayer, id: number) =>
  reader.call('PATCH /api/notifications/{id}/read', { params: { id } });
const readAll = (reader: TestPlayer) => reader.call('POST /api/notifications/mark-all-read');
type Item = Omit<Parameters<typeof notify>[2], 'userId'>;
const PLAIN: Item = { type: 'system', title: 'Note', text: 'Something happened.', link: '/dashboard' };
const notifyPlayer = (to: TestPlayer, ...items: Partial<Item>[]) =>
  transaction(app.site.db, async (tx) => {
    for (const item of items) await notify(tx, app.site, { ...PLAIN, ...item, userId: to.id });
  });
const texts = (page: { items: { text: string }[] }) => page.items.map(({ text }) => text);
const NONE = { friend_request: 0, dm: 0, like: 0, comment: 0, friend: 0, system: 0 };

/** Open a socket for a player, and record the payloads of one event that it receives. */
async function recordEvent<E extends keyof typeof serverEvents>(who: TestPlayer, event: E) {
  const events: unknown[] = [];
  const socket = await who.socket();
  socket.on(event, ((payload: unknown) => events.push(payload)) as never);
  return { events, socket };
}

describe('notifications', () => {
  it('arrive immediately with the unread counts', async () => {
    const [one, other] = [await app.player(), await app.player()];
    const avatarUrl = `/media/avatars/${other.id}-picture.webp`;
    await query(app.site.db, sql`update users set avatar_url = ${avatarUrl} where id = ${other.id}`);
    const socket = await one.socket();
    const [fresh, counted] = [nextEvent(socket, 'notify:new'), nextEvent(socket, 'notify:counts')];
    await notifyPlayer(one, { type: 'comment', actorId: other.id, link: `/profiles/${one.id}` });
    const item = await fresh;
    expect(item).toEqual({
      id: expect.any(Number),
      type: 'comment',
      isRead: false,
      title: 'Note',
      text: 'Something happened.',
      data: {
        actorId: other.id,
        actorName: other.username,
        actorAvatarUrl: avatarUrl,
        postId: null,
        unreadCount: 1,
        link: `/profiles/${one.id}`,
      },
      createdAt: app.clock.now().toISOString(),
    });
    expect(await counted).toEqual({ all: 1, byType: { ...NONE, comment: 1 } });
    expect(await list(one)).toEqual({ items: [item], nextCursor: null });
    const lowered = nextEvent(socket, 'notify:counts');
    expect((await read(one, item.id)).body).toEqual({ counts: { all: 0, byType: NONE } });
    expect((await lowered).all).toBe(0);
    expect((await list(one)).items).toEqual([]);
  });

  it('are not created for the player’s own actions, or if the transaction fails', async () => {
    const one = await app.player();
    const { events } = await recordEvent(one, 'notify:new');
    await notifyPlayer(one, { actorId: one.id });
    const failing = transaction(app.site.db, async (tx) => {
      await notify(tx, app.site, { ...PLAIN, userId: one.id });
      throw new Error('undone');
    });
    await expect(failing).rejects.toThrow('undone');
    expect([(await list(one)).items, await counts(one)]).toEqual([[], { all: 0, byType: NONE }]);
    expect(events).toEqual([]);
  });

  it('share one row if they have the same collapse key', async () => {
    const [one, other, third] = [await app.player(), await app.player(), await app.player()];
    const like = { type: 'like', collapse: 'post:7', postId: 7 } as const;
    await notifyPlayer(one, { ...like, actorId: other.id, text: 'first' }, { text: 'between' });
    const [before] = (await list(one)).items.slice(1);
    const fresh = nextEvent(await one.socket(), 'notify:new');
    await notifyPlayer(one, { ...like, actorId: third.id, text: 'second' });
    const { items } = await list(one);
    expect(texts({ items })).toEqual(['second', 'between']);
    expect(items[0]).toMatchObject({
      id: before?.id,
      data: { unreadCount: 2, actorName: third.username, postId: 7 },
    });
    expect(await fresh).toEqual(items[0]);
    await read(one, items[0]?.id as number);
    await notifyPlayer(one, { ...like, actorId: other.id, text: 'third' });
    expect((await list(one)).items[0]).toMatchObject({ text: 'third', data: { unreadCount: 1 } });
  });

  it('share one row, even if they are created concurrently', async () => {
    const one = await app.player();
    const others = await Promise.all(Array.from({ length: 6 }, () => app.player()));
    await Promise.all(
      others.map((other) => notifyPlayer(one, { type: 'like', collapse: 'photo:9', actorId: other.id })),
    );
    const { items } = await list(one);
    expect(items.map(({ data }) => data.unreadCount)).toEqual([6]);
    expect((await counts(one)).all).toBe(1);
  });

  it('no longer include a like that was withdrawn', async () => {
    const [owner, first, second] = [await app.player(), await app.player(), await app.player()];
    const like = { type: 'like', collapse: 'photo:7' } as const;
    const withdraw = ({ id: actorId }: { id: number }) =>
      transaction(app.site.db, (tx) =>
        withdrawLikeNotification(
          tx,
          app.site,
          { userId: owner.id, actorId, collapse: like.collapse },
          (name) => ({
            title: 'New like',
            text: `${name} likes it.`,
          }),
        ),
      );
    for (const { id: actorId } of [first, second]) await notifyPlayer(owner, { ...like, actorId });
    await withdraw(second);
    const [item] = (await list(owner)).items;
    expect(item).toMatchObject({ text: `${first.username} likes it.` });
    expect(item?.data).toMatchObject({ actorId: first.id, actorName: first.username, unreadCount: 1 });
    await withdraw(second);
    expect((await counts(owner)).all).toBe(1);
    const { events, socket } = await recordEvent(owner, 'notify:counts');
    await withdraw(first);
    await waitFor(() => expect(events.at(-1)).toMatchObject({ all: 0 }));
    expect((await list(owner)).items).toEqual([]);
    socket.disconnect();
  });

  it('are sent at most once an hour for repeated likes of the same content', async () => {
    const limited = await createTestApp({ env: { RATE_LIMITS: 'on' } });
    const [owner, fan] = [await limited.player(), await limited.player()];
    const { events, socket } = await recordEvent(owner, 'notify:new');
    const like = { userId: owner.id, actorId: fan.id, collapse: 'photo:8' };
    for (let times = 0; times < 3; times++) {
      if (times > 0)
        await transaction(limited.site.db, (tx) =>
          withdrawLikeNotification(tx, limited.site, like, () => PLAIN),
        );
      await transaction(limited.site.db, (tx) =>
        notify(tx, limited.site, { ...PLAIN, ...like, type: 'like' }),
      );
    }
    await waitFor(() => expect(events).toHaveLength(1));
    expect((await list(owner)).items).toHaveLength(1);
    socket.disconnect();
    await limited.close();
  });

  it('no longer include a liker whose account is erased', async () => {
    const [owner, gone, fan] = [await app.player(), await app.player(), await app.player()];
    const like = { type: 'like', collapse: 'photo:9' } as const;
    await notifyPlayer(owner, { ...like, actorId: gone.id }, { ...like, actorId: fan.id });
    await readAll(owner);
    await transaction(app.site.db, (tx) => erasePlayer(tx, app.site, gone.id));
    const left = await queryValues<number>(
      app.site.db,
      sql`select unnest(actor_ids) from notifications where user_id = ${owner.id}`,
    );
    expect(left).toEqual([fan.id]);
  });

  it('store at most 500 likers', async () => {
    const [one, other, third] = [await app.player(), await app.player(), await app.player()];
    const held = () =>
      queryValues<number>(
        app.site.db,
        sql`select cardinality(actor_ids) from notifications where user_id = ${one.id} order by type`,
      );
    const dm = { type: 'dm', collapse: 'dm' } as const;
    const like = { type: 'like', collapse: 'photo:1' } as const;
    for (const { id: actorId } of [other, other, third, other])
      await notifyPlayer(one, { ...dm, actorId }, { ...like, actorId });
    expect(await held()).toEqual([1, 2]);
    expect((await list(one)).items.map(({ data }) => data.unreadCount)).toEqual([4, 2]);
    await query(
      app.site.db,
      sql`update notifications set actor_ids = array(select -n from generate_series(1, 9000) n)
          where user_id = ${one.id}`,
    );
    await notifyPlayer(one, { ...dm, actorId: other.id }, { ...like, actorId: other.id });
    expect(await held()).toEqual([1, 500]);
    await notifyPlayer(one, { ...like, actorId: other.id });
    expect((await list(one)).items.map(({ data }) => data.unreadCount)).toEqual([3, 5]);
  });

  it('cause one update of the counts if one transaction creates them', async () => {
    const one = await app.player();
    const { events, socket } = await recordEvent(one, 'notify:counts');
    await notifyPlayer(one, {}, {}, {}, {});
    await waitFor(() => expect(events).toHaveLength(1));
    await Promise.all(Array.from({ length: 20 }, () => notifyPlayer(one, {})));
    await waitFor(() => expect((events.at(-1) as { all: number }).all).toBe(24));
    expect(events.length).toBeLessThanOrEqual(21);
    socket.disconnect();
  });

  it('are listed in stable pages while notifications are added and moved', async () => {
    const one = await app.player();
    await notifyPlayer(one, ...Array.from({ length: 7 }, (_, n) => ({ text: `n${n}`, collapse: `n:${n}` })));
    const first = await list(one, { limit: 3 });
    expect(texts(first)).toEqual(['n6', 'n5', 'n4']);
    await notifyPlayer(one, { text: 'new' }, { text: 'n5 again', collapse: 'n:5' });
    const second = await list(one, { limit: 3, cursor: first.nextCursor as string });
    expect(texts(second)).toEqual(['n3', 'n2', 'n1']);
    const third = await list(one, { limit: 3, cursor: second.nextCursor as string });
    expect([texts(third), third.nextCursor]).toEqual([['n0'], null]);
    expect((await one.call('GET /api/notifications', { query: { cursor: 'x' } })).status).toBe(400);
    expect((await one.call('GET /api/notifications', { query: { limit: 51 } })).status).toBe(400);
  });

  it('can be marked as read only by their owner', async () => {
    const [one, other] = [await app.player(), await app.player()];
    const { events, socket } = await recordEvent(one, 'notify:counts');
    await notifyPlayer(one, {}, {}, { type: 'friend' });
    await waitFor(() => expect(events).toHaveLength(1));
    const [newest] = (await list(one)).items;
    const id = newest?.id as number;
    expect((await read(other, id)).status).toBe(404);
    expect((await read(one, 9_999_999)).status).toBe(404);
    expect((await counts(one)).all).toBe(3);
    for (let times = 0; times < 2; times++)
      expect((await read(one, id)).body.counts).toEqual({ all: 2, byType: { ...NONE, system: 2 } });
    await waitFor(() => expect(events).toHaveLength(2));
    for (let times = 0; times < 2; times++)
      expect((await readAll(one)).body.counts).toEqual({ all: 0, byType: NONE });
    await waitFor(() => expect(events).toHaveLength(3));
    expect((await list(one)).items).toEqual([]);
    socket.disconnect();
  });

  it('are selected by owner, actor and collapse key when they are deleted or marked as read', async () => {
    player = await app.player();
    const [one, other, third] = [await app.player(), await app.player(), await app.player()];
    for (const reader of [player, one])
      await notifyPlayer(
        reader,
        { collapse: 'post:1', actorId: other.id, text: 'a' },
        { collapse: 'post:2', actorId: other.id, text: 'b' },
        { actorId: third.id, text: 'c' },
      );
    const within = (work: Parameters<typeof transaction<void>>[1]) => transaction(app.site.db, work);
    await within((tx) => markCollapsedAsRead(tx, app.site, { userId: one.id, collapse: 'post:1' }));
    expect([texts(await list(one)), texts(await list(player))]).toEqual([
      ['c', 'b'],
      ['c', 'b', 'a'],
    ]);
    await within((tx) => deleteUnreadNotifications(tx, app.site, { userId: one.id, actorId: third.id }));
    expect([texts(await list(one)), texts(await list(player))]).toEqual([['b'], ['c', 'b', 'a']]);
    const { events, socket } = await recordEvent(one, 'notify:counts');
    await within((tx) => deleteUnreadNotifications(tx, app.site, { collapse: 'post:2' }));
    expect([texts(await list(one)), texts(await list(player))]).toEqual([[], ['c', 'a']]);
    await waitFor(() => expect(events.at(-1)).toEqual({ all: 0, byType: NONE }));
    socket.disconnect();
  });

  it('are not created if there is a block between the actor and the receiver', async () => {
    const [one, other] = [await app.player(), await app.player()];
    await block(other, one);
    await notifyPlayer(one, { actorId: other.id });
    await notifyPlayer(other, { actorId: one.id });
    expect([(await list(one)).items, (await list(other)).items]).toEqual([[], []]);
  });

  it('are deleted after they are read, or if a player has too many unread ones', async () => {
    const one = await app.player();
    await notifyPlayer(
      one,
      ...Array.from({ length: LIMITS.maxNotifications + 5 }, (_, n) => ({ text: `n${n}` })),
    );
    await deleteUnreadBeyond(app.site.db, LIMITS.maxNotifications);
    expect((await counts(one)).all).toBe(LIMITS.maxNotifications);
    expect((await list(one, { limit: 1 })).items[0]?.text).toBe(`n${LIMITS.maxNotifications + 4}`);
    const stored = async () =>
      (await query(app.site.db, sql`select id from notifications where user_id = ${one.id}`)).length;
    await readAll(one);
    const now = app.clock.now();
    await deleteRead(app.site.db, now);
    expect(await stored()).toBe(LIMITS.maxNotifications);
    await deleteRead(app.site.db, new Date(now.getTime() + 1));
    expect(await stored()).toBe(0);
  });

  it('are listed with one statement, and counted with another', async () => {
    const one = await app.player();
    await notifyPlayer(one, {}, {}, {});
    await list(one);
    for (const request of [() => list(one), () => counts(one)]) {
      const statements = await statementsOf(app, request);
      expect(statements).toHaveLength(1);
    }
  });
});

describe('causes of notifications', () => {
  it('include comments, challenges and friend requests', async () => {
    const [one, other] = [await app.player(), await app.player()];
    await comment(other, one);
    await comment(other, one);
    await comment(one, one);
    await openFightOf(other, one);
    await openFightOf(other, one);
    await sendFriendRequest(other, one);
    const received = (await list(one)).items.map(({ type, text, data }) => [
      type,
      text,
      data.link,
      data.unreadCount,
    ]);
    expect(received).toEqual([
      ['friend_request', `${other.username} wants to be friends.`, '/friends', 1],
      ['system', `${other.username} challenges you to a fight.`, `/fight/${other.id}`, 1],
      ['comment', `${other.username} commented on your profile.`, `/profiles/${one.id}`, 2],
    ]);
    await sendFriendRequest(one, other);
    expect((await list(one)).items.map(({ type }) => type)).toEqual(['system', 'comment']);
    await openFightOf(one, other);
    expect((await list(one)).items.map(({ type }) => type)).toEqual(['comment']);
    expect((await list(other)).items).toMatchObject([
      {
        type: 'friend',
        text: `${one.username} accepted your friend request.`,
        data: { link: `/profiles/${one.id}` },
      },
    ]);
  });

  it('the result of a fight replaces the notification about the challenge', async () => {
    const [one, other] = [await app.player(), await app.player()];
    const received = async () =>
      (await list(other)).items.map(({ title, text, data }) => [title, text, data.link, data.unreadCount]);
    await setCharacter(app, one, { attack: 500 });
    const ids: number[] = [];
    for (let fights = 0; fights < 2; fights++) {
      await setCharacter(app, one, { health: 100 });
      ids.push((await openFightOf(one, other)).body.id);
      await fightToEnd(app, one, other);
    }
    const lost = ['Fight lost', `You lost a fight against ${one.username}.`];
    expect(await received()).toEqual([[...lost, `/fights/${ids[1]}`, 2]]);
    await setCharacter(app, one, { attack: 0, health: 1 });
    const { body: last } = await openFightOf(one, other);
    await fightToEnd(app, one, other);
    const won = ['Fight won', `You won a fight against ${one.username}.`];
    expect(await received()).toEqual([[...won, `/fights/${last.id}`, 3]]);
    expect((await list(one)).items).toEqual([]);
  });

  it('the end of a fight notifies a player who has been inactive for two minutes', async () => {
    const [away, one] = [await app.player(), await app.player()];
    for (const minutes of [0, 2]) {
      await setCharacter(app, away, { health: 100, max_health: 1_000, attack: 0 });
      await setCharacter(app, one, { attack: 0, max_health: 1_000 });
      await openFightOf(away, one);
      expect((await strike(away, one)).status).toBe(200);
      await setCharacter(app, one, { attack: 5_000 });
      app.clock.advance(minutes * 60_000);
      await fightToEnd(app, one, away);
      const titles = (await list(away)).items.map(({ title }) => title);
      expect(titles).toEqual(minutes === 0 ? [] : ['Fight lost']);
    }
    expect((await list(one)).items).toEqual([]);
    const [both, blocked] = [await app.player(), await app.player()];
    await openFightOf(both, blocked);
    expect((await strike(both, blocked)).status).toBe(200);
    await block(blocked, both);
    expect([(await list(both)).items, (await list(blocked)).items]).toEqual([[], []]);
  });

  it('a friend request has one notification until it is cancelled or declined', async () => {
    const [one, other] = [await app.player(), await app.player()];
    const { events, socket } = await recordEvent(other, 'notify:counts');
    for (let times = 0; times < 3; times++) {
      await sendFriendRequest(one, other);
      expect((await list(other)).items).toHaveLength(1);
      await one.call('DELETE /api/friend-requests/{userId}/cancel', { params: { userId: other.id } });
      expect((await list(other)).items).toEqual([]);
    }
    await sendFriendRequest(one, other);
    const [request] = (await other.call('GET /api/friend-requests')).body;
    await other.call('PATCH /api/friend-requests/{id}/decline', { params: { id: request?.id as number } });
    expect((await list(other)).items).toEqual([]);
    await waitFor(() => expect(events.at(-1)).toEqual({ all: 0, byType: NONE }));
    socket.disconnect();
  });
});
