import { MutationObserver, QueryObserver } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import { waitFor } from '../../../scripts/testing/wait-for.ts';
import { patchQueries, queryClient, refetchAfterReconnect } from './query-client.ts';

it('refetches visible queries after a reconnect, except queries that opt out', async () => {
  const metas = { all: {}, stays: { refetchOnReconnect: false }, itself: { refetchesItself: true } };
  const fetched: string[] = [];
  const stops = Object.entries(metas).map(([name, meta]) =>
    new QueryObserver(queryClient, {
      queryKey: [name],
      meta,
      queryFn: () => fetched.push(name),
      staleTime: Number.POSITIVE_INFINITY,
    }).subscribe(() => {}),
  );
  await waitFor(() => expect([fetched.length, queryClient.isFetching()]).toEqual([3, 0]));
  await refetchAfterReconnect();
  expect(fetched.slice(3)).toEqual(['all']);
  for (const stop of stops) stop();
});

it('keeps the update time of patched data, and whether the data is stale', async () => {
  const queryKey = ['player'];
  const updatedAt = Date.now() - 5_000;
  queryClient.setQueryData(queryKey, { name: 'old', status: '' }, { updatedAt });
  patchQueries<{ status: string }>(queryClient, queryKey, (player) => ({ ...player, status: 'first' }));
  expect(queryClient.getQueryState(queryKey)).toMatchObject({
    data: { name: 'old', status: 'first' },
    dataUpdatedAt: updatedAt,
  });

  // The request never gets a response.
  const queryFn = ({ signal }: { signal: AbortSignal }) =>
    new Promise((_resolve, reject) => signal.addEventListener('abort', reject));
  const observe = () =>
    new QueryObserver(queryClient, { queryKey, queryFn, staleTime: Number.POSITIVE_INFINITY });
  const close = observe().subscribe(() => {});
  void queryClient.invalidateQueries({ queryKey });
  patchQueries<{ status: string }>(queryClient, queryKey, (player) => ({ ...player, status: 'second' }));
  close();
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  expect(observe().getCurrentResult().isStale).toBe(true);
});

it('reports a mutation as pending without waiting for a timer', async () => {
  vi.useFakeTimers();
  const send = new MutationObserver(queryClient, { mutationFn: () => new Promise(() => undefined) });
  const isPending = vi.fn();
  const stop = send.subscribe((state) => isPending(state.isPending));
  void send.mutate();
  await Promise.resolve();
  expect(isPending).toHaveBeenCalledWith(true);
  stop();
  vi.useRealTimers();
});
