import type { Profile } from '@rivalhold/shared/contract/profiles.ts';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api, apiPage, type CallOptions, cursorPagination } from '../../lib/api.ts';
import { getSession } from '../session/index.ts';
import { entriesWithDefaults, profilesWithDefaults, withDefaults } from './defaults.ts';

/** Query a profile. With `no-cache`, the browser uses a cached response only after the server has confirmed it. */
export const profileQuery = (id: number) =>
  queryOptions({
    queryKey: ['profiles', id],
    queryFn: async ({ signal }) =>
      withDefaults(
        await api('GET /api/profiles/{id}', { params: { id }, cache: 'no-cache', signal }),
        getSession()?.id === id,
        id,
      ),
  });

/** Query a profile by player name, ignoring case. */
export const profileByNameQuery = (username: string) =>
  queryOptions({
    queryKey: ['profiles', 'name', username.toLowerCase()],
    queryFn: async ({ signal }) => {
      const answer = await api('GET /api/profiles/username/{username}', { params: { username }, signal });
      return withDefaults(answer, false);
    },
  });

/** Request a page of players. */
export async function fetchProfiles(
  query: CallOptions<'GET /api/profiles'>['query'],
  signal: AbortSignal,
): Promise<{ items: Profile[]; nextCursor: string | null }> {
  const { items, nextCursor } = await apiPage('GET /api/profiles', { query: query ?? {}, signal });
  return { items: profilesWithDefaults(items, getSession()?.id), nextCursor };
}

/** All players, page by page. */
export const profilesQuery = infiniteQueryOptions({
  queryKey: ['profiles', 'list'],
  queryFn: ({ pageParam, signal }) => fetchProfiles(pageParam ? { cursor: pageParam } : {}, signal),
  ...cursorPagination,
});

/** The top players by wins, then level. */
export const leaderboardQuery = queryOptions({
  queryKey: ['leaderboard'],
  queryFn: async ({ signal }) =>
    entriesWithDefaults((await api('GET /api/leaderboard', { signal })).leaderboard),
});
