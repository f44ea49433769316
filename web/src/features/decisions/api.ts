import { infiniteQueryOptions } from '@tanstack/react-query';
import { api, cursorPagination } from '../../lib/api.ts';

/** The decisions of staff about the viewer, page by page. */
export const decisionsQuery = infiniteQueryOptions({
  queryKey: ['decisions'],
  queryFn: ({ pageParam, signal }) =>
    api('GET /api/decisions', { query: pageParam ? { cursor: pageParam } : {}, signal }),
  ...cursorPagination,
  staleTime: 0,
});
