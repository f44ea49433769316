import { queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';

/** Polling interval (ms) while an export is being prepared. */
const POLL_INTERVAL_MS = 2_000;

/** The state of the player's data export. */
export const exportQuery = queryOptions({
  queryKey: ['export'],
  queryFn: ({ signal }) => api('GET /api/users/me/export', { signal }),
  refetchInterval: ({ state }) => (state.data?.state === 'pending' ? POLL_INTERVAL_MS : false),
});
