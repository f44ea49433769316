import type { DirectMessage } from '@rivalhold/shared/contract/dms.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { api, apiPage, cursorPagination } from '../../lib/api.ts';
import { PREFETCH_FRESH_MS } from '../../lib/query-client.ts';
import { whenConnected } from '../../lib/socket.ts';
import {
  EMPTY_THREAD,
  firstGapAfter,
  latestTime,
  type Thread,
  type ThreadAction,
  threadReducer,
} from './thread.ts';

/** Maximum number of messages in a response to a catch-up request. */
const CATCH_UP_PAGE_SIZE = 100;

/** The number of unread messages in all conversations. */
export const unreadQuery = queryOptions({
  queryKey: ['dms', 'unread'],
  queryFn: async ({ signal }) => {
    await whenConnected();
    return (await api('GET /api/dms/unread/count', { signal })).unreadCount;
  },
  meta: { refetchesItself: true },
});

/** The viewer's conversations, latest first, page by page. `syncConversations` catches up after a lost connection. */
export const conversationsQuery = infiniteQueryOptions({
  queryKey: ['dms', 'conversations'],
  queryFn: ({ pageParam, signal }) =>
    apiPage('GET /api/dms', {
      query: { limit: LIMITS.dm.conversationsPage, ...(pageParam && { cursor: pageParam }) },
      signal,
    }),
  ...cursorPagination,
  meta: { refetchesItself: true },
});

/**
 * Query the conversation with a player. The first load fetches the newest page. Later loads fetch only missed messages,
 * until none are left. Meanwhile `dispatchToThread` merges events and responses into the conversation.
 */
export const threadQuery = (userId: number) =>
  queryOptions({
    queryKey: ['dms', 'thread', userId],
    queryFn: async ({ client, signal }): Promise<Thread> => {
      const known = client.getQueryData<Thread>(['dms', 'thread', userId]);
      await (known?.loaded ? loadMissed(client, userId, known, signal) : loadNewest(client, userId, signal));
      return client.getQueryData<Thread>(['dms', 'thread', userId]) ?? EMPTY_THREAD;
    },
    staleTime: PREFETCH_FRESH_MS,
    structuralSharing: false,
    meta: { refetchesItself: true },
  });

/** Apply an action to a cached conversation, and return its new state. Ignore conversations that are not cached. */
export function dispatchToThread(
  client: QueryClient,
  userId: number,
  action: ThreadAction,
): Thread | undefined {
  const { queryKey } = threadQuery(userId);
  if (!client.getQueryState(queryKey)) return undefined;
  return client.setQueryData(queryKey, (thread) => threadReducer(thread ?? EMPTY_THREAD, action));
}

/** Narrow the type of the items, because the type inferred from the contract's schema is too wide. */
const toPage = ({ items }: { items: unknown }) => items as DirectMessage[];

async function loadNewest(
  client: QueryClient,
  userId: number,
  signal: AbortSignal,
  type: 'page' | 'renewed' = 'page',
): Promise<void> {
  const page = await api('GET /api/dms/{userId}', {
    params: { userId },
    query: { limit: LIMITS.dm.page },
    signal,
  });
  dispatchToThread(client, userId, { ...page, type, items: toPage(page) });
}

async function loadMissed(
  client: QueryClient,
  userId: number,
  known: Thread,
  signal: AbortSignal,
): Promise<void> {
  const syncedAt = latestTime(known);
  for (let after = firstGapAfter(known); ; ) {
    const deletedSince = known.syncedAt ? { deletedSince: known.syncedAt } : {};
    const query = { after, limit: CATCH_UP_PAGE_SIZE, ...deletedSince };
    const page = await api('GET /api/dms/{userId}', { params: { userId }, query, signal });
    if (page.moreDeleted) return loadNewest(client, userId, signal, 'renewed');
    const items = toPage(page);
    const last = items.at(-1)?.seq;
    const isWhole = items.length < CATCH_UP_PAGE_SIZE || last === undefined;
    dispatchToThread(client, userId, {
      ...page,
      type: 'missed',
      items,
      // Set the new `syncedAt` only with the last response. If a request fails before that, the next load starts again
      // at the old `syncedAt`.
      syncedAt: isWhole ? syncedAt : known.syncedAt,
    });
    if (isWhole) return;
    after = last;
  }
}

/** Load the page of messages before the oldest loaded message. */
export async function loadOlder(client: QueryClient, userId: number, before: string): Promise<void> {
  const page = await api('GET /api/dms/{userId}', {
    params: { userId },
    query: { before, limit: LIMITS.dm.page },
  });
  dispatchToThread(client, userId, { type: 'older', items: toPage(page), nextCursor: page.nextCursor });
}

/** Load the conversations that have changed since a server time. */
export const loadChanged = (since: string) => api('GET /api/dms/sync', { query: { since } });

/** Mark a conversation as read; return the number of unread messages in all conversations. */
export const markRead = async (userId: number): Promise<number> =>
  (await api('POST /api/dms/{userId}/read', { params: { userId } })).unreadCount;

/** Turn a message request into an ordinary conversation. */
export const acceptRequest = (userId: number) => api('POST /api/dms/{userId}/accept', { params: { userId } });

/** Delete the viewer's own message for both players. */
export const deleteMessage = (messageId: number) =>
  api('DELETE /api/dms/{messageId}', { params: { messageId } });

/** Clear a conversation for the viewer only; return the `seq` of the last cleared message. */
export const clearConversation = async (userId: number): Promise<number> =>
  (await api('DELETE /api/dms/convo/{userId}', { params: { userId } })).clearedUpTo;
