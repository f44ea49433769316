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

/** The most a call for what was missed answers. */
const CATCH_UP_PAGE_SIZE = 100;

/** How many messages are unread in all conversations. */
export const unreadQuery = queryOptions({
  queryKey: ['dms', 'unread'],
  queryFn: async ({ signal }) => {
    await whenConnected();
    return (await api('GET /api/dms/unread/count', { signal })).unreadCount;
  },
  meta: { refetchesItself: true },
});

/** One's conversations, the latest first, page by page. A lost connection is made up for by `sync`. */
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
 * The conversation with a player. The first load brings its newest page; every later one asks only for what was missed
 * since, until nothing is. Events and answers are merged into it by `dispatchToThread` meanwhile.
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

/** Merges what was heard into a conversation, if it is open or was lately. */
export function dispatchToThread(
  client: QueryClient,
  userId: number,
  action: ThreadAction,
): Thread | undefined {
  const { queryKey } = threadQuery(userId);
  if (!client.getQueryState(queryKey)) return undefined;
  return client.setQueryData(queryKey, (thread) => threadReducer(thread ?? EMPTY_THREAD, action));
}

/** The contract's unions of one field are narrower than what its schema tells the compiler. */
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
      // Deletions are known up to here only once the last answer has come.
      syncedAt: isWhole ? syncedAt : known.syncedAt,
    });
    if (isWhole) return;
    after = last;
  }
}

/** Loads the page above what is known of a conversation. */
export async function loadOlder(client: QueryClient, userId: number, before: string): Promise<void> {
  const page = await api('GET /api/dms/{userId}', {
    params: { userId },
    query: { before, limit: LIMITS.dm.page },
  });
  dispatchToThread(client, userId, { type: 'older', items: toPage(page), nextCursor: page.nextCursor });
}

/** Conversations that changed since a time of the server. */
export const loadChanged = (since: string) => api('GET /api/dms/sync', { query: { since } });

/** Marks a conversation as read; answers what is unread in all. */
export const markRead = async (userId: number): Promise<number> =>
  (await api('POST /api/dms/{userId}/read', { params: { userId } })).unreadCount;

/** Deletes a message of one's own for both. */
export const deleteMessage = (messageId: number) =>
  api('DELETE /api/dms/{messageId}', { params: { messageId } });

/** Clears a conversation on one's own side; answers up to which `seq`. */
export const clearConversation = async (userId: number): Promise<number> =>
  (await api('DELETE /api/dms/convo/{userId}', { params: { userId } })).clearedUpTo;
