import { LIMITS } from '@rivalhold/shared/limits.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useSocketEvent } from '../../lib/socket.ts';
import { changeClips, removeExpiredClips } from './api.ts';
import { withClip, withoutClips } from './groups.ts';

/** Keeps the loaded clips live, and drops those whose time is over, while the component is shown. */
export function useClipEvents(meId: number): void {
  const client = useQueryClient();
  useSocketEvent('clip:new', ({ user, clip }) => {
    // It is told as to others; one's own counts as seen.
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
