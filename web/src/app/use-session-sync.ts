import type { AnyRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import {
  getSession,
  refreshSession,
  sessionEnded,
  setSession,
  useSession,
  useSessionEnded,
} from '../entities/session/api.ts';
import { onSignedOutElsewhere } from '../entities/session/other-tabs.ts';
import { isAccountDialogOpen, showAccountDialog } from '../features/accounts/dialogs.ts';
import { openAccountDialog } from '../features/accounts/open-dialog.ts';
import { refetchAfterReconnect } from '../lib/query-client.ts';
import { takeReturnPath } from '../lib/return-path.ts';
import { connectSocket, disconnectSocket } from '../lib/socket.ts';
import { onUnauthenticated } from '../lib/unauthenticated.ts';
import { clearCacheOnPlayerChange, clearPlayerCache } from './clear-player-cache.ts';

/**
 * When the session has ended, open the sign-in dialog over the page. If the player closes the dialog, open it
 * again after each action that the server rejects. After the sign-in, load the data that the page has missed.
 */
function useSignInAgain(): void {
  useEffect(() => {
    let hadEnded = false;
    return sessionEnded.subscribe(() => {
      const hasEnded = sessionEnded.get();
      if (hasEnded && !isAccountDialogOpen()) void openAccountDialog('sign-in', sessionEnded.get);
      if (hadEnded && !hasEnded) {
        showAccountDialog(null);
        if (getSession()) void refetchAfterReconnect();
      }
      hadEnded = hasEnded;
    });
  }, []);
}

/**
 * Keep the page in sync with the session of this or another tab: open and close the socket, take players to
 * the requested page after login, ask players whose session has ended to sign in again, and leave player
 * pages after a logout.
 */
export function useSessionSync(router: AnyRouter): void {
  const userId = useSession()?.id ?? null;
  const hasEnded = useSessionEnded();
  const previousUserId = useRef(userId);

  useEffect(() => onUnauthenticated(() => getSession() && refreshSession()), []);
  useEffect(() => onSignedOutElsewhere(() => setSession(null)), []);
  useEffect(clearCacheOnPlayerChange, []);
  useSignInAgain();

  useEffect(() => {
    // Hide the page, because someone else might look at this screen. Hiding keeps the typed text.
    document.documentElement.toggleAttribute('data-session-ended', hasEnded);
    if (userId === null || hasEnded) disconnectSocket();
    else connectSocket(userId, refreshSession);
  }, [userId, hasEnded]);

  useEffect(() => {
    if (previousUserId.current === userId) return;
    previousUserId.current = userId;
    const returnPath = userId === null ? null : takeReturnPath();
    if (returnPath) router.history.replace(returnPath);
    // On logout, leave the page before clearing the cache. Otherwise, the page would reload its data without a session.
    void router.invalidate().then(() => userId === null && clearPlayerCache());
  }, [userId, router]);
}
