import { STORE_TEXTS } from '@rivalhold/shared/texts/store.ts';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { POTION, STATS } from '../../testing/fixtures.ts';
import { answer, failure } from '../../testing/network.ts';
import { renderWithProviders } from '../../testing/render.tsx';
import { StorePage } from './store-page.tsx';

const page = { route: '/player/store', at: '/store' };

beforeEach(() => answer('GET /api/game/{userId}', { stats: { ...STATS, coins: 5 }, inventory: [] }));

it('opens a dialog about the missing coins if an item is too expensive', async () => {
  answer('GET /api/store', [POTION]);
  const { user } = await renderWithProviders(<StorePage />, page);
  await user.click(await screen.findByRole('button', { name: /^Buy Small potion/ }));
  expect(await screen.findByRole('dialog', { name: STORE_TEXTS.notEnoughTitle })).toBeInTheDocument();
});

it('keeps the filter for affordable items in the URL', async () => {
  answer('GET /api/store', [POTION]);
  const { user, path } = await renderWithProviders(<StorePage />, page);
  await user.click(await screen.findByRole('checkbox', { name: STORE_TEXTS.affordable }));
  await waitFor(() => expect(path()).toBe('/store?coins=true'));
  expect(await screen.findByText(STORE_TEXTS.nothing)).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: STORE_TEXTS.showAll }));
  await waitFor(() => expect(path()).toBe('/store'));
});

it('offers to load the store again after a failure', async () => {
  answer('GET /api/store', failure('forbidden'));
  const { user } = await renderWithProviders(<StorePage />, page);
  expect(await screen.findByText(STORE_TEXTS.failed)).toBeInTheDocument();
  answer('GET /api/store', [POTION]);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText(POTION.name)).toBeInTheDocument();
});
