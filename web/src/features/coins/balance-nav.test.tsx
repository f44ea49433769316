import { COIN_TEXTS } from '@rivalhold/shared/texts/coins.ts';
import { screen, waitFor } from '@testing-library/react';
import { useRef } from 'react';
import { expect, it } from 'vitest';
import { ME, STATS } from '../../testing/fixtures.ts';
import { answer } from '../../testing/network.ts';
import { renderWithProviders } from '../../testing/render.tsx';
import { connect, receive } from '../../testing/socket.ts';
import { BalanceNav } from './components/balance-nav.tsx';

function Nav() {
  return <BalanceNav userId={ME.id} container={useRef(null)} />;
}

it('updates the balance live', async () => {
  answer('GET /api/game/{userId}', { stats: { ...STATS, coins: 100 }, inventory: [] });
  const { user } = await renderWithProviders(<Nav />);
  await connect(ME.id);
  const button = await screen.findByRole('button', { name: COIN_TEXTS.balance(COIN_TEXTS.amount(100)) });
  // The event causes a reload. This reload never finishes, so only the event can provide the new balance.
  answer('GET /api/game/{userId}', () => new Promise(() => undefined));
  await receive('coins:changed', { coins: 105, amount: 5, reason: 'quest' });
  expect(button).toHaveAccessibleName(COIN_TEXTS.balance(COIN_TEXTS.amount(105)));
  expect(screen.getByText('+5')).toBeInTheDocument();
  await user.click(button);
  await user.click(await screen.findByRole('link', { name: COIN_TEXTS.history }));
  await waitFor(() =>
    expect(screen.queryByRole('link', { name: COIN_TEXTS.buyCoins })).not.toBeInTheDocument(),
  );
});
