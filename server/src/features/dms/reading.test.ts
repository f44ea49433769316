import { afterAll, describe, expect, it } from 'vitest';
import { sql } from '../../platform/db/db.ts';
import { nextEvent, type TestPlayer, useTestApp } from '../../testing/app.ts';
import { queryValues } from '../../testing/queries.ts';
import { statementsOf } from '../../testing/statements.ts';
import {
  checkConversations,
  clear,
  GIF,
  history,
  list,
  read,
  recordEvents,
  remove,
  sendDirectMessage,
  unread,
} from './testing.ts';

const app = useTestApp();
afterAll(async () => {
  await checkConversations(app);
});

const pair = async (): Promise<[TestPlayer, TestPlayer]> => [await app.player(), await app.player()];
const dmNotes = async (player: TestPlayer) =>
  (await player.call('GET /api/notifications')).body.items.filter((item) => item.type === 'dm');

describe('reading messages', () => {
  it('counts unread messages, and marks them as read only once', async () => {
    const [one, other] = await pair();
    const [own, theirs] = [await one.socket(), await other.socket()];
    const counts = recordEvents(theirs, 'notify:counts');
    for (const text of ['a', 'b', 'c']) await sendDirectMessage(own, one, other, text);
    expect([await unread(one), await unread(other)]).toEqual([0, 3]);
    expect(await dmNotes(other)).toMatchObject([
      { data: { actorId: one.id, actorName: one.username, unreadCount: 3, link: `/dm/${one.id}` } },
    ]);
    expect((await history(one, other)).readUpTo).toBe(0);

    const received = [nextEvent(own, 'dm:read'), nextEvent(theirs, 'dm:read')];
    expect(await read(other, one)).toEqual({ unreadCount: 0 });
    const event = { byUserId: other.id, withUserId: one.id, upTo: 3 };
    expect(await Promise.all(received)).toEqual([
      { ...event, unreadCount: null },
      { ...event, unreadCount: 0 },
    ]);
    await expect.poll(() => counts.at(-1)?.payload).toMatchObject({ all: 0 });
    expect([await unread(other), await dmNotes(other)]).toEqual([0, []]);
    expect((await history(one, other)).readUpTo).toBe(3);

    const heard = recordEvents(own, 'dm:read');
    expect(await read(other, one)).toEqual({ unreadCount: 0 });
    expect(await read(other, await app.player())).toEqual({ unreadCount: 0 });
    await sendDirectMessage(theirs, other, one, 'd');
    expect(heard).toEqual([]);
  });

  it('returns older messages before a cursor, and newer messages after a sequence number', async () => {
    const [one, other] = await pair();
    const socket = await one.socket();
    for (let n = 1; n <= 12; n++) await sendDirectMessage(socket, one, other, `m${n}`);
    const seen: number[][] = [];
    let before: string | null = null;
    do {
      const page = await history(other, one, { limit: 5, ...(before !== null && { before }) });
      seen.push(page.items.map(({ seq }) => seq));
      before = page.nextCursor;
      // A new message does not shift the pages of earlier messages.
      await sendDirectMessage(socket, one, other, 'meanwhile');
    } while (before !== null);
    expect(seen).toEqual([
      [8, 9, 10, 11, 12],
      [3, 4, 5, 6, 7],
      [1, 2],
    ]);
    const missed = await history(other, one, { after: 9, limit: 4 });
    expect(missed.items.map(({ seq }) => seq)).toEqual([10, 11, 12, 13]);
    expect(missed.nextCursor).not.toBeNull();
    const rest = await history(other, one, { after: 13, limit: 4 });
    expect([rest.items.map(({ seq }) => seq), rest.nextCursor]).toEqual([[14, 15], null]);
    expect((await history(other, one, { after: 15 })).items).toEqual([]);
    expect(
      (await other.call('GET /api/dms/{userId}', { params: { userId: one.id }, query: { before: 'none' } }))
        .status,
    ).toBe(400);
  });

  it('lists conversations page by page, latest first', async () => {
    const me = await app.player();
    const others: TestPlayer[] = [];
    for (let n = 0; n < 5; n++) {
      const other = await app.player();
      others.unshift(other);
      app.clock.advance(1_000);
      await sendDirectMessage(await other.socket(), other, me, `from ${n}`);
    }
    const ids: number[] = [];
    let path: string | null = '/api/dms?limit=2';
    for (let pages = 0; path !== null; pages++) {
      const answer = await me.fetch(path);
      ids.push(
        ...((await answer.json()) as { otherUser: { id: number } }[]).map(({ otherUser }) => otherUser.id),
      );
      path = /^<(.+)>; rel="next"$/.exec(answer.headers.get('link') ?? '')?.[1] ?? null;
      expect(pages).toBeLessThan(3);
    }
    expect(ids).toEqual(others.map(({ id }) => id));
    expect((await list(me)).body[0]).toEqual({
      otherUser: { id: others[0]?.id, username: others[0]?.username, avatarUrl: null },
      text: 'from 4',
      senderId: others[0]?.id,
      attachmentKind: null,
      updatedAt: app.clock.now().toISOString(),
      unreadCount: 1,
      request: true,
      muted: false,
      lastSeq: 1,
      clearedUpTo: 0,
    });

    app.clock.advance(60_000);
    const since = app.clock.now().toISOString();
    const sync = async () => (await me.call('GET /api/dms/sync', { query: { since } })).body;
    expect(await sync()).toEqual([]);
    await read(me, others[3] as TestPlayer);
    app.clock.advance(1_000);
    await sendDirectMessage(await me.socket(), me, others[2] as TestPlayer, 'and back');
    expect(await sync()).toMatchObject([
      { otherUser: { id: others[2]?.id }, lastSeq: 2, senderId: me.id },
      { otherUser: { id: others[3]?.id }, lastSeq: 1, unreadCount: 0 },
    ]);
  });
});

describe('the lists of messages and conversations', () => {
  it('need the same number of SQL statements for one item as for many items', async () => {
    const [one, other] = await pair();
    const socket = await one.socket();
    const counts = async () => {
      const counted: number[] = [];
      for (const ask of [() => history(one, other), () => list(one)]) {
        const statements = await statementsOf(app, ask);
        counted.push(statements.filter((text) => text.includes('messages')).length);
      }
      return counted;
    };
    await sendDirectMessage(socket, one, other, 'x', { giphy: GIF });
    expect(await counts()).toEqual([2, 1]);
    for (let n = 0; n < 5; n++) {
      await sendDirectMessage(socket, one, other, 'x', { giphy: GIF });
      await sendDirectMessage(socket, one, await app.player(), 'x', { giphy: GIF });
    }
    expect(await counts()).toEqual([2, 1]);
  });
});

describe('deleting messages and clearing conversations', () => {
  it('removes the text of a deleted message for both players, and corrects the unread counts', async () => {
    const [one, other] = await pair();
    const [own, theirs] = [await one.socket(), await other.socket()];
    const first = (await sendDirectMessage(own, one, other, 'first')).message;
    const last = (await sendDirectMessage(own, one, other, 'last')).message;
    app.clock.advance(60_000);
    const since = app.clock.now().toISOString();
    const received = [nextEvent(own, 'dm:deleted'), nextEvent(theirs, 'dm:deleted')];
    expect((await remove(one, last.id)).status).toBe(200);
    const event = { id: last.id, senderId: one.id, receiverId: other.id };
    expect(await Promise.all(received)).toEqual([event, event]);
    expect((await list(other)).body).toMatchObject([{ text: '', unreadCount: 1, lastSeq: 2 }]);
    expect(await dmNotes(other)).toMatchObject([{ data: { unreadCount: 1 } }]);
    const page = await history(other, one, { deletedSince: since });
    expect(page.items).toMatchObject([
      { seq: 1, text: 'first', deletedAt: null },
      { seq: 2, text: '', deletedAt: since },
    ]);
    expect(page.deletedIds).toEqual([last.id]);

    const heard = recordEvents(theirs, 'dm:deleted');
    expect((await remove(one, last.id)).status).toBe(200);
    await read(other, one);
    expect(heard).toEqual([]);
    await remove(one, first.id);
    expect(await unread(other)).toBe(0);
    expect((await sendDirectMessage(own, one, other, 'next')).message.seq).toBe(3);
  });

  it('the history lists the ids of at most 1,000 deleted messages', async () => {
    const [one, other] = await pair();
    await sendDirectMessage(await one.socket(), one, other, 'kept');
    const since = app.clock.now().toISOString();
    const deleted = 1_002;
    const now = app.clock.now();
    const stored = await queryValues<number>(
      app.site.db,
      sql`with c as (
            update conversations set last_seq = last_seq + ${deleted}
            where ${one.id} in (low_id, high_id) returning id
          ), members as (
            update conversation_members set last_seq = last_seq + ${deleted} from c where conversation_id = c.id
          )
          insert into messages (conversation_id, seq, sender_id, receiver_id, text, created_at, deleted_at)
          select c.id, n + 1, ${one.id}, ${other.id}, '', ${now}::timestamptz,
                 ${now}::timestamptz + n * interval '1 second'
          from c, generate_series(1, ${deleted}::integer) n order by n returning id`,
    );
    const ids = stored.reverse();
    const after = { after: deleted + 1 };
    const page = await history(other, one, { ...after, deletedSince: since });
    expect(page.deletedIds).toEqual(ids.slice(0, 1_000));
    expect(page.moreDeleted).toBe(true);
    const third = new Date(app.clock.now().getTime() + 62_000).toISOString();
    const whole = await history(other, one, { ...after, deletedSince: third });
    expect([whole.deletedIds, whole.moreDeleted]).toEqual([ids.slice(0, 1_000), false]);
    const unasked = await history(other, one, after);
    expect([unasked.deletedIds, unasked.moreDeleted]).toEqual([[], false]);
  });

  it('removes the notification when the last unread message is deleted', async () => {
    const [one, other] = await pair();
    const { message } = await sendDirectMessage(await one.socket(), one, other, 'a slip');
    expect(await dmNotes(other)).toHaveLength(1);
    await remove(one, message.id);
    expect(await dmNotes(other)).toEqual([]);
  });

  it('hides cleared messages only from the player who cleared them', async () => {
    const [one, other] = await pair();
    const [own, tab, theirs] = [await one.socket(), await one.socket(), await other.socket()];
    await sendDirectMessage(theirs, other, one, 'a');
    await sendDirectMessage(own, one, other, 'b');
    const heard = recordEvents(theirs, 'dm:cleared');
    const received = [nextEvent(own, 'dm:cleared'), nextEvent(tab, 'dm:cleared')];
    const before = app.clock.now();
    app.clock.advance(60_000);
    expect((await clear(one, other)).body.clearedUpTo).toBe(2);
    const event = { withUserId: other.id, upTo: 2 };
    expect(await Promise.all(received)).toEqual([event, event]);
    const { body: synced } = await one.call('GET /api/dms/sync', { query: { since: before.toISOString() } });
    expect(synced).toMatchObject([{ otherUser: { id: other.id }, text: '', lastSeq: 2, clearedUpTo: 2 }]);
    expect((await history(one, other)).clearedUpTo).toBe(2);
    expect([(await list(one)).body, await unread(one), (await history(one, other)).items]).toEqual([
      [],
      0,
      [],
    ]);
    expect(await dmNotes(one)).toEqual([]);
    expect((await history(one, other, { after: 0 })).items).toEqual([]);
    expect((await history(other, one)).items).toHaveLength(2);
    expect((await list(other)).body).toMatchObject([{ text: 'b', unreadCount: 1 }]);
    await sendDirectMessage(theirs, other, one, 'c');
    expect((await list(one)).body).toMatchObject([{ text: 'c', unreadCount: 1, lastSeq: 3 }]);
    expect((await history(one, other)).items.map(({ seq }) => seq)).toEqual([3]);
    expect(heard).toEqual([]);
  });
});
