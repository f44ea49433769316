import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { waitFor } from '../../../scripts/testing/wait-for.ts';
import { invalidateAndRefetch } from './invalidate-and-refetch.ts';

it('replaces the response of a first load that started before the invalidation', async () => {
  const client = new QueryClient();
  const answers: ((result: string) => void)[] = [];
  const queryKey = ['list'];
  const queryFn = () => new Promise<string>((result) => answers.push(result));
  const stop = new QueryObserver(client, { queryKey, queryFn }).subscribe(() => {});
  const renewed = invalidateAndRefetch(client, { queryKey });
  answers[0]?.('before');
  await waitFor(() => expect(answers).toHaveLength(2));
  answers[1]?.('after');
  await renewed;
  expect(client.getQueryData(queryKey)).toBe('after');
  const again = invalidateAndRefetch(client, { queryKey });
  answers[2]?.('last');
  await again;
  expect([client.getQueryData(queryKey), answers.length]).toEqual(['last', 3]);
  stop();
});
