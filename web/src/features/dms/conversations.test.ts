import type { Conversation } from '@rivalhold/shared/contract/dms.ts';
import { expect, it } from 'vitest';
import {
  allConversations,
  type Conversations,
  latestChange,
  needsRefetch,
  withConversations,
  withDeletedLast,
  withMessage,
  withoutConversation,
  withRead,
} from './conversations.ts';
import { ME, makeMessage, OTHER } from './fixtures.ts';

const conversation = (id: number, day: number): Conversation => ({
  otherUser: { id, username: `player${id}`, avatarUrl: null },
  text: `from ${id}`,
  senderId: id,
  attachmentKind: null,
  updatedAt: `2025-12-${String(day).padStart(2, '0')}T00:00:00.000Z`,
  unreadCount: 0,
  request: false,
  muted: false,
  lastSeq: 1,
  clearedUpTo: 0,
});
const list = (...pages: Conversation[][]): Conversations => ({
  pages: pages.map((items) => ({ items, nextCursor: null })),
  pageParams: pages.map(() => null),
});
const ids = (shown: Conversations) => allConversations(shown).map(({ otherUser }) => otherUser.id);

it('adds a muted conversation without an unread count, and keeps it muted', () => {
  const next = withMessage(list([]), { ...makeMessage(4), muted: true }, ME.id, false);
  expect(allConversations(next)[0]).toMatchObject({ muted: true, unreadCount: 0 });
  const later = withMessage(next, makeMessage(5), ME.id, false);
  expect(allConversations(later)[0]).toMatchObject({ muted: true, lastSeq: 5 });
});

it('moves a conversation to the top with its latest message', () => {
  const known = list([conversation(5, 9), conversation(6, 8)], [conversation(OTHER.id, 7)]);
  const next = withMessage(known, makeMessage(4), ME.id, true);
  expect(ids(next)).toEqual([OTHER.id, 5, 6]);
  expect(allConversations(next)[0]).toMatchObject({
    text: 'message 4',
    unreadCount: 1,
    lastSeq: 4,
    senderId: OTHER.id,
  });
});

it('adds a conversation for its first message', () => {
  const next = withMessage(list([]), makeMessage(1), ME.id, false);
  expect(allConversations(next)).toMatchObject([{ otherUser: OTHER, unreadCount: 0, senderId: ME.id }]);
});

it('counts a message once although it arrives twice', () => {
  const once = withMessage(list([]), makeMessage(2), ME.id, true);
  expect(withMessage(once, makeMessage(2), ME.id, true)).toBe(once);
  expect(withMessage(once, makeMessage(1), ME.id, true)).toBe(once);
});

it('names the kind of the attachment if a message has no text', () => {
  const gif = { ...makeMessage(2, { text: '' }), attachments: [{ kind: 'gif' }] } as ReturnType<
    typeof makeMessage
  >;
  expect(allConversations(withMessage(list([]), gif, ME.id, true))[0]?.attachmentKind).toBe('gif');
});

it('replaces conversations that changed on the server, and removes cleared conversations', () => {
  const known = list([conversation(5, 9), conversation(6, 8)]);
  const changed = { ...conversation(6, 10), unreadCount: 3 };
  expect(ids(withConversations(known, [changed]))).toEqual([6, 5]);
  expect(ids(withConversations(known, [{ ...changed, clearedUpTo: 1 }]))).toEqual([5]);
  expect(withConversations(known, [])).toBe(known);
  expect(latestChange(withConversations(known, [changed]))).toBe(changed.updatedAt);
  expect(latestChange(list())).toBeNull();
});

it('keeps a message that is newer than the response, and requires a reload of its conversation', () => {
  const known = withMessage(list([conversation(5, 9)]), makeMessage(4), ME.id, true);
  const result = { ...conversation(OTHER.id, 20), lastSeq: 3, unreadCount: 7 };
  expect(needsRefetch(known, [result, conversation(5, 9)])).toEqual([result]);
  expect(withConversations(known, [result])).toBe(known);
});

it('lists a player once, even if two pages contain the player', () => {
  expect(ids(list([conversation(5, 9)], [conversation(5, 7), conversation(4, 6)]))).toEqual([5, 4]);
});

it('marks a conversation as read, removes a conversation, and empties a deleted last message', () => {
  const known = withMessage(list([conversation(5, 1)]), makeMessage(2), ME.id, true);
  expect(allConversations(withRead(known, OTHER.id))[0]?.unreadCount).toBe(0);
  expect(ids(withoutConversation(known, OTHER.id, 2))).toEqual([5]);
  expect(allConversations(withDeletedLast(known, OTHER.id, 2))[0]?.text).toBe('');
  expect(allConversations(withDeletedLast(known, OTHER.id, 1))[0]?.text).toBe('message 2');
});
