import type { PushState } from '@rivalhold/shared/contract/push.ts';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { queryClient } from '../../lib/query-client.ts';

/** What is pushed to oneself, when, and to which devices. */
export const pushQuery = queryOptions({
  queryKey: ['push'],
  queryFn: ({ signal }) => api('GET /api/push', { signal }),
});

/** Puts in place what the server has just answered; what was asked for before must not come after it. */
export async function setPush(state: PushState): Promise<void> {
  await queryClient.cancelQueries({ queryKey: pushQuery.queryKey });
  queryClient.setQueryData(pushQuery.queryKey, state);
}
