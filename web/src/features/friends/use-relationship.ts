import { FRIEND_TEXTS } from '@rivalhold/shared/texts/friends.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ACTIVITY_KEY } from '../../entities/activity/api.ts';
import { newIdempotencyKey } from '../../lib/api.ts';
import { announce } from '../../ui/live-region.tsx';
import { sayFault } from '../../ui/toast.ts';
import {
  FRIENDS_KEY,
  type FriendStep,
  friendshipsQuery,
  incomingQuery,
  outgoingQuery,
  takeStep,
} from './api.ts';
import { STEP_KEY } from './own-step.ts';
import { type Relationship, relationshipTo } from './relationship.ts';

/** What a player is to the one who is signed in; null while that is not known, `failed` when it could not be loaded. */
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

/** Steps that are on their way: the second click of two is the same step. */
const underWay = new Map<string, Promise<unknown>>();

function stepOnce(step: FriendStep): Promise<unknown> {
  const name = `${step.type} ${step.userId}`;
  const going =
    underWay.get(name) ?? takeStep(step, newIdempotencyKey()).finally(() => underWay.delete(name));
  underWay.set(name, going);
  return going;
}

/** Steps between relationships; busy until the lists show the outcome. A refusal is told and the lists are renewed. */
export function useFriendStep() {
  const client = useQueryClient();
  return useMutation({
    mutationKey: STEP_KEY,
    mutationFn: stepOnce,
    onSuccess: (_answer, { type }) => announce(FRIEND_TEXTS.done[type]),
    onError: sayFault(FRIEND_TEXTS.failed),
    onSettled: (_answer, _error, step) => {
      const mayBefriend = step.type !== 'decline' && step.type !== 'cancel';
      if (mayBefriend) void client.invalidateQueries({ queryKey: ACTIVITY_KEY });
      return client.invalidateQueries({ queryKey: FRIENDS_KEY });
    },
  });
}
