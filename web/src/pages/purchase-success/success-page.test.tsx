import { CHECKOUT_TEXTS } from '@rivalhold/shared/texts/checkout.ts';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ME, STATS } from '../../testing/fixtures.ts';
import { answer } from '../../testing/network.ts';
import { renderWithProviders } from '../../testing/render.tsx';
import { connect, receive } from '../../testing/socket.ts';
import { SuccessPage } from './success-page.tsx';

it('shows that the coins have arrived', async () => {
  answer('GET /api/game/{userId}', { stats: STATS, inventory: [] });
  answer('GET /api/checkout/verify-session', { status: 'pending', packId: 'small', coins: 50, balance: 100 });
  await renderWithProviders(<SuccessPage />, {
    route: '/player/purchase/success',
    at: '/purchase/success?session_id=cs',
  });
  await connect(ME.id);
  expect(await screen.findByText(CHECKOUT_TEXTS.pending)).toBeInTheDocument();
  answer('GET /api/checkout/verify-session', { status: 'paid', packId: 'small', coins: 50, balance: 150 });
  await receive('coins:changed', { coins: 150, amount: 50, reason: 'card' });
  expect(await screen.findByText(CHECKOUT_TEXTS.arrived(50))).toBeInTheDocument();
});
