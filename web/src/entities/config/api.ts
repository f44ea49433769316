import { queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';

/** The public configuration of the site. */
export const configQuery = queryOptions({
  queryKey: ['config'],
  queryFn: ({ signal }) => api('GET /api/config', { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});
