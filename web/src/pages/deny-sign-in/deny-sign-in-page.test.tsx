import { DENY_SIGN_IN_TEXTS as TEXTS } from '@rivalhold/shared/texts/deny-sign-in.ts';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answer, calls, failure } from '../../testing/network.ts';
import { renderWithProviders } from '../../testing/render.tsx';
import { DenySignInPage } from './deny-sign-in-page.tsx';

it('denies a sign-in only when the button is pressed, and explains a failure', async () => {
  answer('POST /api/users/deny-sign-in/{token}', failure('invalidToken', 'Too old.'));
  const { user } = await renderWithProviders(<DenySignInPage />, {
    me: null,
    route: '/deny-sign-in/$token',
    at: '/deny-sign-in/abc',
  });
  const button = screen.getByRole('button', { name: TEXTS.deny });
  await user.click(button);
  expect(await screen.findByText('Too old.')).toBeInTheDocument();
  answer('POST /api/users/deny-sign-in/{token}', { message: TEXTS.done });
  await user.click(button);
  expect(await screen.findByText(TEXTS.done)).toBeInTheDocument();
  const tokens = calls('POST /api/users/deny-sign-in/{token}').map(({ params }) => params.token);
  expect(tokens).toEqual(['abc', 'abc']);
});
