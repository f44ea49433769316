import { queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { getSession } from '../session/index.ts';
import { gameWithDefaults } from './defaults.ts';

/** Query a player's stats and inventory. Only the viewer's own stats include the coins. */
export const gameQuery = (userId: number) =>
  queryOptions({
    queryKey: ['game', userId],
    queryFn: async ({ signal }) =>
      gameWithDefaults(
        await api('GET /api/game/{userId}', { params: { userId }, signal }),
        getSession()?.id === userId,
      ),
  });

/** Experience at which each level begins; changes only with a new version of the site. */
export const levelsQuery = queryOptions({
  queryKey: ['levels'],
  queryFn: async ({ signal }) => (await api('GET /api/levels', { signal })).thresholds ?? [],
  staleTime: Number.POSITIVE_INFINITY,
});
