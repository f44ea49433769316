import type { Mutation, QueryClient } from '@tanstack/react-query';

/** Mutation key of this tab's friend actions. */
export const FRIEND_ACTION_KEY = ['friends', 'step'] as const;

const handledMutations = new WeakSet<Mutation>();

/**
 * Report whether an event about a player results from a pending action of this tab. Such an event needs no reload,
 * because the action itself reloads the lists. Returns true once per action, because a second event must have
 * another cause.
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
