import type { AnyRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { refreshSession, useSession } from '../entities/session/api.ts';
import { onErrorStatus } from '../lib/query-client.ts';
import { takeReturnPath } from '../lib/return-path.ts';
import { connectSocket, disconnectSocket } from '../lib/socket.ts';
import { clearCacheOnPlayerChange, clearPlayerCache } from './clear-player-cache.ts';

/**
 * Keep the page in step with the session of this or another tab: open and close the socket, take players to
 * the requested page after login, and leave player pages when the session ends.
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
    // On logout, leave the page first: its data can no longer be loaded.
    void router.invalidate().then(() => userId === null && clearPlayerCache());
  }, [userId, router]);
}
