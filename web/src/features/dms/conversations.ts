import type { Conversation, DirectMessage } from '@rivalhold/shared/contract/dms.ts';
import { mapPages, type PagedList } from '../../lib/paged-list.ts';

/** The loaded pages of conversations, the latest first. */
export type Conversations = PagedList<Conversation>;

/** Return all loaded conversations, the latest first, without duplicates. */
export function allConversations(list: Conversations): Conversation[] {
  const byPlayer = new Map<number, Conversation>();
  for (const { items } of list.pages) {
    for (const conversation of items) {
      const known = byPlayer.get(conversation.otherUser.id);
      if (!known || conversation.updatedAt > known.updatedAt)
        byPlayer.set(conversation.otherUser.id, conversation);
    }
  }
  return [...byPlayer.values()].sort((a, b) =>
    a.updatedAt < b.updatedAt ? 1 : a.updatedAt > b.updatedAt ? -1 : 0,
  );
}

/** Return the loaded conversation with a player, if any. */
export const conversationWith = (list: Conversations, userId: number): Conversation | undefined =>
  allConversations(list).find(({ otherUser }) => otherUser.id === userId);

/** Report whether there are more pages to load. */
export const hasMore = (list: Conversations): boolean => (list.pages.at(-1)?.nextCursor ?? null) !== null;

/** Report whether the viewer has cleared all messages of a conversation. */
const isCleared = ({ clearedUpTo, lastSeq }: Conversation): boolean => clearedUpTo >= lastSeq;

/**
 * Return the conversations in the response `result` that received a message after the server had sent the response.
 * Their unread counts in the response are outdated, so the list must be loaded again.
 */
export function needsRefetch(list: Conversations, result: readonly Conversation[]): readonly Conversation[] {
  const known = new Map(
    allConversations(list).map((conversation) => [conversation.otherUser.id, conversation.lastSeq]),
  );
  return result.filter(({ otherUser, lastSeq }) => (known.get(otherUser.id) ?? 0) > lastSeq);
}

/**
 * Put the conversations in `result` at the top of the list, in place of their loaded versions, and leave out cleared
 * conversations. Ignore a conversation in `result` that is older than its loaded version.
 */
export function withConversations(list: Conversations, result: readonly Conversation[]): Conversations {
  const old = new Set(needsRefetch(list, result));
  const changed = result.filter((conversation) => !old.has(conversation));
  if (changed.length === 0) return list;
  const ids = new Set(changed.map(({ otherUser }) => otherUser.id));
  const rest = mapPages(list, (items) => items.filter(({ otherUser }) => !ids.has(otherUser.id)));
  const [first = { items: [], nextCursor: null }, ...others] = rest.pages;
  return {
    ...rest,
    pages: [
      { ...first, items: [...changed.filter((conversation) => !isCleared(conversation)), ...first.items] },
      ...others,
    ],
  };
}

/**
 * Set the last message of a conversation. `unread` is true if the message counts as unread. Ignore a message that is
 * not newer than the last message.
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
    request: message.request,
    muted: known?.muted ?? message.muted ?? false,
    lastSeq: message.seq,
    clearedUpTo: known?.clearedUpTo ?? 0,
  };
  return withConversations(list, [conversation]);
}

/** Mark the conversation with a player as read. */
export const withRead = (list: Conversations, userId: number): Conversations =>
  mapPages(list, (items) =>
    items.map((conversation) =>
      conversation.otherUser.id === userId && conversation.unreadCount > 0
        ? { ...conversation, unreadCount: 0 }
        : conversation,
    ),
  );

/** Move a message request to the ordinary conversations. */
export const withAccepted = (list: Conversations, userId: number): Conversations =>
  mapPages(list, (items) =>
    items.map((conversation) =>
      conversation.otherUser.id === userId ? { ...conversation, request: false } : conversation,
    ),
  );

/** Remove the text of a deleted message if it is the last message of its conversation. */
export const withDeletedLast = (list: Conversations, userId: number, seq: number): Conversations =>
  mapPages(list, (items) =>
    items.map((conversation) =>
      conversation.otherUser.id === userId && conversation.lastSeq === seq
        ? { ...conversation, text: '', attachmentKind: null }
        : conversation,
    ),
  );

/** Remove a conversation that was cleared up to the message with the `seq` `upTo`, unless it has newer messages. */
export const withoutConversation = (list: Conversations, userId: number, upTo: number): Conversations =>
  mapPages(list, (items) =>
    items.filter(({ otherUser, lastSeq }) => otherUser.id !== userId || lastSeq > upTo),
  );

/** Return the server time of the latest change in the list, or null if the list is empty. */
export const latestChange = (list: Conversations): string | null =>
  allConversations(list)[0]?.updatedAt ?? null;
