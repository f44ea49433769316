import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { fetchProfiles } from '../../entities/players/api.ts';
import { cursorPagination } from '../../lib/api.ts';
import { type Filters, isByLevel } from './filters.ts';

/**
 * Query the players that match the filters, page by page. The previous result stays visible while a new result loads.
 */
export const directoryQuery = (filters: Filters) =>
  infiniteQueryOptions({
    queryKey: ['profiles', 'directory', filters],
    queryFn: ({ pageParam, signal }) =>
      fetchProfiles(
        {
          ...(isByLevel(filters) && { sort: 'level' as const }),
          ...filters,
          ...(pageParam && { cursor: pageParam }),
        },
        signal,
      ),
    ...cursorPagination,
    placeholderData: keepPreviousData,
  });
