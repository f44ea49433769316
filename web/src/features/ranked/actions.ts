import type { PoolState } from '@rivalhold/shared/contract/ranked.ts';
import { RANKED_TEXTS as TEXTS } from '@rivalhold/shared/texts/ranked.ts';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { readOnlyNotice } from '../../entities/session/api.ts';
import { api } from '../../lib/api.ts';
import { queryClient } from '../../lib/query-client.ts';
import { useErrorText } from '../../lib/use-error-text.ts';
import { poolQuery, setPool } from './api.ts';

const { queryKey } = poolQuery;

/**
 * Return a function `run` that sends the request `action`, whether the request is running, and its error text. The
 * response is the player's new state in the pool.
 */
function usePoolAction(action: () => Promise<PoolState>) {
  const { mutate, reset, isPending, error } = useMutation({
    mutationFn: async () => {
      const before = queryClient.getQueryData(queryKey);
      const state = await action();
      // An event that arrived during the request is at least as new as the response, so keep the event's state.
      if (queryClient.getQueryData(queryKey) === before) await setPool(state);
    },
  });
  // When the read-only mode begins or ends, clear the error, because the error might be outdated.
  const clearError = useEffectEvent(() => error && reset());
  useEffect(() => readOnlyNotice.subscribe(() => clearError()), []);
  const run = (options?: { onError?: () => void }) => mutate(undefined, options);
  return { run, isPending, errorText: useErrorText(error, TEXTS.actionFailed) };
}

/** Return the action that puts the player into the pool for ranked fights. */
export const useJoinPool = () => usePoolAction(() => api('POST /api/ranked/pool'));
/** Return the action that takes the player out of the pool. */
export const useLeavePool = () => usePoolAction(() => api('DELETE /api/ranked/pool'));
/** Return the action that accepts the ranked fight that the pool offers. */
export const useAcceptFight = () => usePoolAction(() => api('POST /api/ranked/pool/accept'));
