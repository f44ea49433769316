import type { SessionUser } from '@rivalhold/shared/contract/accounts.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../lib/api.ts';
import { queryClient } from '../../lib/query-client.ts';
import { sharedValue, useShared } from '../../lib/shared-value.ts';

/** Key of mutations that end the session at the player's request: logout and account deletion. */
export const SIGN_OUT_KEY = ['sign-out'] as const;

/**
 * True if the session ended although the player did not log out. The page is then hidden, but stays loaded, so that its
 * typed text is still there after the same player signs in again. The value becomes false when a player signs in or
 * goes to the landing page. Each rejected action sets the value to true again, so that listeners can open the sign-in
 * dialog again.
 */
export const sessionEnded = sharedValue(false);

/** The server's text while the site is read-only; null otherwise. */
export const readOnlyNotice = sharedValue<string | null>(null);

/** Return whether the session ended although the player did not log out. */
export const useSessionEnded = (): boolean => useShared(sessionEnded);

/** The signed-in user; `null` for a guest. Restored before the first page renders. */
export const sessionQuery = queryOptions({
  queryKey: ['session'] as const,
  queryFn: async ({ client, signal }): Promise<SessionUser | null> => {
    const { user, readOnly = null } = await api('GET /api/session', { signal });
    readOnlyNotice.set(readOnly);
    const last = client.getQueryData<SessionUser | null>(['session']) ?? null;
    const isSigningOut = client.isMutating({ mutationKey: SIGN_OUT_KEY }) > 0;
    const hasEnded = user === null && last !== null && !isSigningOut;
    sessionEnded.set(hasEnded);
    return hasEnded ? last : user;
  },
  staleTime: 60_000,
  // Always refetch after the session has ended, because the player might have signed in again in another tab.
  refetchOnWindowFocus: () => (sessionEnded.get() ? 'always' : true),
});

/** For code outside of components: return the signed-in user, null for a guest, or undefined while unknown. */
export const getSession = () => queryClient.getQueryData(sessionQuery.queryKey);

/** Fetch the signed-in user and their role again. */
export const refreshSession = (): void =>
  void queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });

/** Return the signed-in player, or null for a guest. */
export function useSession(): SessionUser | null {
  return useQuery(sessionQuery).data ?? null;
}

/**
 * Return the signed-in player, for pages behind login. A page can render once more after a logout; then return the
 * player who has just logged out. Throw if no player was signed in.
 */
export function useUser(): SessionUser {
  const now = useSession();
  const [last, setLast] = useState(now);
  if (now && now !== last) setLast(now);
  const user = now ?? last;
  if (!user) throw new Error('This screen is for signed-in players');
  return user;
}

/** Store the server's latest data about the signed-in player, or null for a guest, and clear `sessionEnded`. */
export function setSession(user: SessionUser | null): void {
  queryClient.setQueryData(sessionQuery.queryKey, user);
  sessionEnded.set(false);
}
