import { isStaff } from '@rivalhold/shared/roles.ts';
import { useEffect } from 'react';
import { renewSession, sessionNow } from '../../entities/session/api.ts';
import { onRefusal } from '../../lib/query-client.ts';
import { onSocketOpen, socketState, useSocketEvent } from '../../lib/socket.ts';

/**
 * Follows what the signed-in player may do: a mute, a role or the session itself changed, as the server says, or as
 * a call that it refused lets suppose. The session is then asked for again, and every screen shows what holds now.
 */
export function useStanding(): void {
  useSocketEvent('session:changed', renewSession);
  // What changed before this listened was told to nobody: a player is refused in words, staff see what is not theirs.
  useEffect(() => {
    const renewStaff = () => {
      const user = sessionNow();
      if (user && isStaff(user)) renewSession();
    };
    if (socketState() === 'open') renewStaff();
    return onSocketOpen(renewStaff);
  }, []);
  useEffect(() => onRefusal((status) => status === 403 && renewSession()), []);
}
