import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api, apiPage, cursorPagination } from '../../lib/api.ts';
import { getSession } from '../session/index.ts';
import { withDefaults } from './defaults.ts';

/** A profile, fetched on every visit. */
export const profileQuery = (id: number) =>
  queryOptions({
    queryKey: ['profiles', id],
    queryFn: async ({ signal }) =>
      withDefaults(
        await api('GET /api/profiles/{id}', { params: { id }, cache: 'no-cache', signal }),
        getSession()?.id === id,
      ),
  });

/** A profile by player name, ignoring case. */
export const profileByNameQuery = (username: string) =>
  queryOptions({
    queryKey: ['profiles', 'name', username.toLowerCase()],
    queryFn: ({ signal }) => api('GET /api/profiles/username/{username}', { params: { username }, signal }),
  });

/** All players, page by page. */
export const profilesQuery = infiniteQueryOptions({
  queryKey: ['profiles', 'list'],
  queryFn: ({ pageParam, signal }) =>
    apiPage('GET /api/profiles', { query: pageParam ? { cursor: pageParam } : {}, signal }),
  ...cursorPagination,
});

/** The top players by wins, then level. */
export const leaderboardQuery = queryOptions({
  queryKey: ['leaderboard'],
  queryFn: async ({ signal }) => (await api('GET /api/leaderboard', { signal })).leaderboard,
});
