import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api } from '../../lib/api.ts';
import { goalsQuery } from './api.ts';

/**
 * Send the browser's time zone if the server has stored another time zone for this player. If there is no connection, a
 * later visit sends it.
 */
export function useTimeZone(stored: string | undefined): void {
  const client = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: (timeZone: string) => api('PUT /api/goals/time-zone', { body: { timeZone } }),
    onSuccess: (goals) => client.setQueryData(goalsQuery.queryKey, goals),
  });
  useEffect(() => {
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    if (stored !== undefined && timeZone && timeZone !== stored) mutate(timeZone);
  }, [stored, mutate]);
}
