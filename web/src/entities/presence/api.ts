import { LIMITS } from '@rivalhold/shared/limits.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { queryClient } from '../../lib/query-client.ts';
import { emit } from '../../lib/socket.ts';
import { shownPlayers, showPlayer, withAnswer } from './shown.ts';

/** So long after a player has come on the screen all that came are asked for at once. */
const GATHER_MS = 200;
let gathering: ReturnType<typeof setTimeout> | undefined;
/** Whom this connection has asked for; the server's events tell of these too. */
let asked: ReadonlySet<number> = new Set();

async function ask(userIds?: number[]): Promise<number[]> {
  const answer = await emit('presence:get', userIds ? { userIds } : {});
  if (!answer.ok) throw new Error(answer.message);
  return answer.userIds;
}

/** Who is online: everybody, or where they are too many one's friends and whom the page shows. */
export const onlineQuery = queryOptions({
  queryKey: ['presence'],
  queryFn: async (): Promise<ReadonlySet<number>> => {
    const online = new Set(await ask());
    asked = new Set();
    askForShown();
    return online;
  },
  staleTime: Number.POSITIVE_INFINITY,
});

/** Asks for the players on the screen, whom the list of all may leave out. */
function askForShown() {
  if (gathering) return;
  gathering = setTimeout(async () => {
    gathering = undefined;
    const ids = shownPlayers(LIMITS.presence.asked);
    const known = queryClient.getQueryData(onlineQuery.queryKey) !== undefined;
    if (!known || ids.every((id) => asked.has(id))) return;
    asked = new Set(ids);
    const answer = await ask(ids).catch(() => null);
    // Asked again with the next player shown, or once the connection is back.
    if (!answer) asked = new Set();
    else
      queryClient.setQueryData(onlineQuery.queryKey, (online) => online && withAnswer(online, ids, answer));
  }, GATHER_MS);
}

/** Whether a player is online; false while that is not known. */
export function useIsOnline(userId: number): boolean {
  useEffect(() => {
    const hide = showPlayer(userId);
    askForShown();
    return hide;
  }, [userId]);
  return useQuery({ ...onlineQuery, select: (online) => online.has(userId) }).data ?? false;
}
