import type { TitleId } from '@rivalhold/shared/contract/goals.ts';
import { TITLE_TEXTS as TEXTS } from '@rivalhold/shared/texts/titles.ts';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { queryClient } from '../../lib/query-client.ts';
import { onSocketEvent } from '../../lib/socket.ts';
import { toastError } from '../../ui/toast.ts';

/** The titles of a player. */
export const titlesQuery = (userId: number) =>
  queryOptions({
    queryKey: ['titles', userId],
    queryFn: ({ signal }) => api('GET /api/titles/{userId}', { params: { userId }, signal }),
  });

onSocketEvent(
  'titles:changed',
  ({ userId }) => void queryClient.invalidateQueries({ queryKey: titlesQuery(userId).queryKey }),
);

/** Return a mutation that chooses the title that the player shows, or none. */
export function useChooseTitle(meId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (title: TitleId | null) => api('PUT /api/titles/chosen', { body: { title } }),
    onSuccess: (titles) => client.setQueryData(titlesQuery(meId).queryKey, titles),
    onError: toastError(TEXTS.failed),
  });
}
