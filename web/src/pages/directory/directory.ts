import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { apiPage, byCursor } from '../../lib/api.ts';
import type { Filters } from './filters.ts';

/** The players that filters find, page by page. While new ones are looked for, the last ones stay. */
export const directoryQuery = (filters: Filters) =>
  infiniteQueryOptions({
    queryKey: ['profiles', 'directory', filters],
    queryFn: ({ pageParam, signal }) =>
      apiPage('GET /api/profiles', {
        query: { ...filters, ...(pageParam && { cursor: pageParam }) },
        signal,
      }),
    ...byCursor,
    placeholderData: keepPreviousData,
  });
