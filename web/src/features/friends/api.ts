import { queryOptions } from '@tanstack/react-query';
import { ACTIVITY_KEY } from '../../entities/activity/api.ts';
import { api } from '../../lib/api.ts';
import { queryClient } from '../../lib/query-client.ts';
import { renew } from '../../lib/renew.ts';
import { onSocketEvent, whenLive } from '../../lib/socket.ts';
import { isOwnStep } from './own-step.ts';

/** The beginning of every key about friends, to have all of it loaded again. */
export const FRIENDS_KEY = ['friends'] as const;
/** `friends:changed` tells of every change; without a connection all is asked for again when it is back. */
const staleTime = 5 * 60_000;

/** One's friends. */
export const friendshipsQuery = queryOptions({
  queryKey: [...FRIENDS_KEY, 'list'],
  queryFn: async ({ signal }) => {
    await whenLive();
    return api('GET /api/friendships', { signal });
  },
  staleTime,
});

/** Requests that wait for an answer of one's own. */
export const incomingQuery = queryOptions({
  queryKey: [...FRIENDS_KEY, 'incoming'],
  queryFn: async ({ signal }) => {
    await whenLive();
    return api('GET /api/friend-requests', { signal });
  },
  staleTime,
});

/** One's own requests that wait for an answer. */
export const outgoingQuery = queryOptions({
  queryKey: [...FRIENDS_KEY, 'outgoing'],
  queryFn: async ({ signal }) => {
    await whenLive();
    return api('GET /api/friend-requests/outgoing', { signal });
  },
  staleTime,
});

/** A step from one relationship to the next. */
export type FriendStep =
  | { type: 'ask' | 'cancel' | 'remove'; userId: number }
  | { type: 'accept' | 'decline'; userId: number; requestId: number };

/** Takes a step; `idempotencyKey` makes a retried request the same request. */
export function takeStep(step: FriendStep, idempotencyKey: string): Promise<unknown> {
  switch (step.type) {
    case 'ask':
      return api('POST /api/friend-requests/{userId}', { params: { userId: step.userId }, idempotencyKey });
    case 'cancel':
      return api('DELETE /api/friend-requests/{userId}/cancel', { params: { userId: step.userId } });
    case 'remove':
      return api('DELETE /api/friendships/{id}', { params: { id: step.userId } });
    case 'accept':
      return api('PATCH /api/friend-requests/{id}/accept', { params: { id: step.requestId } });
    case 'decline':
      return api('PATCH /api/friend-requests/{id}/decline', { params: { id: step.requestId } });
  }
}

const befriended = () => new Set(queryClient.getQueryData(friendshipsQuery.queryKey)?.map(({ id }) => id));

// From the first load on, whichever part of the page begins it: what changed between the two would not be seen.
onSocketEvent('friends:changed', async ({ userId }) => {
  if (isOwnStep(queryClient, userId)) return;
  const before = befriended().has(userId);
  await renew(queryClient, { queryKey: FRIENDS_KEY });
  // A friendship made or ended is told of in the activity, too.
  if (before !== befriended().has(userId)) void queryClient.invalidateQueries({ queryKey: ACTIVITY_KEY });
});
