import { LIMITS } from '@rivalhold/shared/limits.ts';
import { focusManager, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useSocketEvent } from '../../lib/socket.ts';
import { changeClips, refreshClips, removeExpiredClips } from './api.ts';
import { withClip, withoutClips } from './groups.ts';

/** Reload the clips at intervals while the page is visible, and whenever the tab or its window regains focus. */
function useClipRefresh(): void {
  const client = useQueryClient();
  useEffect(() => {
    const refresh = () => {
      if (focusManager.isFocused()) void refreshClips(client);
    };
    const timer = setInterval(refresh, LIMITS.clips.refreshMs);
    // A window behind another window still counts as visible, so `visibilitychange` does not report its return to the
    // front.
    window.addEventListener('focus', refresh);
    document.addEventListener('visibilitychange', refresh);
    return () => {
      clearInterval(timer);
      window.removeEventListener('focus', refresh);
      document.removeEventListener('visibilitychange', refresh);
    };
  }, [client]);
}

/** Keep the loaded clips up to date, and remove expired ones, while the component is mounted. */
export function useClipEvents(meId: number): void {
  const client = useQueryClient();
  useClipRefresh();
  useSocketEvent('clip:new', ({ user, clip }) => {
    // The server sends all players the same event, with `seen` false. A player's own clip always counts as seen.
    const mine = { user, clip: { ...clip, seen: user.id === meId || clip.seen } };
    changeClips(client, (list) => withClip(list, mine));
  });
  useSocketEvent('clip:expired', ({ id }) => changeClips(client, (list) => withoutClips(list, [id])));
  useSocketEvent('clips:purged', ({ ids }) => changeClips(client, (list) => withoutClips(list, ids)));
  useEffect(() => {
    const timer = setInterval(() => removeExpiredClips(client), LIMITS.clips.sweepMs);
    return () => clearInterval(timer);
  }, [client]);
}
