import { LIMITS } from '@rivalhold/shared/limits.ts';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';

/** Whose activity: one player's, or everybody's. */
export type ActivityOf = { userId: number } | { scope: 'global' };

/** The beginning of every activity key, to have all of it loaded again. */
export const ACTIVITY_KEY = ['activity'] as const;

/** Activity, newest first, page by page. */
export const activityQuery = (of: ActivityOf) =>
  infiniteQueryOptions({
    queryKey: [...ACTIVITY_KEY, of],
    queryFn: ({ pageParam, signal }) =>
      api('GET /api/activity', {
        query: { ...of, limit: LIMITS.activityPage, ...(pageParam && { before: pageParam }) },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
  });
