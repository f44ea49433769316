import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api } from '../../lib/api.ts';
import { localTimeZone } from '../../lib/local-time-zone.ts';
import { goalsQuery } from './api.ts';

/** Delay (ms) until the time zone is read, so that the page loads first: in some browsers, reading takes long. */
const DELAY_MS = 4_000;

/**
 * Send the browser's time zone if the server has stored another time zone for this player. If there is no connection,
 * or the player leaves the page first, a later visit sends the time zone.
 */
export function useTimeZone(stored: string | undefined): void {
  const client = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: (timeZone: string) => api('PUT /api/goals/time-zone', { body: { timeZone } }),
    onSuccess: (goals) => client.setQueryData(goalsQuery.queryKey, goals),
  });
  useEffect(() => {
    const timer = setTimeout(() => {
      const timeZone = localTimeZone();
      if (stored && timeZone !== stored) mutate(timeZone);
    }, DELAY_MS);
    return () => clearTimeout(timer);
  }, [stored, mutate]);
}
