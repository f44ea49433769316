import { LIMITS } from '@rivalhold/shared/limits.ts';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { api, cursorPagination } from '../../lib/api.ts';

/** Activity of one player, or of all players. */
export type ActivityFilter = { userId: number } | { scope: 'global' };

/** Key prefix of all queries about activity, to invalidate them together. */
export const ACTIVITY_KEY = ['activity'] as const;

const fetchPage = (filter: ActivityFilter, before: string | null, signal?: AbortSignal) =>
  api('GET /api/activity', {
    query: { ...filter, limit: LIMITS.activityPage, ...(before && { before }) },
    ...(signal && { signal }),
  });

/** Activity, newest first, page by page. */
export const activityQuery = (filter: ActivityFilter) =>
  infiniteQueryOptions({
    queryKey: [...ACTIVITY_KEY, filter],
    queryFn: ({ pageParam, signal }) => fetchPage(filter, pageParam, signal),
    ...cursorPagination,
    // Live events keep global activity fresh. Reloading it would shift the list while the viewer reads.
    ...('scope' in filter && {
      staleTime: Number.POSITIVE_INFINITY,
      refetchOnWindowFocus: false,
      meta: { refetchOnReconnect: false },
    }),
  });

/** Fetch the newest activity of all players. */
export const fetchNewestActivity = () => fetchPage({ scope: 'global' }, null);
