import type { PoolState } from '@rivalhold/shared/contract/ranked.ts';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { queryClient } from '../../lib/query-client.ts';

/** The player's place in the pool for ranked fights. */
export const poolQuery = queryOptions({
  queryKey: ['ranked', 'pool'],
  queryFn: ({ signal }) => api('GET /api/ranked/pool', { signal }),
});

/** Store the place that a response or an event contains. */
export const setPool = (state: PoolState): void => void queryClient.setQueryData(poolQuery.queryKey, state);

export const joinPool = () => api('POST /api/ranked/pool');
export const leavePool = () => api('DELETE /api/ranked/pool');
export const acceptFight = () => api('POST /api/ranked/pool/accept');
