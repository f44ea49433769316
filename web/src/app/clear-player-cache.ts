import type { Query } from '@tanstack/react-query';
import { getSession, sessionQuery } from '../entities/session/api.ts';
import { onPlayerChange } from '../entities/session/player-change.ts';
import { queryClient } from '../lib/query-client.ts';

/** Clear all cached data of the previous player, so that the next player cannot see it, and reload the visible data. */
export function clearPlayerCache(): void {
  const isNotSession = (query: Query) => query.queryKey[0] !== sessionQuery.queryKey[0];
  queryClient.removeQueries({ type: 'inactive', predicate: isNotSession });
  // Do not reset static queries, because their requests must never be repeated, such as the one that starts a fight.
  void queryClient.resetQueries({
    type: 'active',
    predicate: (query) => isNotSession(query) && !query.isStatic(),
  });
}

/**
 * Clear the cache as soon as the session belongs to another player, for example after a login in another tab. No page
 * shows the previous player's data, because the cache notifies this listener before anything renders. Returns a
 * function that removes the listener.
 */
export function clearCacheOnPlayerChange(): () => void {
  let lastPlayerId = getSession()?.id;
  return onPlayerChange((now) => {
    if (now === null) return;
    const hasChanged = lastPlayerId !== undefined && lastPlayerId !== now;
    lastPlayerId = now;
    if (hasChanged) clearPlayerCache();
  });
}
