import { queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';

/** The beginning of every key about friends, to have all of it loaded again. */
export const FRIENDS_KEY = ['friends'] as const;
/** Others change these lists too: whoever looks again is told anew. */
const staleTime = 0;

/** One's friends. */
export const friendshipsQuery = queryOptions({
  queryKey: [...FRIENDS_KEY, 'list'],
  queryFn: ({ signal }) => api('GET /api/friendships', { signal }),
  staleTime,
});

/** Requests that wait for an answer of one's own. */
export const incomingQuery = queryOptions({
  queryKey: [...FRIENDS_KEY, 'incoming'],
  queryFn: ({ signal }) => api('GET /api/friend-requests', { signal }),
  staleTime,
});

/** One's own requests that wait for an answer. */
export const outgoingQuery = queryOptions({
  queryKey: [...FRIENDS_KEY, 'outgoing'],
  queryFn: ({ signal }) => api('GET /api/friend-requests/outgoing', { signal }),
  staleTime,
});

/** A step from one relationship to the next. */
export type FriendStep =
  | { type: 'ask' | 'cancel' | 'remove'; userId: number }
  | { type: 'accept' | 'decline'; requestId: number };

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
