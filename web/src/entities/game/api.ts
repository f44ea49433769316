import { queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';

/** A player's stats and inventory; coins for the owner only. */
export const gameQuery = (userId: number) =>
  queryOptions({
    queryKey: ['game', userId],
    queryFn: ({ signal }) => api('GET /api/game/{userId}', { params: { userId }, signal }),
  });

/** Experience at which each level begins; changes only with a new version of the site. */
export const levelsQuery = queryOptions({
  queryKey: ['levels'],
  queryFn: async ({ signal }) => (await api('GET /api/levels', { signal })).thresholds,
  staleTime: Number.POSITIVE_INFINITY,
});
