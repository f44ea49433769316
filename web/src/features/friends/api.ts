import { queryOptions } from '@tanstack/react-query';
import { ACTIVITY_KEY } from '../../entities/activity/api.ts';
import { api } from '../../lib/api.ts';
import { invalidateAndRefetch } from '../../lib/invalidate-and-refetch.ts';
import { queryClient } from '../../lib/query-client.ts';
import { onSocketEvent, whenConnected } from '../../lib/socket.ts';
import { isOwnAction } from './own-action.ts';

/** Key prefix of all queries about friends, to invalidate them together. */
export const FRIENDS_KEY = ['friends'] as const;
/**
 * Refetching is rarely needed, because `friends:changed` reports every change, and a reconnect refetches everything.
 */
const staleTime = 5 * 60_000;

/** The viewer's friends. */
export const friendshipsQuery = queryOptions({
  queryKey: [...FRIENDS_KEY, 'list'],
  queryFn: async ({ signal }) => {
    await whenConnected();
    return api('GET /api/friendships', { signal });
  },
  staleTime,
});

/** Pending friend requests to the viewer. */
export const incomingQuery = queryOptions({
  queryKey: [...FRIENDS_KEY, 'incoming'],
  queryFn: async ({ signal }) => {
    await whenConnected();
    return api('GET /api/friend-requests', { signal });
  },
  staleTime,
});

/** Pending friend requests from the viewer. */
export const outgoingQuery = queryOptions({
  queryKey: [...FRIENDS_KEY, 'outgoing'],
  queryFn: async ({ signal }) => {
    await whenConnected();
    return api('GET /api/friend-requests/outgoing', { signal });
  },
  staleTime,
});

/** An action that changes a relationship. */
export type FriendAction =
  | { type: 'ask' | 'cancel' | 'remove'; userId: number }
  | { type: 'accept' | 'decline'; userId: number; requestId: number };

/** Send a friend action. `idempotencyKey` makes it safe to retry an `ask` action. */
export function sendFriendAction(action: FriendAction, idempotencyKey: string): Promise<unknown> {
  switch (action.type) {
    case 'ask':
      return api('POST /api/friend-requests/{userId}', { params: { userId: action.userId }, idempotencyKey });
    case 'cancel':
      return api('DELETE /api/friend-requests/{userId}/cancel', { params: { userId: action.userId } });
    case 'remove':
      return api('DELETE /api/friendships/{id}', { params: { id: action.userId } });
    case 'accept':
      return api('PATCH /api/friend-requests/{id}/accept', { params: { id: action.requestId } });
    case 'decline':
      return api('PATCH /api/friend-requests/{id}/decline', { params: { id: action.requestId } });
  }
}

const cachedFriendIds = () =>
  new Set(queryClient.getQueryData(friendshipsQuery.queryKey)?.map(({ id }) => id));

// Listen from startup, because a change between the first load and a later subscription would be missed.
onSocketEvent('friends:changed', async ({ userId }) => {
  if (isOwnAction(queryClient, userId)) return;
  const before = cachedFriendIds().has(userId);
  await invalidateAndRefetch(queryClient, { queryKey: FRIENDS_KEY });
  // A new or ended friendship also changes the activity lists.
  if (before !== cachedFriendIds().has(userId))
    void queryClient.invalidateQueries({ queryKey: ACTIVITY_KEY });
});
