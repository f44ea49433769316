import { isStaff } from '@rivalhold/shared/roles.ts';
import { useEffect } from 'react';
import { getSession, refreshSession } from '../../entities/session/api.ts';
import { onErrorStatus } from '../../lib/query-client.ts';
import { onSocketOpen, socketState, useSocketEvent } from '../../lib/socket.ts';

/**
 * Refresh the session when a mute, a role or the session itself changes: after an event from the server, or after a
 * rejected call that suggests such a change. Every screen then shows the current permissions.
 */
export function useAccountStatus(): void {
  useSocketEvent('session:changed', refreshSession);
  // Changes that happened before this connection were missed. A rejected call would reveal them to players, but staff
  // would keep seeing outdated staff tools.
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
