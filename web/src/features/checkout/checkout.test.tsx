import { CHECKOUT_TEXTS } from '@rivalhold/shared/texts/checkout.ts';
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answer, calls, failure } from '../../testing/network.ts';
import { renderWithProviders } from '../../testing/render.tsx';
import { LimitCard } from './components/limit-card.tsx';

const limit = { packsPerDay: 3, bought: 1, owed: 0, next: null };

it('saves a daily purchase limit once after a double click, and shows the new limit', async () => {
  answer('GET /api/checkout/limit', limit);
  const reply = Promise.withResolvers<typeof limit>();
  answer('PUT /api/checkout/limit', () => reply.promise);
  const { user } = await renderWithProviders(<LimitCard />);
  await user.selectOptions(await screen.findByRole('combobox', { name: CHECKOUT_TEXTS.limitLabel }), '1');
  await user.dblClick(screen.getByRole('button', { name: CHECKOUT_TEXTS.limitSave }));
  reply.resolve({ ...limit, packsPerDay: 1 });
  expect(await screen.findByText(CHECKOUT_TEXTS.limitBought(1, 1))).toBeInTheDocument();
  expect(calls('PUT /api/checkout/limit').map(({ body }) => body)).toEqual([{ packsPerDay: 1 }]);
});

it('keeps the chosen limit when saving fails', async () => {
  answer('GET /api/checkout/limit', limit);
  answer('PUT /api/checkout/limit', failure('unavailable'));
  const { user } = await renderWithProviders(<LimitCard />);
  const choice = await screen.findByRole('combobox', { name: CHECKOUT_TEXTS.limitLabel });
  await user.selectOptions(choice, '0');
  const save = screen.getByRole('button', { name: CHECKOUT_TEXTS.limitSave });
  await user.click(save);
  await waitFor(() => expect(save).not.toHaveAttribute('aria-busy'));
  expect(choice).toHaveValue('0');
});

it('offers a retry when the limit cannot be loaded', async () => {
  answer('GET /api/checkout/limit', failure('forbidden'));
  const { user } = await renderWithProviders(<LimitCard />);
  expect(await screen.findByText(CHECKOUT_TEXTS.limitLoadFailed)).toBeInTheDocument();
  answer('GET /api/checkout/limit', limit);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('combobox')).toHaveValue('3');
});
