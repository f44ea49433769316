import type { Query } from '@tanstack/react-query';
import type { AnyRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { sessionQuery, useSession } from '../features/accounts/api.ts';
import { onSignedOut, queryClient } from '../lib/query-client.ts';
import { takePlace } from '../lib/remembered-place.ts';
import { connectSocket, disconnectSocket } from '../lib/socket.ts';

const askAgain = () => void queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });

/** Nothing that one player was shown is left for the next; what stands on the screen is asked for again. */
function forgetPlayer() {
  const others = (query: Query) => query.queryKey[0] !== sessionQuery.queryKey[0];
  queryClient.removeQueries({ type: 'inactive', predicate: others });
  void queryClient.resetQueries({
    type: 'active',
    predicate: (query) => others(query) && query.meta?.refetchOnReconnect !== false,
  });
}

/**
 * Keeps the page in step with who is signed in, here or in another tab: opens and closes the socket, takes somebody
 * who signed in to where they wanted to go, and somebody whose session ended away from what only players see.
 */
export function useFollowSession(router: AnyRouter): void {
  const userId = useSession()?.id ?? null;
  const before = useRef(userId);

  useEffect(() => onSignedOut(askAgain), []);

  useEffect(() => {
    if (userId === null) disconnectSocket();
    else connectSocket(userId, askAgain);
  }, [userId]);

  useEffect(() => {
    if (before.current === userId) return;
    const left = before.current !== null;
    before.current = userId;
    const place = userId === null ? null : takePlace();
    if (place) router.history.replace(place);
    void router.invalidate().then(() => left && forgetPlayer());
  }, [userId, router]);
}
