import { SUPPORT } from '@rivalhold/shared/texts/support.ts';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answer, failure } from '../../testing/network.ts';
import { renderWithProviders } from '../../testing/render.tsx';
import { SupportPage } from './support-page.tsx';

const CONFIG = {
  giphyApiKey: null,
  giphyApiBase: '',
  supportEmail: 'help@example.com',
  sourceUrl: 'https://example.com/source',
  payments: 'none',
  version: '1',
} as const;

it('offers the source code through the support address if the site has no URL for it', async () => {
  answer('GET /api/config', { ...CONFIG, sourceUrl: null });
  await renderWithProviders(<SupportPage />, { me: null });
  expect(await screen.findByText(SUPPORT.sourceAsk)).toBeInTheDocument();
  expect(screen.queryByRole('link', { name: SUPPORT.sourceLink })).not.toBeInTheDocument();
});

it('offers to load the email address again after a failure', async () => {
  answer('GET /api/config', failure('forbidden'));
  const { user } = await renderWithProviders(<SupportPage />, { me: null });
  expect(await screen.findByText(SUPPORT.addressFailed)).toBeInTheDocument();
  answer('GET /api/config', CONFIG);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('link', { name: /help@example.com/ })).toHaveAttribute(
    'href',
    'mailto:help@example.com',
  );
  expect(screen.getByRole('link', { name: SUPPORT.sourceLink })).toBeInTheDocument();
});
