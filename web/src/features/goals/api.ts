import type { Goal } from '@rivalhold/shared/contract/goals.ts';
import { GOAL_TEXTS as TEXTS } from '@rivalhold/shared/texts/goals.ts';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { queryClient } from '../../lib/query-client.ts';
import { serverNow } from '../../lib/server-clock.ts';
import { onSocketEvent } from '../../lib/socket.ts';
import { announce } from '../../ui/live-region.tsx';
import { toastError } from '../../ui/toast.ts';

/** The longest delay (ms) that a browser's timer supports. */
const MAX_DELAY_MS = 2 ** 31 - 1;

/** The goals of the day and the week, and the streak; loaded again when the day ends. */
export const goalsQuery = queryOptions({
  queryKey: ['goals'],
  queryFn: ({ signal }) => api('GET /api/goals', { signal }),
  refetchInterval: ({ state: { data } }) =>
    data !== undefined && Math.min(MAX_DELAY_MS, Math.max(1_000, Date.parse(data.dayEndsAt) - serverNow())),
});

/** A fair opponent for the next fight. */
export const opponentQuery = queryOptions({
  queryKey: ['combat', 'opponent'],
  queryFn: ({ signal }) => api('GET /api/combat/opponent', { signal }),
});

// Listen from startup, because changes that arrive before a page mounts would be missed.
onSocketEvent('goals:changed', () => void queryClient.invalidateQueries({ queryKey: goalsQuery.queryKey }));

/** Return a mutation that claims the reward of a goal. */
export function useClaimGoal() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ startsOn, goal }: Goal) =>
      api('POST /api/goals/{startsOn}/{goal}/claim', { params: { startsOn, goal } }),
    onSuccess: (goals, { coins }) => {
      client.setQueryData(goalsQuery.queryKey, goals);
      announce(TEXTS.claimed(coins));
    },
    onError: toastError(TEXTS.failed),
  });
}
