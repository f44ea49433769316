import { FRIEND_TEXTS } from '@rivalhold/shared/texts/friends.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ACTIVITY_KEY } from '../../entities/activity/api.ts';
import { newIdempotencyKey } from '../../lib/api.ts';
import { announce } from '../../ui/live-region.tsx';
import { toastError } from '../../ui/toast.ts';
import {
  FRIENDS_KEY,
  type FriendAction,
  friendshipsQuery,
  incomingQuery,
  outgoingQuery,
  sendFriendAction,
} from './api.ts';
import { FRIEND_ACTION_KEY } from './own-action.ts';
import { type Relationship, relationshipTo } from './relationship.ts';

/**
 * Return a player's relationship to the viewer. It is null while unknown; `failed` is true if it could not be loaded.
 */
export function useRelationship(userId: number, meId: number) {
  const friends = useQuery(friendshipsQuery);
  const incoming = useQuery(incomingQuery);
  const outgoing = useQuery(outgoingQuery);
  const lists = [friends, incoming, outgoing];
  const relationship = (): Relationship | null => {
    if (userId === meId) return { kind: 'self' };
    if (!friends.data || !incoming.data || !outgoing.data) return null;
    const known = { friends: friends.data, incoming: incoming.data, outgoing: outgoing.data };
    return relationshipTo(userId, meId, known);
  };
  const now = relationship();
  return {
    relationship: now,
    failed: now === null && lists.some((list) => list.isError),
    retry: () => {
      for (const list of lists) if (list.isError) void list.refetch();
    },
  };
}

/** Pending actions. The second click of a double click shares the request of the first click. */
const pendingActions = new Map<string, Promise<unknown>>();

function runOnce(action: FriendAction): Promise<unknown> {
  const name = `${action.type} ${action.userId}`;
  const pending =
    pendingActions.get(name) ??
    sendFriendAction(action, newIdempotencyKey()).finally(() => pendingActions.delete(name));
  pendingActions.set(name, pending);
  return pending;
}

/**
 * Return a mutation for friend actions. The mutation is pending until the lists are reloaded. A failed action shows a
 * toast.
 */
export function useFriendAction() {
  const client = useQueryClient();
  return useMutation({
    mutationKey: FRIEND_ACTION_KEY,
    mutationFn: runOnce,
    onSuccess: (_response, { type }) => announce(FRIEND_TEXTS.done[type]),
    onError: toastError(FRIEND_TEXTS.failed),
    onSettled: (_response, _error, action) => {
      const mayBefriend = action.type !== 'decline' && action.type !== 'cancel';
      if (mayBefriend) void client.invalidateQueries({ queryKey: ACTIVITY_KEY });
      return client.invalidateQueries({ queryKey: FRIENDS_KEY });
    },
  });
}
