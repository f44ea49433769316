import { ACCOUNT_LABELS, ACCOUNT_TEXTS } from '@rivalhold/shared/texts/accounts.ts';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answer, calls, failure } from '../../testing/network.ts';
import { renderWithProviders } from '../../testing/render.tsx';
import { ConfirmEmailPage } from './confirm-email-page.tsx';

it('confirms an address only once the button is pressed, and explains a failure', async () => {
  answer('POST /api/users/confirm-email/{token}', failure('invalidToken', 'Too old.'));
  answer('GET /api/session', { user: null });
  const { user } = await renderWithProviders(<ConfirmEmailPage />, {
    me: null,
    route: '/confirm-email/$token',
    at: '/confirm-email/abc',
  });
  expect(calls('POST /api/users/confirm-email/{token}')).toEqual([]);
  const button = screen.getByRole('button', { name: ACCOUNT_LABELS.confirmEmailTitle });
  await user.click(button);
  expect(await screen.findByText('Too old.')).toBeInTheDocument();
  answer('POST /api/users/confirm-email/{token}', { message: ACCOUNT_TEXTS.emailConfirmed });
  await user.click(button);
  expect(await screen.findByText(ACCOUNT_TEXTS.emailConfirmed)).toBeInTheDocument();
  expect(calls('POST /api/users/confirm-email/{token}')[0]?.params.token).toBe('abc');
});
