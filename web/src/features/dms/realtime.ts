import type { DirectMessage } from '@rivalhold/shared/contract/dms.ts';
import { DM_TEXTS } from '@rivalhold/shared/texts/dms.ts';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { isBlocked } from '../../entities/blocks/api.ts';
import { isReading } from '../../entities/conversations/open-conversation.ts';
import { invalidateAndRefetch } from '../../lib/invalidate-and-refetch.ts';
import { onSocketOpen, socketState, useSocketEvent } from '../../lib/socket.ts';
import { announce } from '../../ui/live-region.tsx';
import { conversationsQuery, dispatchToThread, loadChanged, threadQuery, unreadQuery } from './api.ts';
import {
  type Conversations,
  conversationWith,
  hasMore,
  latestChange,
  needsRefetch,
  withAccepted,
  withConversations,
  withDeletedLast,
  withMessage,
  withoutConversation,
  withRead,
} from './conversations.ts';
import { markStored, startDelivery } from './delivery.ts';
import { hasGap } from './thread.ts';

const updateList = (client: QueryClient, change: (list: Conversations) => Conversations) =>
  client.setQueryData(conversationsQuery.queryKey, (list) => list && change(list));

/** Invalidate the conversation list, and refetch it if it is shown. */
const invalidateList = (client: QueryClient) =>
  invalidateAndRefetch(client, { queryKey: conversationsQuery.queryKey });

/** Mark a conversation as read in the cache. `unread` is the total unread count, if the server returned it. */
export function showAsRead(client: QueryClient, userId: number, unread?: number): void {
  updateList(client, (list) => withRead(list, userId));
  if (unread !== undefined) client.setQueryData(unreadQuery.queryKey, unread);
  else void client.invalidateQueries({ queryKey: unreadQuery.queryKey });
}

/** Show a message request as an ordinary conversation, after the viewer has accepted it or replied to it. */
export function showAsAccepted(client: QueryClient, userId: number): void {
  dispatchToThread(client, userId, { type: 'accepted' });
  updateList(client, (list) => withAccepted(list, userId));
}

/** Remove from the cache a conversation that the viewer has cleared. */
export function showAsCleared(client: QueryClient, userId: number, upTo: number): void {
  dispatchToThread(client, userId, { type: 'cleared', upTo });
  updateList(client, (list) => withoutConversation(list, userId, upTo));
  void client.invalidateQueries({ queryKey: unreadQuery.queryKey });
}

/** Mark a message as deleted in the cache. */
export function showAsDeleted(client: QueryClient, otherId: number, messageId: number): void {
  const message = dispatchToThread(client, otherId, { type: 'deleted', id: messageId })?.messages.find(
    ({ id }) => id === messageId,
  );
  if (message) updateList(client, (list) => withDeletedLast(list, otherId, message.seq));
  const list = client.getQueryData(conversationsQuery.queryKey);
  const unread = list && conversationWith(list, otherId)?.unreadCount;
  // If the message might have been unread, reload the list, because only the server knows the unread count.
  if (!message || (unread && message.senderId === otherId)) void invalidateList(client);
}

function countUnread(client: QueryClient): void {
  const { queryKey } = unreadQuery;
  // If the count is being loaded, load it again, because the response might or might not include this message.
  if (client.isFetching({ queryKey }) > 0) void client.invalidateQueries({ queryKey });
  else client.setQueryData(queryKey, (count) => (count === undefined ? count : count + 1));
}

/** Add a stored message of either player to the conversation and the list. */
export function showMessage(client: QueryClient, message: DirectMessage, meId: number): void {
  const isMine = message.senderId === meId;
  const otherId = isMine ? message.receiverId : message.senderId;
  const thread = dispatchToThread(client, otherId, { type: 'message', message });
  if (thread?.loaded && hasGap(thread))
    void client.invalidateQueries({ queryKey: threadQuery(otherId).queryKey });
  const { queryKey } = conversationsQuery;
  const list = client.getQueryData(queryKey);
  // If the conversation might be on a page that is not loaded, reload the list, because only the server knows the
  // conversation's unread count.
  const isUnknown = list !== undefined && hasMore(list) && !conversationWith(list, otherId);
  updateList(client, (now) =>
    withMessage(now, message, meId, !isMine && !message.muted && !isReading(otherId)),
  );
  if (isUnknown || client.isFetching({ queryKey }) > 0) void invalidateList(client);
}

/** Load the conversations that have changed since the latest change in the loaded list. */
export async function syncConversations(client: QueryClient): Promise<void> {
  const { queryKey } = conversationsQuery;
  const list = client.getQueryData(queryKey);
  const since = list && latestChange(list);
  if (!since) return client.invalidateQueries({ queryKey });
  const changed = await loadChanged(since).catch(() => null);
  if (changed === null) return client.invalidateQueries({ queryKey });
  const now = client.getQueryData(queryKey);
  updateList(client, (known) => withConversations(known, changed));
  for (const { otherUser, clearedUpTo } of changed)
    dispatchToThread(client, otherUser.id, { type: 'cleared', upTo: clearedUpTo });
  if (now && needsRefetch(now, changed).length > 0) return invalidateList(client);
}

/** Refetch open conversations to load missed messages. */
const invalidateThreads = (client: QueryClient) =>
  invalidateAndRefetch(client, { queryKey: ['dms', 'thread'], type: 'active' });

/**
 * Keep messages up to date for the signed-in player, and deliver the player's own messages. Call this in one component
 * only.
 */
export function useMessageEvents(meId: number): void {
  const client = useQueryClient();
  useEffect(() => startDelivery(meId, (message) => showMessage(client, message, meId)), [meId, client]);
  useEffect(() => {
    const catchUp = () => {
      void client.invalidateQueries({ queryKey: unreadQuery.queryKey });
      void syncConversations(client);
      void invalidateThreads(client);
    };
    // If the socket is already open, catch up now, because events might have arrived before this subscription.
    if (socketState() === 'open') catchUp();
    return onSocketOpen(catchUp);
  }, [client]);

  useSocketEvent('private message', (event) => {
    const message = event as DirectMessage;
    if (message.senderId === meId) return markStored(message);
    showMessage(client, message, meId);
    if (message.muted || isReading(message.senderId) || isBlocked(client, message.senderId)) return;
    countUnread(client);
    // Do not announce messages from strangers with new accounts, so that they cannot disturb the player.
    if (!message.request) announce(DM_TEXTS.from(message.Sender.username));
  });
  useSocketEvent('dm:deleted', ({ id, senderId, receiverId }) => {
    showAsDeleted(client, senderId === meId ? receiverId : senderId, id);
    if (receiverId === meId) void client.invalidateQueries({ queryKey: unreadQuery.queryKey });
  });
  useSocketEvent('dm:read', ({ byUserId, withUserId, upTo, unreadCount }) => {
    if (byUserId === meId) showAsRead(client, withUserId, unreadCount ?? undefined);
    else dispatchToThread(client, byUserId, { type: 'read', upTo });
  });
  useSocketEvent('dm:accepted', ({ withUserId }) => showAsAccepted(client, withUserId));
  useSocketEvent('dm:cleared', ({ withUserId, upTo }) => showAsCleared(client, withUserId, upTo));
}
