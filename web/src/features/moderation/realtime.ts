import { isStaff } from '@rivalhold/shared/roles.ts';
import { useEffect } from 'react';
import { getSession, refreshSession } from '../../entities/session/api.ts';
import { onErrorStatus } from '../../lib/query-client.ts';
import { onSocketOpen, socketState, useSocketEvent } from '../../lib/socket.ts';

/**
 * Follows what the signed-in player may do: a mute, a role or the session itself changed, as the server says, or as
 * a call that it refused lets suppose. The session is then asked for again, and every screen shows what holds now.
 */
export function useAccountStatus(): void {
  useSocketEvent('session:changed', refreshSession);
  // What changed before this listened was told to nobody: a player is refused in words, staff see what is not theirs.
  useEffect(() => {
    const refreshStaffSession = () => {
      const user = getSession();
      if (user && isStaff(user)) refreshSession();
    };
    if (socketState() === 'open') refreshStaffSession();
    return onSocketOpen(refreshStaffSession);
  }, []);
  useEffect(() => onErrorStatus((status) => status === 403 && refreshSession()), []);
}
