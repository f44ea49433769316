import type { SessionUser } from '@rivalhold/shared/contract/accounts.ts';
import { QueryObserver } from '@tanstack/react-query';
import { beforeEach, expect, it, vi } from 'vitest';
import { waitFor } from '../../../scripts/testing/wait-for.ts';
import { sessionQuery } from '../entities/session/api.ts';
import { queryClient } from '../lib/query-client.ts';
import { clearCacheOnPlayerChange } from './clear-player-cache.ts';

const signIn = (id: number | null) =>
  queryClient.setQueryData(sessionQuery.queryKey, id === null ? null : ({ id } as SessionUser));

beforeEach(() => queryClient.clear());

it('clears the cached data of a player when another player signs in', async () => {
  signIn(1);
  const stop = clearCacheOnPlayerChange();
  queryClient.setQueryData(['feed', 'posts'], 'of 1');
  const queryFn = vi.fn(() => new Promise<string>(() => {}));
  // This query never reloads by itself, so its data stays visible unless the cache is cleared.
  queryClient.setQueryData(['activity'], 'of 1');
  const shown = new QueryObserver(queryClient, {
    queryKey: ['activity'],
    queryFn,
    staleTime: Number.POSITIVE_INFINITY,
    meta: { refetchOnReconnect: false },
  });
  const leave = shown.subscribe(() => {});
  signIn(1);
  signIn(null);
  await new Promise((resolve) => setTimeout(resolve));
  expect(queryClient.getQueryData(['feed', 'posts'])).toBe('of 1');
  signIn(2);
  await waitFor(() => expect(queryClient.getQueryData(['feed', 'posts'])).toBeUndefined());
  expect(shown.getCurrentResult().data).toBeUndefined();
  leave();
  stop();
});
