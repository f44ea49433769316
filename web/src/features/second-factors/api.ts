import { queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';

/** The player's second factors. */
export const factorsQuery = queryOptions({
  queryKey: ['second-factors'],
  queryFn: ({ signal }) => api('GET /api/second-factors', { signal }),
});
