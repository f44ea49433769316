import { LIMITS } from '@rivalhold/shared/limits.ts';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { api, byCursor } from '../../lib/api.ts';

/** Whose activity: one player's, or everybody's. */
export type ActivityOf = { userId: number } | { scope: 'global' };

/** The beginning of every activity key, to have all of it loaded again. */
export const ACTIVITY_KEY = ['activity'] as const;

const fetchPage = (of: ActivityOf, before: string | null, signal?: AbortSignal) =>
  api('GET /api/activity', {
    query: { ...of, limit: LIMITS.activityPage, ...(before && { before }) },
    ...(signal && { signal }),
  });

/** Activity, newest first, page by page. */
export const activityQuery = (of: ActivityOf) =>
  infiniteQueryOptions({
    queryKey: [...ACTIVITY_KEY, of],
    queryFn: ({ pageParam, signal }) => fetchPage(of, pageParam, signal),
    ...byCursor,
    // Live events keep that of everybody; whoever reads it is not moved by loading it again.
    ...('scope' in of && {
      staleTime: Number.POSITIVE_INFINITY,
      refetchOnWindowFocus: false,
      meta: { refetchOnReconnect: false },
    }),
  });

/** The newest activity of everybody as it is now. */
export const fetchNewestActivity = () => fetchPage({ scope: 'global' }, null);
