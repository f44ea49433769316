import type { QuestStep } from '@rivalhold/shared/contract/quests.ts';
import { QUEST_TEXTS as TEXTS } from '@rivalhold/shared/texts/quests.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { focusMain } from '../../ui/focus-main.ts';
import { announce } from '../../ui/live-region.tsx';
import { toast, toastError } from '../../ui/toast.ts';
import { questsQuery } from './api.ts';

const onError = toastError(TEXTS.failed);

/** Claim the reward of a quest, show a toast and update the balance. */
export function useClaim() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ quest }: QuestStep) => api('POST /api/quests/{quest}/claim', { params: { quest } }),
    onSuccess: (quests, { coins }) => {
      client.setQueryData(questsQuery.queryKey, quests);
      announce(TEXTS.claimed(coins));
    },
    onError,
  });
}

/** Brings the quests back. */
export function useResume() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => api('DELETE /api/quests/skip'),
    onSuccess: (quests) => client.setQueryData(questsQuery.queryKey, quests),
    onError,
  });
}

/** Puts the quests away; the page's main part takes the focus of what is gone. */
export function useSkip() {
  const client = useQueryClient();
  const resume = useResume();
  return useMutation({
    mutationFn: () => api('POST /api/quests/skip'),
    onSuccess: (quests) => {
      client.setQueryData(questsQuery.queryKey, quests);
      focusMain();
      if (quests.state !== 'skipped') return;
      const action = { label: TEXTS.undo, onClick: () => resume.mutate() };
      toast.info(TEXTS.skipped, { id: 'quests-skipped', description: TEXTS.tomorrow, action });
    },
    onError,
  });
}
