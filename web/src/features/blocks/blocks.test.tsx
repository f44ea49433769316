import { BLOCK_TEXTS } from '@rivalhold/shared/texts/blocks.ts';
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { blocksQuery } from '../../entities/blocks/api.ts';
import { fetchAgain, queryClient } from '../../lib/query-client.ts';
import { RIVAL } from '../../testing/fixtures.ts';
import { answer, calls, failure } from '../../testing/network.ts';
import { renderWithProviders } from '../../testing/render.tsx';
import { BlockList } from './components/block-list.tsx';

it('unblocks a player from the list', async () => {
  answer('GET /api/blocks', [RIVAL]);
  answer('DELETE /api/blocks/{userId}', failure('unavailable'));
  const { user } = await renderWithProviders(<BlockList />);
  const unblock = await screen.findByRole('button', { name: BLOCK_TEXTS.unblockPlayer('Bjorn') });
  await user.click(unblock);
  await waitFor(() => expect(unblock).not.toHaveAttribute('aria-busy'));
  answer('DELETE /api/blocks/{userId}', () => {
    answer('GET /api/blocks', []);
    return { message: '' };
  });
  await user.click(unblock);
  expect(await screen.findByText(BLOCK_TEXTS.listEmpty)).toBeInTheDocument();
});

it('ignores a list that was requested before a player was unblocked', async () => {
  answer('GET /api/blocks', [RIVAL]);
  const { user } = await renderWithProviders(<BlockList />);
  const unblock = await screen.findByRole('button', { name: BLOCK_TEXTS.unblockPlayer('Bjorn') });
  const older = Promise.withResolvers<[typeof RIVAL]>();
  answer('GET /api/blocks', () => older.promise);
  void queryClient.refetchQueries({ queryKey: ['blocks'] });
  await waitFor(() => expect(calls('GET /api/blocks')).toHaveLength(2));
  answer('DELETE /api/blocks/{userId}', { message: '' });
  answer('GET /api/blocks', []);
  await user.click(unblock);
  older.resolve([RIVAL]);
  expect(await screen.findByText(BLOCK_TEXTS.listEmpty)).toBeInTheDocument();
});

it('ignores the first list if it was requested before a player was blocked', async () => {
  const first = Promise.withResolvers<never[]>();
  answer('GET /api/blocks', () => first.promise);
  await renderWithProviders(<BlockList />);
  await waitFor(() => expect(calls('GET /api/blocks')).toHaveLength(1));
  answer('GET /api/blocks', [RIVAL]);
  const loaded = fetchAgain(queryClient, blocksQuery);
  first.resolve([]);
  expect(await loaded).toEqual([RIVAL]);
});

it('offers a retry when the list cannot be loaded', async () => {
  answer('GET /api/blocks', failure('forbidden'));
  const { user } = await renderWithProviders(<BlockList />);
  expect(await screen.findByText(BLOCK_TEXTS.listFailed)).toBeInTheDocument();
  answer('GET /api/blocks', []);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText(BLOCK_TEXTS.listEmpty)).toBeInTheDocument();
});
