import type { TitleId } from '@rivalhold/shared/contract/goals.ts';
import { TITLE_TEXTS as TEXTS } from '@rivalhold/shared/texts/titles.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { toastError } from '../../ui/toast.ts';
import { titlesQuery } from './titles-api.ts';

/** Return a mutation that chooses the title that the player shows, or none. */
export function useChooseTitle(meId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (title: TitleId | null) => api('PUT /api/titles/chosen', { body: { title } }),
    onSuccess: (titles) => client.setQueryData(titlesQuery(meId).queryKey, titles),
    onError: toastError(TEXTS.failed),
  });
}
