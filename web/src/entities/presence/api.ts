import { LIMITS } from '@rivalhold/shared/limits.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { queryClient } from '../../lib/query-client.ts';
import { emit } from '../../lib/socket.ts';
import { shownPlayers, trackShownPlayer, withOnlineResponse } from './shown-players.ts';

/** So long after a player has come on the screen all that came are asked for at once. */
const BATCH_DELAY_MS = 200;
let batchTimer: ReturnType<typeof setTimeout> | undefined;
/** Whom this connection has asked for; the server's events tell of these too. */
let requestedIds: ReadonlySet<number> = new Set();

async function requestOnline(userIds?: number[]): Promise<number[]> {
  const response = await emit('presence:get', userIds ? { userIds } : {});
  if (!response.ok) throw new Error(response.message);
  return response.userIds;
}

/** Who is online: everybody, or where they are too many one's friends and whom the page shows. */
export const onlineQuery = queryOptions({
  queryKey: ['presence'],
  queryFn: async (): Promise<ReadonlySet<number>> => {
    const online = new Set(await requestOnline());
    requestedIds = new Set();
    requestShownPlayers();
    return online;
  },
  staleTime: Number.POSITIVE_INFINITY,
});

/** Asks for the players on the screen, whom the list of all may leave out. */
function requestShownPlayers() {
  if (batchTimer) return;
  batchTimer = setTimeout(async () => {
    batchTimer = undefined;
    const ids = shownPlayers(LIMITS.presence.maxSubscriptions);
    const known = queryClient.getQueryData(onlineQuery.queryKey) !== undefined;
    if (!known || ids.every((id) => requestedIds.has(id))) return;
    requestedIds = new Set(ids);
    const response = await requestOnline(ids).catch(() => null);
    // Asked again with the next player shown, or once the connection is back.
    if (!response) requestedIds = new Set();
    else
      queryClient.setQueryData(
        onlineQuery.queryKey,
        (online) => online && withOnlineResponse(online, ids, response),
      );
  }, BATCH_DELAY_MS);
}

/** Whether a player is online; false while that is not known. */
export function useIsOnline(userId: number): boolean {
  useEffect(() => {
    const hide = trackShownPlayer(userId);
    requestShownPlayers();
    return hide;
  }, [userId]);
  return useQuery({ ...onlineQuery, select: (online) => online.has(userId) }).data ?? false;
}
