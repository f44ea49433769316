import type { PoolState } from '@rivalhold/shared/contract/ranked.ts';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { queryClient } from '../../lib/query-client.ts';

/** The player's state in the pool for ranked fights. */
export const poolQuery = queryOptions({
  queryKey: ['ranked', 'pool'],
  queryFn: ({ signal }) => api('GET /api/ranked/pool', { signal }),
});

/**
 * Cache the state that a response or an event contains. A load in progress is cancelled, because its response
 * is older.
 */
export async function setPool(state: PoolState): Promise<void> {
  await queryClient.cancelQueries({ queryKey: poolQuery.queryKey });
  queryClient.setQueryData(poolQuery.queryKey, state);
}
