import { COIN_PACKS, type CoinPack } from '@rivalhold/shared/checkout/packs.ts';
import { formatPrice } from '@rivalhold/shared/format-decimal.ts';
import { CHECKOUT_TEXTS } from '@rivalhold/shared/texts/checkout.ts';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { STATS } from '../../testing/fixtures.ts';
import { answer, calls, failure } from '../../testing/network.ts';
import { renderWithProviders } from '../../testing/render.tsx';
import { CoinstorePage } from './coinstore-page.tsx';

const config = (payments: 'stripe' | 'sandbox' | 'none') =>
  answer('GET /api/config', {
    giphyApiKey: null,
    giphyApiBase: '',
    supportEmail: '',
    sourceUrl: null,
    payments,
    version: '1',
  });
const [pack, other] = COIN_PACKS as [CoinPack, CoinPack];
const buy = ({ name, coins, cents }: CoinPack) =>
  screen.findByRole('button', { name: CHECKOUT_TEXTS.nameOfBuy(name, coins, formatPrice(cents)) });

beforeEach(() => {
  answer('GET /api/game/{userId}', { stats: STATS, inventory: [] });
  answer('GET /api/checkout/limit', { packsPerDay: 3, bought: 0, owed: 20, next: null });
});

it('starts only one payment after several clicks', async () => {
  config('sandbox');
  const reply = Promise.withResolvers<Response>();
  answer('POST /api/checkout/create-session', () => reply.promise);
  const { user } = await renderWithProviders(<CoinstorePage />);
  expect(await screen.findByText(CHECKOUT_TEXTS.owed(20))).toBeInTheDocument();
  expect(screen.getByText(CHECKOUT_TEXTS.sandbox)).toBeInTheDocument();
  const first = await buy(pack);
  await user.dblClick(first);
  await user.click(await buy(other));
  await waitFor(() =>
    expect(calls('POST /api/checkout/create-session').map(({ body }) => body)).toEqual([{ packId: pack.id }]),
  );
  reply.resolve(failure('conflict', 'Limit reached.'));
  await waitFor(() => expect(first).toHaveAccessibleDescription('Limit reached.'));
});

it('shows that payments are not set up', async () => {
  config('none');
  await renderWithProviders(<CoinstorePage />);
  expect(await screen.findByText(CHECKOUT_TEXTS.notSetUp)).toBeInTheDocument();
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
});

it('offers a retry after a failure', async () => {
  answer('GET /api/config', failure('forbidden'));
  const { user } = await renderWithProviders(<CoinstorePage />);
  expect(await screen.findByText(CHECKOUT_TEXTS.loadFailed)).toBeInTheDocument();
  config('stripe');
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await buy(pack)).toBeInTheDocument();
});
