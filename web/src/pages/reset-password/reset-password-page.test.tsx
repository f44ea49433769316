import { ACCOUNT_LABELS, ACCOUNT_TEXTS } from '@rivalhold/shared/texts/accounts.ts';
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answer, calls, failure } from '../../testing/network.ts';
import { renderWithProviders } from '../../testing/render.tsx';
import { ResetPasswordPage } from './reset-password-page.tsx';

it('sets a new password with the link', async () => {
  answer('GET /api/users/reset-password/{token}', { message: '' });
  answer('POST /api/users/reset-password/{token}', failure('invalidToken', 'Too old.'));
  const { user } = await renderWithProviders(<ResetPasswordPage />, {
    me: null,
    route: '/reset-password/$token',
    at: '/reset-password/abc',
  });
  const button = await screen.findByRole('button', { name: ACCOUNT_LABELS.resetButton });
  await waitFor(() => expect(button).toBeDisabled());
  await user.type(screen.getByLabelText(ACCOUNT_LABELS.newPassword), 'new-password-1');
  await user.type(screen.getByLabelText(ACCOUNT_LABELS.confirmPassword), 'new-password-1');
  await user.click(button);
  expect(await screen.findByText('Too old.')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: ACCOUNT_LABELS.newLink })).toBeInTheDocument();
  answer('POST /api/users/reset-password/{token}', { message: '' });
  await user.click(button);
  expect(await screen.findByText(ACCOUNT_TEXTS.passwordReset)).toBeInTheDocument();
  expect(calls('POST /api/users/reset-password/{token}')[1]?.body).toEqual({ newPassword: 'new-password-1' });
});

it('shows immediately that a link is invalid', async () => {
  const page = { me: null, route: '/reset-password/$token', at: '/reset-password/abc' };
  answer('GET /api/users/reset-password/{token}', failure('invalidToken', 'Too old.'));
  const view = await renderWithProviders(<ResetPasswordPage />, page);
  expect(await screen.findByText('Too old.')).toBeInTheDocument();
  expect(screen.queryByLabelText(ACCOUNT_LABELS.newPassword)).not.toBeInTheDocument();
  expect(screen.getByRole('link', { name: ACCOUNT_LABELS.newLink })).toBeInTheDocument();
  view.unmount();
  answer('GET /api/users/reset-password/{token}', failure('tooOften'));
  await renderWithProviders(<ResetPasswordPage />, { ...page, at: '/reset-password/def' });
  expect(await screen.findByLabelText(ACCOUNT_LABELS.newPassword)).toBeInTheDocument();
});
