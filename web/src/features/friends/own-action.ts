import type { Mutation, QueryClient } from '@tanstack/react-query';

/** Names the steps of this tab while they are under way. */
export const FRIEND_ACTION_KEY = ['friends', 'step'] as const;

const handledMutations = new WeakSet<Mutation>();

/**
 * Whether an event about a player tells of a step that this tab is just taking: the step itself has everything loaded
 * again. It is told of once; a second event is somebody else's doing.
 */
export function isOwnAction(client: QueryClient, userId: number): boolean {
  const action = client.getMutationCache().find({
    mutationKey: FRIEND_ACTION_KEY,
    status: 'pending',
    predicate: ({ state }) => (state.variables as { userId: number } | undefined)?.userId === userId,
  });
  if (!action || handledMutations.has(action)) return false;
  handledMutations.add(action);
  return true;
}
