import { BLOCK_TEXTS } from '@rivalhold/shared/texts/blocks.ts';
import { type QueryClient, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { useSocketEvent } from '../../lib/socket.ts';
import { announce } from '../../ui/live-region.tsx';
import { sayFault } from '../../ui/toast.ts';
import { ACTIVITY_KEY } from '../activity/index.ts';
import { FEED_KEY } from '../posts/index.ts';
import { sessionQuery } from '../session/index.ts';

/** Whom one has blocked, by name. */
export const blocksQuery = queryOptions({
  queryKey: ['blocks'],
  queryFn: ({ signal }) => api('GET /api/blocks', { signal }),
});

/** Whether one has blocked a player; false while that is not known. */
export const useIsBlocked = (userId: number): boolean =>
  useQuery({ ...blocksQuery, select: (blocks) => blocks.some(({ id }) => id === userId) }).data ?? false;

const BLOCKING_KEY = ['blocking'];

type Turn = { player: { id: number; username: string }; block: boolean };

/** Blocks or unblocks; busy until the list shows it. */
export function useBlocking() {
  const client = useQueryClient();
  return useMutation({
    mutationKey: BLOCKING_KEY,
    mutationFn: ({ player, block }: Turn) =>
      api(block ? 'POST /api/blocks/{userId}' : 'DELETE /api/blocks/{userId}', {
        params: { userId: player.id },
      }),
    onSuccess: (_answer, { player, block }) =>
      announce(block ? BLOCK_TEXTS.blocked(player.username) : BLOCK_TEXTS.unblocked(player.username)),
    onError: sayFault(BLOCK_TEXTS.failed),
    onSettled: () => renewAll(client),
  });
}

/** Asks again for nearly everything: a block changes what one sees of it. Waits for the list of blocks alone. */
async function renewAll(client: QueryClient): Promise<void> {
  await client.invalidateQueries({ queryKey: blocksQuery.queryKey });
  // Whoever is blocked now goes from the screen first, and is not asked for.
  await new Promise((resolve) => setTimeout(resolve));
  void client.invalidateQueries({
    predicate: ({ queryKey: [first], meta }) =>
      first !== sessionQuery.queryKey[0] &&
      first !== blocksQuery.queryKey[0] &&
      meta?.refetchOnReconnect !== false,
  });
  // What live events keep otherwise.
  for (const queryKey of [FEED_KEY, ACTIVITY_KEY]) void client.invalidateQueries({ queryKey });
}

/** Follows what one blocks and unblocks in other tabs. */
export function useBlockEvents(): void {
  const client = useQueryClient();
  // The tab it was done in is about it already.
  useSocketEvent(
    'blocks:changed',
    () => client.isMutating({ mutationKey: BLOCKING_KEY }) || void renewAll(client),
  );
}
