import { PLAYER_MUTE_TEXTS } from '@rivalhold/shared/texts/player-mutes.ts';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { BLOCKING_KEY, reloadAfterBlock, toastAbout } from '../../entities/blocks/api.ts';
import { api } from '../../lib/api.ts';
import { fetchAgain } from '../../lib/query-client.ts';
import { announce } from '../../ui/live-region.tsx';
import { toast, toastError } from '../../ui/toast.ts';

/** Players that the viewer has muted, sorted by name. */
export const playerMutesQuery = queryOptions({
  queryKey: ['player-mutes'],
  queryFn: ({ signal }) => api('GET /api/player-mutes', { signal }),
});

type MuteChange = { player: { id: number; username: string }; mute: boolean };

/** Return a mutation that mutes or unmutes a player. Afterwards, nearly all cached data is reloaded. */
export function useToggleMute() {
  const client = useQueryClient();
  return useMutation({
    mutationKey: BLOCKING_KEY,
    mutationFn: ({ player, mute }: MuteChange) =>
      api(mute ? 'POST /api/player-mutes/{userId}' : 'DELETE /api/player-mutes/{userId}', {
        params: { userId: player.id },
      }),
    onSuccess: async (_response, { player, mute }) => {
      if (mute) toast.dismiss(toastAbout(player.id));
      await fetchAgain(client, playerMutesQuery).catch(() => undefined);
      if (!mute) return announce(PLAYER_MUTE_TEXTS.unmuted(player.username));
      toast.success(PLAYER_MUTE_TEXTS.muted(player.username), { description: PLAYER_MUTE_TEXTS.mutedText });
    },
    onError: toastError(PLAYER_MUTE_TEXTS.failed),
    onSettled: () => reloadAfterBlock(client),
  });
}
