import type { DirectMessage } from '@rivalhold/shared/contract/dms.ts';
import { DM_TEXTS } from '@rivalhold/shared/texts/dms.ts';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { isReading } from '../../entities/conversations/open-conversation.ts';
import { renew } from '../../lib/renew.ts';
import { onSocketOpen, socketState, useSocketEvent } from '../../lib/socket.ts';
import { announce } from '../../ui/live-region.tsx';
import { changeThread, conversationsQuery, loadChanged, threadQuery, unreadQuery } from './api.ts';
import {
  type Conversations,
  conversationWith,
  hasMore,
  latestChange,
  outdated,
  withConversations,
  withDeletedLast,
  withMessage,
  withoutConversation,
  withRead,
} from './conversations.ts';
import { settle, startDelivery } from './delivery.ts';
import { hasGap } from './thread.ts';

const changeList = (client: QueryClient, change: (list: Conversations) => Conversations) =>
  client.setQueryData(conversationsQuery.queryKey, (list) => list && change(list));

/** Has the list loaded anew, if anybody looks at it. */
const renewList = (client: QueryClient) => renew(client, { queryKey: conversationsQuery.queryKey });

/** Nothing is unread from a player any more; the answer of the server, where there is one, says what is in all. */
export function showAsRead(client: QueryClient, userId: number, unread?: number): void {
  changeList(client, (list) => withRead(list, userId));
  if (unread !== undefined) client.setQueryData(unreadQuery.queryKey, unread);
  else void client.invalidateQueries({ queryKey: unreadQuery.queryKey });
}

/** A conversation is empty on one's own side. */
export function showAsCleared(client: QueryClient, userId: number, upTo: number): void {
  changeThread(client, userId, { type: 'cleared', upTo });
  changeList(client, (list) => withoutConversation(list, userId, upTo));
  void client.invalidateQueries({ queryKey: unreadQuery.queryKey });
}

/** A message was deleted, by whomever. */
export function showAsDeleted(client: QueryClient, otherId: number, messageId: number): void {
  const message = changeThread(client, otherId, { type: 'deleted', id: messageId })?.messages.find(
    ({ id }) => id === messageId,
  );
  if (message) changeList(client, (list) => withDeletedLast(list, otherId, message.seq));
  const list = client.getQueryData(conversationsQuery.queryKey);
  const unread = list && conversationWith(list, otherId)?.unreadCount;
  // Whether it was among the unread ones only the server knows.
  if (!message || (unread && message.senderId === otherId)) void renewList(client);
}

function countUnread(client: QueryClient): void {
  const { queryKey } = unreadQuery;
  // A count that is on its way may be from before this message or from after it.
  if (client.isFetching({ queryKey }) > 0) void client.invalidateQueries({ queryKey });
  else client.setQueryData(queryKey, (count) => (count === undefined ? count : count + 1));
}

/** A message is stored, one's own or another's: shows it wherever its conversation is shown. */
export function showMessage(client: QueryClient, message: DirectMessage, meId: number): void {
  const isMine = message.senderId === meId;
  const otherId = isMine ? message.receiverId : message.senderId;
  const thread = changeThread(client, otherId, { type: 'message', message });
  if (thread?.loaded && hasGap(thread))
    void client.invalidateQueries({ queryKey: threadQuery(otherId).queryKey });
  const { queryKey } = conversationsQuery;
  const list = client.getQueryData(queryKey);
  // How much is unread in one that was not loaded only the server knows.
  const isUnknown = list !== undefined && hasMore(list) && !conversationWith(list, otherId);
  changeList(client, (now) => withMessage(now, message, meId, !isMine && !isReading(otherId)));
  if (isUnknown || client.isFetching({ queryKey }) > 0) void renewList(client);
}

/** Asks for the conversations that changed since the latest that is known. */
export async function syncConversations(client: QueryClient): Promise<void> {
  const { queryKey } = conversationsQuery;
  const list = client.getQueryData(queryKey);
  const since = list && latestChange(list);
  if (!since) return client.invalidateQueries({ queryKey });
  const changed = await loadChanged(since).catch(() => null);
  if (changed === null) return client.invalidateQueries({ queryKey });
  const now = client.getQueryData(queryKey);
  changeList(client, (known) => withConversations(known, changed));
  for (const { otherUser, clearedUpTo } of changed)
    changeThread(client, otherUser.id, { type: 'cleared', upTo: clearedUpTo });
  if (now && outdated(now, changed).length > 0) return renewList(client);
}

/** Asks for what was sent while nobody listened. */
const renewThreads = (client: QueryClient) => renew(client, { queryKey: ['dms', 'thread'], type: 'active' });

/** Keeps messages live for the signed-in player and delivers theirs. Stands once in the page. */
export function useMessageEvents(meId: number): void {
  const client = useQueryClient();
  useEffect(() => startDelivery(meId, (message) => showMessage(client, message, meId)), [meId, client]);
  useEffect(() => {
    const catchUp = () => {
      void client.invalidateQueries({ queryKey: unreadQuery.queryKey });
      void syncConversations(client);
      void renewThreads(client);
    };
    // The socket may have stood, and told of something, before anybody here listened.
    if (socketState() === 'open') catchUp();
    return onSocketOpen(catchUp);
  }, [client]);

  useSocketEvent('private message', (event) => {
    const message = event as DirectMessage;
    if (message.senderId === meId) return settle(message);
    showMessage(client, message, meId);
    if (isReading(message.senderId)) return;
    countUnread(client);
    announce(DM_TEXTS.from(message.Sender.username));
  });
  useSocketEvent('dm:deleted', ({ id, senderId, receiverId }) => {
    showAsDeleted(client, senderId === meId ? receiverId : senderId, id);
    if (receiverId === meId) void client.invalidateQueries({ queryKey: unreadQuery.queryKey });
  });
  useSocketEvent('dm:read', ({ byUserId, withUserId, upTo, unreadCount }) => {
    if (byUserId === meId) showAsRead(client, withUserId, unreadCount ?? undefined);
    else changeThread(client, byUserId, { type: 'read', upTo });
  });
  useSocketEvent('dm:cleared', ({ withUserId, upTo }) => showAsCleared(client, withUserId, upTo));
}
