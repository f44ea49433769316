import { queryClient } from '../../lib/query-client.ts';
import { sessionQuery } from './api.ts';

const playerId = () => queryClient.getQueryData(sessionQuery.queryKey)?.id ?? null;

/** Calls `listener` whenever somebody else, or nobody, is signed in. Returns how to stop. */
export function onPlayerChange(listener: () => void): () => void {
  let before = playerId();
  return queryClient.getQueryCache().subscribe(({ query }) => {
    const now = playerId();
    if (query.queryKey[0] !== sessionQuery.queryKey[0] || now === before) return;
    before = now;
    listener();
  });
}
