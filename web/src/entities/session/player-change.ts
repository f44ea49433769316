import { queryClient } from '../../lib/query-client.ts';
import { getSession, sessionQuery } from './api.ts';

const playerId = () => getSession()?.id ?? null;

/**
 * Call `listener` with the new player's id, or null, whenever the signed-in player changes. Returns a function that
 * removes the listener.
 */
export function onPlayerChange(listener: (now: number | null) => void): () => void {
  let before = playerId();
  return queryClient.getQueryCache().subscribe(({ query }) => {
    const now = playerId();
    if (query.queryKey[0] !== sessionQuery.queryKey[0] || now === before) return;
    before = now;
    listener(now);
  });
}
