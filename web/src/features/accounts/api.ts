import { queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';

/** The signed-in player's sessions. The current session is marked. */
export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: ({ signal }) => api('GET /api/sessions', { signal }),
});
