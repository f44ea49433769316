import type { SessionUser } from '@rivalhold/shared/contract/accounts.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../lib/api.ts';
import { queryClient } from '../../lib/query-client.ts';

/** The signed-in user; `null` for a guest. Restored before the first page renders. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async ({ signal }) => (await api('GET /api/session', { signal })).user,
  staleTime: 60_000,
});

/** Return the signed-in user outside of components; undefined while unknown. */
export const getSession = () => queryClient.getQueryData(sessionQuery.queryKey);

/** Fetch the signed-in user and their role again. */
export const refreshSession = (): void =>
  void queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });

/** Return the signed-in player, or null for a guest. */
export function useSession(): SessionUser | null {
  return useQuery(sessionQuery).data ?? null;
}

/**
 * Return the signed-in player, for pages behind login; the previous player if a page renders once more after
 * the session ended. Throws if there was none.
 */
export function useUser(): SessionUser {
  const now = useSession();
  const [last, setLast] = useState(now);
  if (now && now !== last) setLast(now);
  const user = now ?? last;
  if (!user) throw new Error('This screen is for signed-in players');
  return user;
}

/** Store the server's latest data about the signed-in player. */
export function setSession(user: SessionUser | null): void {
  queryClient.setQueryData(sessionQuery.queryKey, user);
}
