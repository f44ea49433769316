import { isStaff } from '@rivalhold/shared/roles.ts';
import { useEffect } from 'react';
import { getSession, readOnlyNotice, refreshSession } from '../../entities/session/api.ts';
import { onErrorStatus } from '../../lib/query-client.ts';
import { useShared } from '../../lib/shared-value.ts';
import { onSocketOpen, socketState, useSocketEvent } from '../../lib/socket.ts';

const READ_ONLY_REFRESH_MS = 5_000;

/**
 * Refresh the session when a mute, a role or the session itself changes: after an event from the server, or after a
 * 403 response, which suggests such a change. Every screen then shows the current permissions. Also follow the
 * read-only mode of the site.
 */
export function useAccountStatus(): void {
  useSocketEvent('session:changed', refreshSession);
  useSocketEvent('readOnly:changed', ({ readOnly }) => readOnlyNotice.set(readOnly));
  // Refresh the session of staff on each connection, because after a missed event they would keep seeing outdated
  // tools. For players, the refresh after a 403 response is enough.
  useEffect(() => {
    const refreshStaffSession = () => {
      const user = getSession();
      if (user && isStaff(user)) refreshSession();
    };
    if (socketState() === 'open') refreshStaffSession();
    return onSocketOpen(refreshStaffSession);
  }, []);
  // While the site is read-only, refresh the session regularly. Nodes can notice the end of the read-only mode late.
  // Their responses can turn the mode on again in this browser, even after the event about the end has arrived.
  const isReadOnly = useShared(readOnlyNotice) !== null;
  useEffect(() => {
    if (!isReadOnly) return undefined;
    const timer = setInterval(refreshSession, READ_ONLY_REFRESH_MS);
    return () => clearInterval(timer);
  }, [isReadOnly]);
  useEffect(() => onErrorStatus((status) => status === 403 && refreshSession()), []);
}
