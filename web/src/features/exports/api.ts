import { queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';

/** While one is being made it is looked at this often. */
const POLL_INTERVAL_MS = 2_000;

/** The copy of one's own data. */
export const exportQuery = queryOptions({
  queryKey: ['export'],
  queryFn: ({ signal }) => api('GET /api/users/me/export', { signal }),
  refetchInterval: ({ state }) => (state.data?.state === 'pending' ? POLL_INTERVAL_MS : false),
});
