import { LIMITS } from '@rivalhold/shared/limits.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { queryClient } from '../../lib/query-client.ts';
import { emit } from '../../lib/socket.ts';
import { shownPlayers, trackShownPlayer, withOnlineResponse } from './shown-players.ts';

/** Time (ms) for which newly shown players are collected into one request. */
const BATCH_DELAY_MS = 200;
let batchTimer: ReturnType<typeof setTimeout> | undefined;
/** Players whose status was requested on this connection. The server also reports their later changes. */
let requestedIds: ReadonlySet<number> = new Set();

async function requestOnline(userIds?: number[]): Promise<number[]> {
  const response = await emit('presence:get', userIds ? { userIds } : {});
  if (!response.ok) throw new Error(response.message);
  return response.userIds;
}

/** Online players: all of them or, if there are too many, the viewer's friends and the players shown on the page. */
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

/**
 * Request the status of the players shown on the page, because the server's list can omit them if many players are
 * online.
 */
function requestShownPlayers() {
  if (batchTimer) return;
  batchTimer = setTimeout(async () => {
    batchTimer = undefined;
    const ids = shownPlayers(LIMITS.presence.maxSubscriptions);
    const known = queryClient.getQueryData(onlineQuery.queryKey) !== undefined;
    if (!known || ids.every((id) => requestedIds.has(id))) return;
    requestedIds = new Set(ids);
    const response = await requestOnline(ids).catch(() => null);
    // After a failure, clear the ids, so that the request is repeated after a reconnect or when the page shows another
    // player.
    if (!response) requestedIds = new Set();
    else
      queryClient.setQueryData(
        onlineQuery.queryKey,
        (online) => online && withOnlineResponse(online, ids, response),
      );
  }, BATCH_DELAY_MS);
}

/**
 * Keep the online status of these players up to date while the page shows them. Returns a function that ends the
 * updates.
 */
export function showPlayers(userIds: readonly number[]): () => void {
  const stops = userIds.map(trackShownPlayer);
  if (stops.length > 0) requestShownPlayers();
  return () => {
    for (const stop of stops) stop();
  };
}

/** Return whether a player is online; false while unknown. */
export function useIsOnline(userId: number): boolean {
  useEffect(() => showPlayers([userId]), [userId]);
  return useQuery({ ...onlineQuery, select: (online) => online.has(userId) }).data ?? false;
}
