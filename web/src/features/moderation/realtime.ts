import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useSocketEvent } from '../../lib/socket.ts';
import { sessionQuery } from '../accounts/api.ts';

/**
 * Follows what the signed-in player may do: a mute, a role or the session itself changed, as the server says, or as a
 * deed that it refused lets suppose. The session is then asked for again, and every screen shows what holds now.
 */
export function useStanding(): void {
  const client = useQueryClient();
  useSocketEvent('session:changed', () => void client.invalidateQueries({ queryKey: sessionQuery.queryKey }));
  useEffect(
    () =>
      client.getMutationCache().subscribe((event) => {
        if (event.type !== 'updated' || event.action.type !== 'error') return;
        const error: unknown = event.action.error;
        if (error instanceof Response && error.status === 403)
          void client.invalidateQueries({ queryKey: sessionQuery.queryKey });
      }),
    [client],
  );
}
