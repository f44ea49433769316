import type { Mutation, QueryClient } from '@tanstack/react-query';

/** Names the steps of this tab while they are under way. */
export const STEP_KEY = ['friends', 'step'] as const;

const heard = new WeakSet<Mutation>();

/**
 * Whether an event about a player tells of a step that this tab is just taking: the step itself has everything loaded
 * again. It is told of once; a second event is somebody else's doing.
 */
export function isOwnStep(client: QueryClient, userId: number): boolean {
  const step = client.getMutationCache().find({
    mutationKey: STEP_KEY,
    status: 'pending',
    predicate: ({ state }) => (state.variables as { userId: number } | undefined)?.userId === userId,
  });
  if (!step || heard.has(step)) return false;
  heard.add(step);
  return true;
}
