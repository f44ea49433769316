import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { onSocketOpen, socketState, useSocketEvent } from '../../lib/socket.ts';
import { sessionQuery } from '../accounts/api.ts';

/**
 * Follows what the signed-in player may do: a mute, a role or the session itself changed, as the server says, or as
 * a call that it refused lets suppose. The session is then asked for again, and every screen shows what holds now.
 */
export function useStanding(): void {
  const client = useQueryClient();
  useSocketEvent('session:changed', () => void client.invalidateQueries({ queryKey: sessionQuery.queryKey }));
  // What changed before this listened was told to nobody: a player is refused in words, staff see what is not theirs.
  useEffect(() => {
    const renewStaff = () => {
      const user = client.getQueryData(sessionQuery.queryKey);
      if (user && user.role !== 'player') void client.invalidateQueries({ queryKey: sessionQuery.queryKey });
    };
    if (socketState() === 'open') renewStaff();
    return onSocketOpen(renewStaff);
  }, [client]);
  useEffect(() => {
    const judge = (error: unknown) => {
      if (error instanceof Response && error.status === 403)
        void client.invalidateQueries({ queryKey: sessionQuery.queryKey });
    };
    const stops = [
      client
        .getMutationCache()
        .subscribe(
          (event) => event.type === 'updated' && event.action.type === 'error' && judge(event.action.error),
        ),
      client
        .getQueryCache()
        .subscribe(
          (event) => event.type === 'updated' && event.action.type === 'error' && judge(event.action.error),
        ),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [client]);
}
