import { ACCOUNT_LABELS } from '@rivalhold/shared/texts/accounts.ts';
import { CONFIRM_EMAIL_TEXTS as TEXTS } from '@rivalhold/shared/texts/confirm-email.ts';
import { SESSION_LABELS } from '@rivalhold/shared/texts/session-labels.ts';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ME } from '../../testing/fixtures.ts';
import { answer, calls, failure } from '../../testing/network.ts';
import { renderWithProviders } from '../../testing/render.tsx';
import { ConfirmEmailPage } from './confirm-email-page.tsx';

const open = async (me: typeof ME | null) => {
  answer('GET /api/session', { user: me });
  const { user } = await renderWithProviders(<ConfirmEmailPage />, {
    me,
    route: '/confirm-email/$token',
    at: '/confirm-email/abc',
  });
  return user;
};
const button = () => screen.getByRole('button', { name: TEXTS.title });
const invalid = () => answer('POST /api/users/confirm-email/{token}', failure('invalidToken', 'Too old.'));

it('confirms an address only when the button is pressed', async () => {
  answer('POST /api/users/confirm-email/{token}', failure('tooOften', 'Too often.'));
  const user = await open(null);
  await user.click(button());
  expect(await screen.findByText('Too often.')).toBeInTheDocument();
  answer('POST /api/users/confirm-email/{token}', { message: TEXTS.emailConfirmed });
  await user.click(button());
  expect(await screen.findByRole('heading', { name: TEXTS.done })).toBeInTheDocument();
  expect(screen.getByRole('button', { name: SESSION_LABELS.logIn })).toBeInTheDocument();
  const tokens = calls('POST /api/users/confirm-email/{token}').map(({ params }) => params.token);
  expect(tokens).toEqual(['abc', 'abc']);
});

it('asks guests with an invalid link to log in', async () => {
  invalid();
  const user = await open(null);
  await user.click(button());
  expect(await screen.findByText(TEXTS.invalidForGuest)).toBeInTheDocument();
  expect(screen.getByRole('button', { name: SESSION_LABELS.logIn })).toBeInTheDocument();
});

it('offers a new link to players with an invalid link', async () => {
  invalid();
  answer('POST /api/users/me/confirmation', { message: TEXTS.sent });
  const user = await open({ ...ME, emailVerified: false });
  await user.click(button());
  expect(await screen.findByText(TEXTS.invalidText(ME.email))).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: TEXTS.resend }));
  expect(await screen.findByText(TEXTS.sent)).toBeInTheDocument();
});

it('leads players with a confirmed address to the dashboard', async () => {
  invalid();
  const user = await open({ ...ME, emailVerified: true });
  await user.click(button());
  expect(await screen.findByText(TEXTS.alreadyDone(ME.email))).toBeInTheDocument();
  expect(screen.getByRole('link', { name: ACCOUNT_LABELS.toDashboard })).toHaveAttribute(
    'href',
    '/dashboard',
  );
});
