import type { Conversation, DirectMessage } from '@rivalhold/shared/contract/dms.ts';
import { mapPages, type PagedList } from '../../lib/paged-list.ts';

/** The loaded pages of the conversations, the latest first. */
export type Conversations = PagedList<Conversation>;

/** All of them once, the latest first, whatever the pages say twice. */
export function allConversations(list: Conversations): Conversation[] {
  const byPlayer = new Map<number, Conversation>();
  for (const { items } of list.pages) {
    for (const one of items) {
      const known = byPlayer.get(one.otherUser.id);
      if (!known || one.updatedAt > known.updatedAt) byPlayer.set(one.otherUser.id, one);
    }
  }
  return [...byPlayer.values()].sort((a, b) =>
    a.updatedAt < b.updatedAt ? 1 : a.updatedAt > b.updatedAt ? -1 : 0,
  );
}

/** What is known of the conversation with a player. */
export const conversationWith = (list: Conversations, userId: number): Conversation | undefined =>
  allConversations(list).find(({ otherUser }) => otherUser.id === userId);

/** Whether there are conversations on pages that were not loaded. */
export const hasMore = (list: Conversations): boolean => (list.pages.at(-1)?.nextCursor ?? null) !== null;

/** Whether nothing is left of it on one's own side. */
const isCleared = ({ clearedUpTo, lastSeq }: Conversation): boolean => clearedUpTo >= lastSeq;

/** Those of an answer that are older than what is known: what came meanwhile is not counted in either. */
export function needsRefetch(list: Conversations, result: readonly Conversation[]): readonly Conversation[] {
  const known = new Map(allConversations(list).map((one) => [one.otherUser.id, one.lastSeq]));
  return result.filter(({ otherUser, lastSeq }) => (known.get(otherUser.id) ?? 0) > lastSeq);
}

/**
 * With these in place of what was known of them, at the top; those that were cleared go. One that is older than what
 * is known changes nothing.
 */
export function withConversations(list: Conversations, result: readonly Conversation[]): Conversations {
  const old = new Set(needsRefetch(list, result));
  const changed = result.filter((one) => !old.has(one));
  if (changed.length === 0) return list;
  const ids = new Set(changed.map(({ otherUser }) => otherUser.id));
  const rest = mapPages(list, (items) => items.filter(({ otherUser }) => !ids.has(otherUser.id)));
  const [first = { items: [], nextCursor: null }, ...others] = rest.pages;
  return {
    ...rest,
    pages: [{ ...first, items: [...changed.filter((one) => !isCleared(one)), ...first.items] }, ...others],
  };
}

/**
 * With a message as the last one of its conversation; `unread` when it has yet to be read. A message that is not newer
 * than what is known changes nothing.
 */
export function withMessage(
  list: Conversations,
  message: DirectMessage,
  meId: number,
  unread: boolean,
): Conversations {
  const otherUser = message.senderId === meId ? message.Receiver : message.Sender;
  const known = conversationWith(list, otherUser.id);
  if (known && known.lastSeq >= message.seq) return list;
  const conversation: Conversation = {
    otherUser,
    text: message.text,
    senderId: message.senderId,
    attachmentKind: message.attachments[0]?.kind ?? null,
    updatedAt: message.createdAt,
    unreadCount: (known?.unreadCount ?? 0) + (unread ? 1 : 0),
    lastSeq: message.seq,
    clearedUpTo: known?.clearedUpTo ?? 0,
  };
  return withConversations(list, [conversation]);
}

/** With nothing unread from a player. */
export const withRead = (list: Conversations, userId: number): Conversations =>
  mapPages(list, (items) =>
    items.map((one) =>
      one.otherUser.id === userId && one.unreadCount > 0 ? { ...one, unreadCount: 0 } : one,
    ),
  );

/** With nothing left to say of a last message that was deleted. */
export const withDeletedLast = (list: Conversations, userId: number, seq: number): Conversations =>
  mapPages(list, (items) =>
    items.map((one) =>
      one.otherUser.id === userId && one.lastSeq === seq ? { ...one, text: '', attachmentKind: null } : one,
    ),
  );

/** Without the conversation with a player, unless there is more in it than was cleared. */
export const withoutConversation = (list: Conversations, userId: number, upTo: number): Conversations =>
  mapPages(list, (items) =>
    items.filter(({ otherUser, lastSeq }) => otherUser.id !== userId || lastSeq > upTo),
  );

/** The latest time of the server that the list tells of; null for an empty one. */
export const latestChange = (list: Conversations): string | null =>
  allConversations(list)[0]?.updatedAt ?? null;
