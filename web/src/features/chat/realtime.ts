import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { onSocketOpen, socketState, useSocketEvent } from '../../lib/socket.ts';
import { catchUp, changeLobby, lobbyQuery, rulesQuery } from './api.ts';
import { withLine, withoutLine } from './lobby.ts';

/** Keeps the lobby live while its page is open. */
export function useLobbyEvents(): void {
  const client = useQueryClient();
  useEffect(() => {
    // What was loaded when the page was open before lacks what came since; the first load is the query's own.
    if (client.getQueryData(lobbyQuery.queryKey)) void catchUp(client);
    let wasOpen = socketState() === 'open';
    return onSocketOpen(() => {
      void client.invalidateQueries({ queryKey: rulesQuery.queryKey });
      // What was asked before the first connection is sent by it.
      const isAsked = client.getQueryState(lobbyQuery.queryKey)?.fetchStatus === 'fetching';
      if (wasOpen || !isAsked) void catchUp(client);
      wasOpen = true;
    });
  }, [client]);
  useSocketEvent('chat message', (line) => changeLobby(client, (lobby) => withLine(lobby, line)));
  useSocketEvent('chat deleted', ({ id }) => changeLobby(client, (lobby) => withoutLine(lobby, id)));
  useSocketEvent('chat rules', (rules) => client.setQueryData(rulesQuery.queryKey, rules));
}
