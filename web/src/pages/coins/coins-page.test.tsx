import type { CoinMovement } from '@rivalhold/shared/contract/coins.ts';
import { COIN_TEXTS } from '@rivalhold/shared/texts/coins.ts';
import { SHELL_TEXTS, UI_TEXTS } from '@rivalhold/shared/texts/shell.ts';
import { screen } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { BalanceNav } from '../../features/coins/components/balance-nav.tsx';
import { ME, minutesAgo, POTION, STATS } from '../../testing/fixtures.ts';
import { answer, failure } from '../../testing/network.ts';
import { renderWithProviders } from '../../testing/render.tsx';
import { connect, receive } from '../../testing/socket.ts';
import { CoinsPage } from './coins-page.tsx';

const movement = {
  id: 1,
  amount: -10,
  reason: 'purchase',
  balance: 90,
  itemId: POTION.id,
  quantity: 1,
  fightId: null,
  createdAt: minutesAgo(5),
} as const;
const history = (...items: CoinMovement[]) => answer('GET /api/coins/history', { items, nextCursor: null });

beforeEach(() => {
  answer('GET /api/game/{userId}', { stats: STATS, inventory: [] });
  answer('GET /api/store', [POTION]);
});

it('shows item names once the catalogue has loaded', async () => {
  answer('GET /api/coins/history', failure('forbidden'));
  const { user } = await renderWithProviders(<CoinsPage />);
  expect(await screen.findByText(COIN_TEXTS.failed)).toBeInTheDocument();
  history(movement);
  await user.click(screen.getByRole('button', { name: SHELL_TEXTS.retry }));
  expect(await screen.findByText(COIN_TEXTS.reasons.purchase(POTION.name, 1))).toBeInTheDocument();
  expect(screen.getByText(COIN_TEXTS.end)).toBeInTheDocument();
});

it('loads older changes on request', async () => {
  answer('GET /api/coins/history', ({ query }) =>
    query.cursor
      ? { items: [{ ...movement, id: 1, reason: 'start', amount: 50, balance: 50 }], nextCursor: null }
      : { items: [{ ...movement, id: 2 }], nextCursor: 'next' },
  );
  const { user } = await renderWithProviders(<CoinsPage />);
  await user.click(await screen.findByRole('button', { name: UI_TEXTS.loadMore }));
  expect(await screen.findByText(COIN_TEXTS.reasons.start())).toBeInTheDocument();
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('−10'),
    expect.stringContaining('+50'),
  ]);
});

it('links a victory to its fight', async () => {
  history({ ...movement, amount: 1, reason: 'victory', itemId: null, fightId: 7 });
  await renderWithProviders(<CoinsPage />);
  expect(await screen.findByRole('link', { name: COIN_TEXTS.verify })).toHaveAttribute(
    'href',
    '/fights/7#verdict',
  );
});

it('shows an empty state, and then a new change without a reload of the page', async () => {
  history();
  const container = { current: null };
  await renderWithProviders(
    <>
      <BalanceNav userId={ME.id} container={container} />
      <CoinsPage />
    </>,
  );
  await connect(ME.id);
  expect(await screen.findByText(COIN_TEXTS.empty)).toBeInTheDocument();
  history(movement);
  await receive('coins:changed', { coins: 90, amount: -10, reason: 'purchase' });
  expect(await screen.findByText(COIN_TEXTS.reasons.purchase(POTION.name, 1))).toBeInTheDocument();
});
