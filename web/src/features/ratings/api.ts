import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api, cursorPagination } from '../../lib/api.ts';

/** Query a player's rating and its latest changes. */
export const ratingQuery = (userId: number) =>
  queryOptions({
    queryKey: ['ratings', userId],
    queryFn: ({ signal }) => api('GET /api/ratings/{userId}', { params: { userId }, signal }),
  });

/** The players with reliable ratings, page by page. Each page also contains the viewer's own rating, if any. */
export const ratingBoardQuery = infiniteQueryOptions({
  queryKey: ['ratings', 'board'],
  queryFn: ({ pageParam, signal }) =>
    api('GET /api/ratings/board', { query: pageParam ? { cursor: pageParam } : {}, signal }),
  ...cursorPagination,
});
