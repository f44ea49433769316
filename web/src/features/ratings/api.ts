import { queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';

/** A player's rating and its latest changes. */
export const ratingQuery = (userId: number) =>
  queryOptions({
    queryKey: ['ratings', userId],
    queryFn: ({ signal }) => api('GET /api/ratings/{userId}', { params: { userId }, signal }),
  });

/** The players with the highest ratings. */
export const ratingBoardQuery = queryOptions({
  queryKey: ['ratings', 'board'],
  queryFn: ({ signal }) => api('GET /api/ratings/board', { signal }),
});
