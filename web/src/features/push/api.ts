import type { PushState } from '@rivalhold/shared/contract/push.ts';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { queryClient } from '../../lib/query-client.ts';

/** The player's push settings and devices. */
export const pushQuery = queryOptions({
  queryKey: ['push'],
  queryFn: ({ signal }) => api('GET /api/push', { signal }),
});

/**
 * Cache the state that the server returned. Cancel a load in progress, because its older response would overwrite this
 * state.
 */
export async function setPush(state: PushState): Promise<void> {
  await queryClient.cancelQueries({ queryKey: pushQuery.queryKey });
  queryClient.setQueryData(pushQuery.queryKey, state);
}
