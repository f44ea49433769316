import { CONFIRM_EMAIL_TEXTS as TEXTS } from '@rivalhold/shared/texts/confirm-email.ts';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ME } from '../../testing/fixtures.ts';
import { answer, failure } from '../../testing/network.ts';
import { renderWithProviders } from '../../testing/render.tsx';
import { ConfirmNotice } from './components/confirm-notice.tsx';
import { ResendConfirmation } from './components/resend-confirmation.tsx';

const NEW = { ...ME, emailVerified: false };

it('offers to send the confirmation link again until the address is confirmed', async () => {
  answer('POST /api/users/me/confirmation', { message: 'Sent.' });
  const { user, rerender } = await renderWithProviders(<ConfirmNotice user={NEW} />);
  expect(screen.getByRole('region', { name: TEXTS.title })).toHaveTextContent(ME.email);
  await user.click(screen.getByRole('button', { name: TEXTS.resend }));
  expect(await screen.findByText('Sent.')).toBeInTheDocument();
  await rerender(<ConfirmNotice user={ME} />);
  expect(screen.queryByRole('region')).not.toBeInTheDocument();
});

it('hides the notice on request, but shows it to another player', async () => {
  const { user, rerender } = await renderWithProviders(<ConfirmNotice user={NEW} />);
  await user.click(screen.getByRole('button', { name: TEXTS.hide }));
  expect(screen.queryByRole('region')).not.toBeInTheDocument();
  await rerender(<ConfirmNotice user={{ ...NEW, id: 2 }} />);
  expect(screen.getByRole('region', { name: TEXTS.title })).toBeInTheDocument();
});

it('shows why the link was not sent again', async () => {
  answer('POST /api/users/me/confirmation', failure('tooOften', 'Try again tomorrow.'));
  const { user } = await renderWithProviders(<ResendConfirmation variant="primary" />);
  await user.click(screen.getByRole('button', { name: TEXTS.resend }));
  expect(await screen.findByText('Try again tomorrow.')).toBeInTheDocument();
});
