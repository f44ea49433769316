import type { AnyRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { renewSession, useSession } from '../entities/session/api.ts';
import { onRefusal } from '../lib/query-client.ts';
import { takePlace } from '../lib/remembered-place.ts';
import { connectSocket, disconnectSocket } from '../lib/socket.ts';
import { forgetOnChange, forgetPlayer } from './forget-player.ts';

/**
 * Keeps the page in step with who is signed in, here or in another tab: opens and closes the socket, takes somebody
 * who signed in to where they wanted to go, and somebody whose session ended away from what only players see.
 */
export function useFollowSession(router: AnyRouter): void {
  const userId = useSession()?.id ?? null;
  const before = useRef(userId);

  useEffect(() => onRefusal((status) => status === 401 && renewSession()), []);
  useEffect(forgetOnChange, []);

  useEffect(() => {
    if (userId === null) disconnectSocket();
    else connectSocket(userId, renewSession);
  }, [userId]);

  useEffect(() => {
    if (before.current === userId) return;
    before.current = userId;
    const place = userId === null ? null : takePlace();
    if (place) router.history.replace(place);
    // Whoever signs out leaves the page first: what it shows cannot be asked for again.
    void router.invalidate().then(() => userId === null && forgetPlayer());
  }, [userId, router]);
}
