import { COIN_TEXTS } from '@rivalhold/shared/texts/coins.ts';
import { SHELL_TEXTS } from '@rivalhold/shared/texts/shell.ts';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { minutesAgo, POTION, STATS } from '../../testing/fixtures.ts';
import { answer, failure } from '../../testing/network.ts';
import { renderWithProviders } from '../../testing/render.tsx';
import { CoinsPage } from './coins-page.tsx';

it('shows item names once the catalogue has loaded', async () => {
  answer('GET /api/game/{userId}', { stats: STATS, inventory: [] });
  answer('GET /api/store', [POTION]);
  answer('GET /api/coins/history', failure('forbidden'));
  const { user } = await renderWithProviders(<CoinsPage />);
  expect(await screen.findByText(COIN_TEXTS.failed)).toBeInTheDocument();
  answer('GET /api/coins/history', {
    items: [
      {
        id: 1,
        amount: -10,
        reason: 'purchase',
        balance: 90,
        itemId: POTION.id,
        quantity: 1,
        fightId: null,
        createdAt: minutesAgo(5),
      },
    ],
    nextCursor: null,
  });
  await user.click(screen.getByRole('button', { name: SHELL_TEXTS.retry }));
  expect(await screen.findByText(COIN_TEXTS.reasons.purchase(POTION.name, 1))).toBeInTheDocument();
  expect(screen.getByText(COIN_TEXTS.end)).toBeInTheDocument();
});
