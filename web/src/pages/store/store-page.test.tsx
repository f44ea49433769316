import { STORE_TEXTS } from '@rivalhold/shared/texts/store.ts';
import { screen, waitFor, within } from '@testing-library/react';
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
  const dialog = await screen.findByRole('dialog', { name: STORE_TEXTS.notEnoughTitle });
  expect(
    within(dialog)
      .getAllByRole('link')
      .map((link) => link.getAttribute('href')),
  ).toEqual(['/coinstore', '/directory']);
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

it('collapses items of later levels, and hides them if the filter for the player’s level is on', async () => {
  const from = (minLevel: number) => ({ ...POTION, id: minLevel, name: `Potion ${minLevel}`, minLevel });
  answer('GET /api/store', [from(1), from(5), from(9), from(9.5)]);
  const { user } = await renderWithProviders(<StorePage />, page);
  const later = await screen.findByText('Potion 9.5');
  expect(screen.getByText('Potion 5')).toBeVisible();
  expect(later).not.toBeVisible();
  await user.click(screen.getByText(/^\d+ more items? from level/));
  expect(later).toBeVisible();
  await user.click(screen.getByRole('checkbox', { name: STORE_TEXTS.forLevel }));
  await waitFor(() => expect(screen.queryByText('Potion 5')).not.toBeInTheDocument());
});
