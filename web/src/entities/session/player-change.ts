import { queryClient } from '../../lib/query-client.ts';
import { sessionNow, sessionQuery } from './api.ts';

const playerId = () => sessionNow()?.id ?? null;

/** Calls `listener` with the id whenever somebody else, or nobody (null), is signed in. Returns how to stop. */
export function onPlayerChange(listener: (now: number | null) => void): () => void {
  let before = playerId();
  return queryClient.getQueryCache().subscribe(({ query }) => {
    const now = playerId();
    if (query.queryKey[0] !== sessionQuery.queryKey[0] || now === before) return;
    before = now;
    listener(now);
  });
}
