import { QueryObserver } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { waitFor } from '../../../scripts/testing/wait-for.ts';
import { queryClient, refetchAfterReconnect } from './query-client.ts';

it('refetches visible queries, except queries that never change or that reload themselves', async () => {
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
