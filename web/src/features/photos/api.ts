import { LIMITS } from '@rivalhold/shared/limits.ts';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';

/** The latest photos of a player, as many as a profile shows. */
export const latestPhotosQuery = (userId: number) =>
  queryOptions({
    queryKey: ['photos', userId, 'latest'],
    queryFn: async ({ signal }) => {
      const query = { limit: LIMITS.profilePhotos };
      return (await api('GET /api/photos/user/{userId}', { params: { userId }, query, signal })).photos;
    },
  });
