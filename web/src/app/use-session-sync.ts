import type { AnyRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { refreshSession, useSession } from '../entities/session/api.ts';
import { onErrorStatus } from '../lib/query-client.ts';
import { takeReturnPath } from '../lib/return-path.ts';
import { connectSocket, disconnectSocket } from '../lib/socket.ts';
import { clearCacheOnPlayerChange, clearPlayerCache } from './clear-player-cache.ts';

/**
 * Keeps the page in step with who is signed in, here or in another tab: opens and closes the socket, takes somebody
 * who signed in to where they wanted to go, and somebody whose session ended away from what only players see.
 */
export function useSessionSync(router: AnyRouter): void {
  const userId = useSession()?.id ?? null;
  const previousUserId = useRef(userId);

  useEffect(() => onErrorStatus((status) => status === 401 && refreshSession()), []);
  useEffect(clearCacheOnPlayerChange, []);

  useEffect(() => {
    if (userId === null) disconnectSocket();
    else connectSocket(userId, refreshSession);
  }, [userId]);

  useEffect(() => {
    if (previousUserId.current === userId) return;
    previousUserId.current = userId;
    const returnPath = userId === null ? null : takeReturnPath();
    if (returnPath) router.history.replace(returnPath);
    // Whoever signs out leaves the page first: what it shows cannot be asked for again.
    void router.invalidate().then(() => userId === null && clearPlayerCache());
  }, [userId, router]);
}
