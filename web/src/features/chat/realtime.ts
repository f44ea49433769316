import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { onSocketOpen, socketState, useSocketEvent } from '../../lib/socket.ts';
import { catchUp, changeLobby, lobbyQuery, rulesQuery } from './api.ts';
import { withMessage, withoutMessage, withReactions, withRestoredMessage } from './lobby.ts';

/** Keep the lobby up to date while its page is open. */
export function useLobbyEvents(): void {
  const client = useQueryClient();
  useEffect(() => {
    // If an earlier visit cached the lobby, load the messages sent since then, or the whole history if the cached lobby
    // is old. If no lobby is cached, the query loads the history.
    let isCatchingUp = client.getQueryData(lobbyQuery.queryKey) !== undefined;
    if (isCatchingUp)
      void catchUp(client, { cancelRefetch: false }).finally(() => {
        isCatchingUp = false;
      });
    let wasOpen = socketState() === 'open';
    return onSocketOpen(() => {
      void client.invalidateQueries({ queryKey: rulesQuery.queryKey });
      // A request that is waiting for the first connection will load the current messages, so send no other
      // request.
      const isRequested =
        isCatchingUp || client.getQueryState(lobbyQuery.queryKey)?.fetchStatus === 'fetching';
      if (wasOpen || !isRequested) void catchUp(client);
      wasOpen = true;
    });
  }, [client]);
  useSocketEvent('chat message', (message) => changeLobby(client, (lobby) => withMessage(lobby, message)));
  useSocketEvent('chat deleted', ({ id }) => changeLobby(client, (lobby) => withoutMessage(lobby, id)));
  useSocketEvent('chat restored', (message) =>
    changeLobby(client, (lobby) => withRestoredMessage(lobby, message)),
  );
  useSocketEvent('chat reactions', ({ messages }) =>
    changeLobby(client, (lobby) => withReactions(lobby, messages)),
  );
  useSocketEvent('chat rules', (rules) => client.setQueryData(rulesQuery.queryKey, rules));
}
