import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import type { ThreadFilters } from './search.ts';

/** Key prefix of all thread lists. */
export const THREADS_KEY = ['forum', 'threads'] as const;

/** The categories with their thread counts. */
export const categoriesQuery = queryOptions({
  queryKey: ['forum', 'categories'],
  queryFn: ({ signal }) => api('GET /api/forum-categories', { signal }),
  staleTime: 60_000,
});

/** Query the threads that match the filters, page by page. The previous results stay visible while new results load. */
export const threadsQuery = ({ search, category, sort }: ThreadFilters) =>
  infiniteQueryOptions({
    queryKey: [...THREADS_KEY, { search, category, sort }],
    queryFn: ({ pageParam: page, signal }) =>
      api('GET /api/forum-threads', { query: { search, categoryId: category, sort, page }, signal }),
    initialPageParam: 1,
    getNextPageParam: ({ threads, page, size, total }) =>
      threads.length > 0 && page * size < total ? page + 1 : null,
    placeholderData: keepPreviousData,
  });
