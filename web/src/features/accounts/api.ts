import type { SessionUser } from '@rivalhold/shared/contract/accounts.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { queryClient } from '../../lib/query-client.ts';

/** Who is signed in: `null` for a guest. Restored before the first page is drawn. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async ({ signal }) => (await api('GET /api/session', { signal })).user,
  staleTime: 60_000,
});

/** The player who is signed in, null for a guest. */
export function useSession(): SessionUser | null {
  return useQuery(sessionQuery).data ?? null;
}

/** The signed-in player, for screens behind sign-in. Throws where nobody is signed in. */
export function useUser(): SessionUser {
  const user = useSession();
  if (!user) throw new Error('This screen is for signed-in players');
  return user;
}

/** Puts what the server just said about the signed-in player in place. */
export function setSession(user: SessionUser | null): void {
  queryClient.setQueryData(sessionQuery.queryKey, user);
}

/** What the server tells every browser about the site. */
export const configQuery = queryOptions({
  queryKey: ['config'],
  queryFn: ({ signal }) => api('GET /api/config', { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

/** One's own sessions, this one marked. */
export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: ({ signal }) => api('GET /api/sessions', { signal }),
});
