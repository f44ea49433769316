import type { QuestStep } from '@rivalhold/shared/contract/quests.ts';
import { QUEST_TEXTS as TEXTS } from '@rivalhold/shared/texts/quests.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { focusMain } from '../../ui/focus-main.ts';
import { announce } from '../../ui/live-region.tsx';
import { toast, toastError } from '../../ui/toast.ts';
import { questsQuery } from './api.ts';

const onError = toastError(TEXTS.failed);

/** Return a mutation that claims the reward of a quest, and announces the received coins to screen readers. */
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

/** Return a mutation that restores skipped quests. */
export function useResume() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => api('DELETE /api/quests/skip'),
    onSuccess: (quests) => client.setQueryData(questsQuery.queryKey, quests),
    onError,
  });
}

/** Return a mutation that skips the quests, and moves the focus from the removed card to the main content. */
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
