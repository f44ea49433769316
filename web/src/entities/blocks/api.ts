import { BLOCK_TEXTS } from '@rivalhold/shared/texts/blocks.ts';
import { type QueryClient, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { fetchAgain } from '../../lib/query-client.ts';
import { useSocketEvent } from '../../lib/socket.ts';
import { announce } from '../../ui/live-region.tsx';
import { toast, toastError } from '../../ui/toast.ts';
import { ACTIVITY_KEY } from '../activity/index.ts';
import { FEED_KEY } from '../posts/index.ts';
import { sessionQuery } from '../session/index.ts';

/** Players that the viewer has blocked, sorted by name. */
export const blocksQuery = queryOptions({
  queryKey: ['blocks'],
  queryFn: ({ signal }) => api('GET /api/blocks', { signal }),
});

/** Return whether the viewer has blocked a player; false while unknown. */
export const useIsBlocked = (userId: number): boolean =>
  useQuery({ ...blocksQuery, select: (blocks) => blocks.some(({ id }) => id === userId) }).data ?? false;

/**
 * Report whether the cached list of blocked players contains a player. Used to ignore events that the server sent
 * before it stored the block.
 */
export const isBlocked = (client: QueryClient, userId: number | null): boolean =>
  client.getQueryData(blocksQuery.queryKey)?.some(({ id }) => id === userId) ?? false;

/** Return the id of toasts about a player. Blocking the player removes these toasts. */
export const toastAbout = (userId: number): string => `about:${userId}`;

/**
 * Key of mutations that block or mute a player. Such a mutation reloads the data of this tab itself, so the tab ignores
 * the server's event while the mutation runs.
 */
export const BLOCKING_KEY = ['blocking'];

type BlockChange = { player: { id: number; username: string }; block: boolean };

/** Return a mutation that blocks or unblocks a player. It stays pending until the list of blocks is reloaded. */
export function useToggleBlock() {
  const client = useQueryClient();
  return useMutation({
    mutationKey: BLOCKING_KEY,
    mutationFn: ({ player, block }: BlockChange) =>
      api(block ? 'POST /api/blocks/{userId}' : 'DELETE /api/blocks/{userId}', {
        params: { userId: player.id },
      }),
    onSuccess: (_response, { player, block }) => {
      if (block) toast.dismiss(toastAbout(player.id));
      announce(block ? BLOCK_TEXTS.blocked(player.username) : BLOCK_TEXTS.unblocked(player.username));
    },
    onError: toastError(BLOCK_TEXTS.failed),
    onSettled: () => reloadAfterBlock(client),
  });
}

/**
 * Reload nearly everything, since a block or a mute changes what the viewer sees. Waits only for the list of blocks.
 */
export async function reloadAfterBlock(client: QueryClient): Promise<void> {
  const blocked = await fetchAgain(client, blocksQuery).catch(() => []);
  for (const { id } of blocked) toast.dismiss(toastAbout(id));
  // Let blocked content unmount first, so that it is not reloaded.
  await new Promise((resolve) => setTimeout(resolve));
  void client.invalidateQueries({
    predicate: ({ queryKey: [first], meta }) =>
      first !== sessionQuery.queryKey[0] &&
      first !== blocksQuery.queryKey[0] &&
      meta?.refetchOnReconnect !== false,
  });
  // Also reload these queries, which otherwise only live events update.
  for (const queryKey of [FEED_KEY, ACTIVITY_KEY]) void client.invalidateQueries({ queryKey });
}

/** Update the page after blocks and mutes in other tabs. */
export function useBlockEvents(): void {
  const client = useQueryClient();
  // The event also reaches the tab in which the player acted. That tab ignores the event and reloads its data itself.
  useSocketEvent(
    'blocks:changed',
    () => client.isMutating({ mutationKey: BLOCKING_KEY }) || void reloadAfterBlock(client),
  );
}
