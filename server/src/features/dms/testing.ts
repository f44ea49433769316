import type { DirectMessage, dms } from '@rivalhold/shared/contract/dms.ts';
import type { Reaction } from '@rivalhold/shared/reactions.ts';
import { expect } from 'vitest';
import { sql } from '../../platform/db/db.ts';
import { emitRaw, type TestApp, type TestPlayer, type TestSocket } from '../../testing/app.ts';
import { type CasesOf, type EventCase, MUTUAL, toOther } from '../../testing/cases.ts';
import { query } from '../../testing/queries.ts';

export type SendAck = { ok: boolean; code?: string; message: DirectMessage };

/** Send a message over a socket of `from`. If it is rejected, `message` in the result is the error text. */
export const sendDirectMessage = (
  socket: TestSocket,
  from: TestPlayer,
  to: { id: number },
  text: string | null,
  more: object = {},
): Promise<SendAck> =>
  emitRaw<Omit<SendAck, 'ok'>>(socket, 'private message', {
    senderId: from.id,
    receiverId: to.id,
    text,
    ...more,
  });

/** Return a page of a conversation. */
export const history = async (
  player: TestPlayer,
  other: { id: number },
  query: Record<string, string | number> = {},
) => (await player.call('GET /api/dms/{userId}', { params: { userId: other.id }, query })).body;

/** Return the number of a player's unread messages. */
export const unread = async (player: TestPlayer): Promise<number> =>
  (await player.call('GET /api/dms/unread/count')).body.unreadCount;

/** Return the response with a player's conversations. */
export const list = (player: TestPlayer) => player.call('GET /api/dms');

/** Mark a conversation as read. */
export const read = async (player: TestPlayer, other: { id: number }) =>
  (await player.call('POST /api/dms/{userId}/read', { params: { userId: other.id } })).body;

/** Delete a message. */
export const remove = (player: TestPlayer, messageId: number) =>
  player.call('DELETE /api/dms/{messageId}', { params: { messageId } });

/** Add or remove a reaction to a message. */
export const react = (player: TestPlayer, messageId: number, emoji: Reaction = '👍', reacted = true) =>
  player.call('PUT /api/dms/{messageId}/reactions', { params: { messageId }, body: { emoji, reacted } });

/** Clear a conversation. */
export const clear = (player: TestPlayer, other: { id: number }) =>
  player.call('DELETE /api/dms/convo/{userId}', { params: { userId: other.id } });

export const GIF = { url: 'https://media.giphy.com/media/abc/giphy.gif', id: 'abc', width: 200, height: 100 };

/** Record the given events (by default all events) that a socket receives from now on. */
export function recordEvents(socket: TestSocket, ...events: string[]): { event: string; payload: unknown }[] {
  const heard: { event: string; payload: unknown }[] = [];
  socket.onAny((event: string, payload: unknown) => {
    if (events.length === 0 || events.includes(event)) heard.push({ event, payload });
  });
  return heard;
}

/** Check that the message numbers of each conversation have no gaps, and that all counters are correct. */
export async function checkConversations({
  site,
}: TestApp): Promise<{ conversations: number; messages: number }> {
  const conversations = await query<{ last_seq: number; count: number; lowest: number; highest: number }>(
    site.db,
    sql`select c.last_seq, count(m.id)::integer as count, min(m.seq) as lowest, max(m.seq) as highest
     from conversations c left join messages m on m.conversation_id = c.id group by c.id, c.last_seq`,
  );
  for (const { last_seq: last, count, lowest, highest } of conversations)
    expect([lowest, highest, count]).toEqual([1, last, last]);
  const wrong = await query(
    site.db,
    sql`select me.user_id, me.other_id, me.unread_count from conversation_members me
       join conversations c on c.id = me.conversation_id
     where me.last_seq <> c.last_seq or me.unread_count <> (
       select count(*) from messages m where m.conversation_id = c.id and m.receiver_id = me.user_id
         and m.deleted_at is null and m.seq > greatest(me.read_seq, me.cleared_seq))`,
  );
  expect(wrong).toEqual([]);
  return {
    conversations: conversations.length,
    messages: conversations.reduce((sum, { count }) => sum + count, 0),
  };
}

const TYPING: EventCase = {
  payload: ({ me, other }) => ({ fromUserId: me.id, toUserId: other.id }),
  acrossBlock: 'forbidden',
  owner: {
    others: 403,
    make: async ({ owner, otherPlayer }) => ({ fromUserId: owner.id, toUserId: otherPlayer.id }),
  },
};

/** @public Used by the tests of all routes and events. See `testing/cases.ts`. */
export const cases: CasesOf<typeof dms> = {
  routes: {
    'GET /api/dms': {},
    'GET /api/dms/unread/count': {},
    'GET /api/dms/sync': { call: () => ({ query: { since: '2026-01-01T00:00:00Z' } }) },
    // After a block, earlier messages stay readable, but new messages are not allowed.
    'GET /api/dms/{userId}': { call: toOther(), acrossBlock: 200, owner: MUTUAL },
    'POST /api/dms/{userId}/read': { call: toOther(), acrossBlock: 200, owner: MUTUAL },
    'POST /api/dms/{userId}/accept': { call: toOther(), acrossBlock: 200, owner: MUTUAL },
    'DELETE /api/dms/{messageId}': {
      call: ({ theirs }) => ({ params: { messageId: theirs.message } }),
      acrossBlock: 403,
      owner: {
        others: 404,
        make: async ({ owner, otherPlayer }) => {
          const { message } = await sendDirectMessage(await owner.socket(), owner, otherPlayer, 'A word');
          return { params: { messageId: message.id } };
        },
      },
    },
    'PUT /api/dms/{messageId}/reactions': {
      call: ({ theirs }) => ({
        params: { messageId: theirs.message },
        body: { emoji: '👍', reacted: true },
      }),
      acrossBlock: 403,
      owner: {
        others: 404,
        make: async ({ owner, otherPlayer }) => {
          const { message } = await sendDirectMessage(await owner.socket(), owner, otherPlayer, 'A word');
          return { params: { messageId: message.id }, body: { emoji: '👍', reacted: true } };
        },
      },
    },
    'DELETE /api/dms/convo/{userId}': { call: toOther(), acrossBlock: 200, owner: MUTUAL },
  },
  clientEvents: {
    'private message': {
      payload: ({ me, other }) => ({ senderId: me.id, receiverId: other.id, text: 'hello?' }),
      acrossBlock: 'forbidden',
      owner: {
        others: 403,
        make: async ({ owner, otherPlayer }) => ({
          senderId: owner.id,
          receiverId: otherPlayer.id,
          text: 'A word',
        }),
      },
    },
    typing: TYPING,
    'stop typing': TYPING,
  },
  fill: async ({ app, owner }) => {
    const other = await app.player();
    const { message } = await sendDirectMessage(await other.socket(), other, owner, 'A question');
    await sendDirectMessage(await owner.socket(), owner, other, 'An answer', { replyToId: message.id });
    await react(owner, message.id);
  },
};
