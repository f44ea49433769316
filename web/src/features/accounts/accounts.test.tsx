import { FIRST_FIGHT_PATH } from '@rivalhold/shared/newcomer.ts';
import { newcomerPortrait, PORTRAIT_SEED } from '@rivalhold/shared/portraits/newcomer.ts';
import { ACCOUNT_LABELS, ACCOUNT_TEXTS, COOKIE_TEXTS } from '@rivalhold/shared/texts/accounts.ts';
import { CAPTCHA_TEXTS } from '@rivalhold/shared/texts/captcha.ts';
import { CONFIRM_EMAIL_TEXTS } from '@rivalhold/shared/texts/confirm-email.ts';
import { DELETION_TEXTS } from '@rivalhold/shared/texts/deletion.ts';
import { EMAIL_CHANGE_TEXTS } from '@rivalhold/shared/texts/email-change.ts';
import { ERROR_TEXTS } from '@rivalhold/shared/texts/errors.ts';
import { PASSKEY_TEXTS } from '@rivalhold/shared/texts/passkeys.ts';
import { SESSION_LABELS } from '@rivalhold/shared/texts/session-labels.ts';
import { SESSION_TEXTS } from '@rivalhold/shared/texts/sessions.ts';
import { SETTINGS_TEXTS } from '@rivalhold/shared/texts/settings.ts';
import { SHELL_TEXTS } from '@rivalhold/shared/texts/shell.ts';
import { SIGN_UP_TEXTS } from '@rivalhold/shared/texts/sign-up.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { getSession } from '../../entities/session/api.ts';
import { clearReturnPath, readReturnPath, saveReturnPath } from '../../lib/return-path.ts';
import { ME, minutesAgo } from '../../testing/fixtures.ts';
import { answer, breakCsrf, calls, failure } from '../../testing/network.ts';
import { renderWithProviders } from '../../testing/render.tsx';
import { AccountDialogButton } from './components/account-dialog-button.tsx';
import { AccountDialogHost } from './components/account-dialog-host.tsx';
import { AccountDialogs } from './components/account-dialogs.tsx';
import { ChangePassword } from './components/change-password.tsx';
import { DeleteAccount } from './components/delete-account.tsx';
import { DeleteDialog } from './components/delete-dialog.tsx';
import { EmailState } from './components/email-state.tsx';
import { ForgotForm } from './components/forgot-form.tsx';
import { SessionList } from './components/session-list.tsx';
import { SignInForm } from './components/sign-in-form.tsx';
import { SignUpForm } from './components/sign-up-form.tsx';
import { ThemeChoice } from './components/theme-choice.tsx';
import { setDialogsMissing, showAccountDialog } from './dialogs.ts';
import { saveMailSent, wasMailSent } from './sign-up-mail.ts';

const guest = { me: null };
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
const button = (name: string) => screen.getByRole('button', { name });

afterEach(() => {
  showAccountDialog(null);
  clearReturnPath();
});

it('signs in once after a double click', async () => {
  const reply = Promise.withResolvers<{ user: typeof ME }>();
  answer('POST /api/session', () => reply.promise);
  const { user } = await renderWithProviders(<SignInForm />, guest);
  expect(button(ACCOUNT_LABELS.signIn)).toBeDisabled();
  await user.type(field(ACCOUNT_LABELS.credential), 'Astrid');
  await user.type(field(ACCOUNT_LABELS.password), 'secret-password');
  await user.dblClick(button(ACCOUNT_LABELS.signIn));
  await waitFor(() => expect(button(ACCOUNT_LABELS.signIn)).toHaveAttribute('aria-busy', 'true'));
  reply.resolve({ user: ME });
  await waitFor(() => expect(getSession()).toEqual(ME));
  expect(calls('POST /api/session').map(({ body }) => body)).toEqual([
    { credential: 'Astrid', password: 'secret-password', remember: true },
  ]);
});

it('shows an error for wrong credentials and keeps the entered values', async () => {
  answer('POST /api/session', failure('credentials'));
  const { user } = await renderWithProviders(<SignInForm />, guest);
  await user.type(field(ACCOUNT_LABELS.credential), 'Astrid');
  await user.type(field(ACCOUNT_LABELS.password), 'wrong-password{Enter}');
  expect(await screen.findByText(ERROR_TEXTS.credentials)).toBeInTheDocument();
  expect(field(ACCOUNT_LABELS.credential)).toHaveValue('Astrid');
  expect(getSession()).toBeNull();
});

it('offers a suspended player a link to the appeal page', async () => {
  const message = 'Your account is permanently suspended. Reason: Scripts';
  answer(
    'POST /api/session',
    Response.json({ code: 'suspended', message, appealToken: 'abc' }, { status: 403 }),
  );
  const { user } = await renderWithProviders(<SignInForm />, guest);
  await user.type(field(ACCOUNT_LABELS.credential), 'Astrid');
  await user.type(field(ACCOUNT_LABELS.password), 'right-password{Enter}');
  expect(await screen.findByText(message)).toBeInTheDocument();
  const link = await screen.findByRole('link', { name: ACCOUNT_LABELS.appeal });
  expect(link).toHaveAttribute('href', '/appeal/link');
  answer('POST /api/session', failure('credentials'));
  await user.type(field(ACCOUNT_LABELS.password), 'x{Enter}');
  await waitFor(() => expect(link).not.toBeInTheDocument());
});

it('requires four characters for the name and six for the password', async () => {
  const { user } = await renderWithProviders(<SignInForm />, guest);
  await user.type(field(ACCOUNT_LABELS.credential), 'abc');
  await user.type(field(ACCOUNT_LABELS.password), '123456');
  expect(button(ACCOUNT_LABELS.signIn)).toBeDisabled();
  await user.type(field(ACCOUNT_LABELS.credential), 'd');
  await waitFor(() => expect(button(ACCOUNT_LABELS.signIn)).toBeEnabled());
  await user.type(field(ACCOUNT_LABELS.password), '{Backspace}');
  await waitFor(() => expect(button(ACCOUNT_LABELS.signIn)).toBeDisabled());
});

it('asks for a code if the account has a second factor', async () => {
  answer('POST /api/session', ({ body }) =>
    body.code === undefined
      ? failure('secondFactor')
      : body.code === '123456'
        ? { user: ME }
        : failure('secondFactor', 'Wrong code.', { code: 'Wrong code.' }),
  );
  const { user } = await renderWithProviders(<SignInForm />, guest);
  await user.type(field(ACCOUNT_LABELS.credential), 'Astrid');
  await user.type(field(ACCOUNT_LABELS.password), 'secret-password{Enter}');
  const code = await screen.findByLabelText(PASSKEY_TEXTS.code);
  expect(screen.getByText(ERROR_TEXTS.secondFactor)).toBeInTheDocument();
  await waitFor(() => expect(code).toHaveFocus());
  await user.keyboard('000000{Enter}');
  expect(await screen.findByText('Wrong code.')).toBeInTheDocument();
  await user.clear(code);
  await user.type(code, '123456{Enter}');
  await waitFor(() => expect(getSession()).toEqual(ME));
});

async function requestLink(user: Awaited<ReturnType<typeof renderWithProviders>>['user']) {
  await user.type(field(ACCOUNT_LABELS.email), 'astrid@example.com');
  await waitFor(() => expect(button(ACCOUNT_LABELS.sendLink)).toBeEnabled());
  await user.keyboard('{Enter}');
}

it('shows an error if the CSRF token cannot be restored', async () => {
  const signIn = await renderWithProviders(<SignInForm />, guest);
  breakCsrf();
  await signIn.user.type(field(ACCOUNT_LABELS.credential), 'Astrid');
  await signIn.user.type(field(ACCOUNT_LABELS.password), 'secret-password');
  await waitFor(() => expect(button(ACCOUNT_LABELS.signIn)).toBeEnabled());
  await signIn.user.keyboard('{Enter}');
  expect(await screen.findByText(SHELL_TEXTS.csrf)).toBeInTheDocument();
  signIn.unmount();
  const forgot = await renderWithProviders(<ForgotForm onBack={() => undefined} />, guest);
  await requestLink(forgot.user);
  expect(await screen.findByText(SHELL_TEXTS.csrf)).toBeInTheDocument();
});

it('shows and hides the typed password', async () => {
  const { user } = await renderWithProviders(<SignInForm />, guest);
  await user.click(button('Show password'));
  expect(field(ACCOUNT_LABELS.password)).toHaveAttribute('type', 'text');
  await user.click(button('Hide password'));
  expect(field(ACCOUNT_LABELS.password)).toHaveAttribute('type', 'password');
});

it('shows the cookie list over the form and keeps the typed values', async () => {
  const { user } = await renderWithProviders(<SignInForm />, guest);
  await user.type(field(ACCOUNT_LABELS.credential), 'Astrid');
  await user.click(button(SESSION_LABELS.cookieSettings));
  const dialog = await screen.findByRole('dialog', { name: SESSION_LABELS.cookieSettings });
  for (const entry of ['Session cookie', 'CSRF token', 'Socket ID', COOKIE_TEXTS.promise])
    expect(within(dialog).getByText(entry)).toBeInTheDocument();
  await user.click(within(dialog).getByRole('button', { name: 'Close' }));
  expect(field(ACCOUNT_LABELS.credential)).toHaveValue('Astrid');
});

const NEW_PLAYER = {
  [ACCOUNT_LABELS.email]: ' new@example.com ',
  [ACCOUNT_LABELS.username]: 'Newcomer',
  [ACCOUNT_LABELS.firstName]: 'New',
  [ACCOUNT_LABELS.lastName]: 'Comer',
  [ACCOUNT_LABELS.password]: 'long-enough-password',
  [ACCOUNT_LABELS.confirmPassword]: 'long-enough-password',
};

async function fillSignUp() {
  const view = await renderWithProviders(<SignUpForm />, guest);
  for (const [label, value] of Object.entries(NEW_PLAYER)) await view.user.type(field(label), value);
  await waitFor(() => expect(button(SESSION_LABELS.signUp)).toBeEnabled());
  return view;
}

it('signs up with trimmed values', async () => {
  answer('POST /api/users', { user: ME, mailSent: true });
  const { user } = await fillSignUp();
  await user.click(button(SESSION_LABELS.signUp));
  await waitFor(() => expect(getSession()).toEqual(ME));
  expect(calls('POST /api/users')[0]?.body).toMatchObject({
    email: 'new@example.com',
    username: 'Newcomer',
    portrait: expect.stringMatching(PORTRAIT_SEED),
  });
  expect(readReturnPath()).toBe(FIRST_FIGHT_PATH);
  expect(wasMailSent(ME.id)).toBe(true);
});

it('does not record a confirmation email as sent if the server sent none', async () => {
  saveMailSent(ME.id, true);
  answer('POST /api/users', { user: ME, mailSent: false });
  const { user } = await fillSignUp();
  await user.click(button(SESSION_LABELS.signUp));
  await waitFor(() => expect(getSession()).toEqual(ME));
  expect(wasMailSent(ME.id)).toBe(false);
});

it('keeps a guest’s return path until after the sign-up', async () => {
  saveReturnPath('/forum');
  answer('POST /api/users', { user: ME, mailSent: true });
  const { user } = await fillSignUp();
  await user.click(button(SESSION_LABELS.signUp));
  await waitFor(() => expect(getSession()).toEqual(ME));
  expect(readReturnPath()).toBe('/forum');
});

it('signs up with a portrait that is chosen with the keyboard', async () => {
  answer('POST /api/users', { user: ME, mailSent: true });
  const { user } = await fillSignUp();
  const portrait = (number: number) => screen.getByRole('radio', { name: SIGN_UP_TEXTS.portrait(number) });
  const pictures = () =>
    [...document.querySelectorAll('fieldset img')].map((image) => image.getAttribute('src'));
  await screen.findByRole('group', { name: SIGN_UP_TEXTS.portraits });
  expect(screen.getByText('Newcomer')).toBeInTheDocument();
  expect(portrait(1)).toBeChecked();
  await user.click(portrait(1));
  await user.keyboard('{ArrowRight}');
  expect(portrait(2)).toBeChecked();
  const before = pictures();
  expect(new Set(before).size).toBe(before.length);
  await user.click(button(SIGN_UP_TEXTS.shuffle));
  expect(portrait(1)).toBeChecked();
  expect(pictures().filter((picture) => before.includes(picture))).toEqual([]);
  await user.click(portrait(3));
  await user.click(button(SESSION_LABELS.signUp));
  await waitFor(() => expect(calls('POST /api/users')).toHaveLength(1));
  const { portrait: seed } = calls('POST /api/users')[0]!.body;
  const chosen = `data:image/svg+xml,${encodeURIComponent(newcomerPortrait(seed ?? ''))}`;
  expect(pictures()[2]).toBe(chosen);
});

const CHALLENGE = {
  parameters: {
    algorithm: 'PBKDF2/SHA-256',
    nonce: '00'.repeat(16),
    salt: '00'.repeat(16),
    cost: 1,
    keyLength: 32,
    // The derived key must start with this prefix, which is short, so that a few tries are enough.
    keyPrefix: '0',
    keySignature: '',
    data: { expiresAt: 0 },
  },
  signature: 'signed',
};

it('solves a captcha if the server demands one, and announces the wait', async () => {
  const challenge = Promise.withResolvers<typeof CHALLENGE>();
  answer('GET /api/captcha', () => challenge.promise);
  answer('POST /api/users', ({ body }) => (body.captcha ? { user: ME, mailSent: true } : failure('captcha')));
  const { user } = await fillSignUp();
  await user.click(button(SESSION_LABELS.signUp));
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent(CAPTCHA_TEXTS.checking));
  challenge.resolve(CHALLENGE);
  await waitFor(() => expect(getSession()).toEqual(ME));
  const [first, second] = calls('POST /api/users').map(({ body }) => body.captcha);
  expect(first).toBeUndefined();
  expect(JSON.parse(atob(second ?? ''))).toMatchObject({
    challenge: CHALLENGE,
    solution: { derivedKey: expect.stringMatching(/^0/) },
  });
});

it('reports that a captcha could not be solved', async () => {
  answer('GET /api/captcha', {
    ...CHALLENGE,
    parameters: { ...CHALLENGE.parameters, keyPrefix: 'unsolvable' },
  });
  answer('POST /api/users', ({ body }) => (body.captcha ? { user: ME, mailSent: true } : failure('captcha')));
  const { user } = await fillSignUp();
  await user.click(button(SESSION_LABELS.signUp));
  await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent(CAPTCHA_TEXTS.failed));
  expect(screen.queryByText(CAPTCHA_TEXTS.checking)).not.toBeInTheDocument();
  answer('GET /api/captcha', CHALLENGE);
  await user.click(button(SESSION_LABELS.signUp));
  await waitFor(() => expect(getSession()).toEqual(ME));
});

it('validates a field on blur', async () => {
  const { user } = await fillSignUp();
  await user.clear(field(ACCOUNT_LABELS.email));
  await user.type(field(ACCOUNT_LABELS.email), 'nowhere');
  await user.tab();
  expect(field(ACCOUNT_LABELS.email)).toHaveAccessibleDescription(ACCOUNT_TEXTS.email);
  expect(button(SESSION_LABELS.signUp)).toBeDisabled();
  await user.type(field(ACCOUNT_LABELS.password), '!');
  await waitFor(() =>
    expect(field(ACCOUNT_LABELS.confirmPassword)).toHaveAccessibleDescription(ACCOUNT_TEXTS.confirmPassword),
  );
});

it.each([
  [ACCOUNT_LABELS.email, 'not-an-address', 'Please enter a valid email address'],
  [ACCOUNT_LABELS.username, 'abc', 'Username must be at least 4 characters'],
  [ACCOUNT_LABELS.password, '12345', 'Password must be at least 6 characters'],
  [ACCOUNT_LABELS.confirmPassword, 'another', 'Passwords do not match'],
])('rejects the %s “%s” with a readable message', async (label, value, message) => {
  const { user } = await renderWithProviders(<SignUpForm />, guest);
  await user.type(field(label), value);
  await user.tab();
  await waitFor(() => expect(field(label)).toHaveAccessibleDescription(message));
  expect(button(SESSION_LABELS.signUp)).toBeDisabled();
});

it('shows a server error at its field and focuses the field', async () => {
  answer('POST /api/users', failure('invalid', '', { username: ACCOUNT_TEXTS.usernameTaken }));
  const { user } = await fillSignUp();
  await user.click(button(SESSION_LABELS.signUp));
  await waitFor(() =>
    expect(field(ACCOUNT_LABELS.username)).toHaveAccessibleDescription(ACCOUNT_TEXTS.usernameTaken),
  );
  await waitFor(() => expect(field(ACCOUNT_LABELS.username)).toHaveFocus());
  expect(field(ACCOUNT_LABELS.password)).toHaveValue('long-enough-password');
});

it('enables the sign-up button for valid fields', async () => {
  const rejected = { email: ACCOUNT_TEXTS.emailTaken, username: ACCOUNT_TEXTS.usernameTaken };
  answer('POST /api/users', failure('invalid', '', rejected));
  const { user } = await fillSignUp();
  await user.click(button(SESSION_LABELS.signUp));
  await waitFor(() => expect(field(ACCOUNT_LABELS.email)).toHaveAccessibleDescription(rejected.email));
  await waitFor(() => expect(button(SESSION_LABELS.signUp)).toBeEnabled());
  expect(field(ACCOUNT_LABELS.username)).toHaveAccessibleDescription(rejected.username);
  await user.clear(field(ACCOUNT_LABELS.username));
  await waitFor(() => expect(button(SESSION_LABELS.signUp)).toBeDisabled());
  await user.type(field(ACCOUNT_LABELS.username), 'Another');
  await waitFor(() => expect(button(SESSION_LABELS.signUp)).toBeEnabled());
  answer('POST /api/users', { user: ME, mailSent: true });
  await user.click(button(SESSION_LABELS.signUp));
  await waitFor(() => expect(getSession()).toEqual(ME));
  expect(calls('POST /api/users').map(({ body }) => body.username)).toEqual(['Newcomer', 'Another']);
});

it('requests a reset link, and shows a confirmation or an error', async () => {
  answer('POST /api/users/forgot-password', { message: 'ok' });
  const { user } = await renderWithProviders(<ForgotForm onBack={() => undefined} />, guest);
  await requestLink(user);
  expect(await screen.findByText(ACCOUNT_TEXTS.resetSent)).toBeInTheDocument();
  answer('POST /api/users/forgot-password', failure('tooOften'));
  await user.click(button(ACCOUNT_LABELS.sendLink));
  expect(await screen.findByText(ACCOUNT_TEXTS.resetFailed)).toBeInTheDocument();
});

async function fillPasswords() {
  const view = await renderWithProviders(<ChangePassword username="Astrid" />);
  await view.user.type(field(ACCOUNT_LABELS.currentPassword), 'old-password-1');
  await view.user.type(field(ACCOUNT_LABELS.newPassword), 'new-password-1');
  await view.user.type(field(ACCOUNT_LABELS.confirmPassword), 'new-password-1');
  return view;
}

it('changes the password, and confirms that other sessions ended', async () => {
  answer('PATCH /api/users/change-password', { message: 'ok' });
  const { user } = await fillPasswords();
  await user.dblClick(button(SETTINGS_TEXTS.changePassword));
  expect(await screen.findByText(SETTINGS_TEXTS.passwordChanged)).toBeInTheDocument();
  expect(field(ACCOUNT_LABELS.currentPassword)).toHaveValue('');
  expect(calls('PATCH /api/users/change-password')).toHaveLength(1);
});

it('shows the error for a wrong current password at its field', async () => {
  answer(
    'PATCH /api/users/change-password',
    failure('invalid', '', { currentPassword: ACCOUNT_TEXTS.currentPassword }),
  );
  const { user } = await fillPasswords();
  await user.click(button(SETTINGS_TEXTS.changePassword));
  await waitFor(() =>
    expect(field(ACCOUNT_LABELS.currentPassword)).toHaveAccessibleDescription(ACCOUNT_TEXTS.currentPassword),
  );
  expect(field(ACCOUNT_LABELS.newPassword)).toHaveValue('new-password-1');
});

it('shows an error at each empty password field', async () => {
  const { user } = await renderWithProviders(<ChangePassword username="Astrid" />);
  await user.click(button(SETTINGS_TEXTS.changePassword));
  await waitFor(() =>
    expect(field(ACCOUNT_LABELS.currentPassword)).toHaveAccessibleDescription(
      ACCOUNT_TEXTS.currentPasswordMissing,
    ),
  );
  expect(field(ACCOUNT_LABELS.newPassword)).toHaveAccessibleDescription(ACCOUNT_TEXTS.password);
});

const device = (id: number, current: boolean) => ({
  id,
  device: `Browser ${id}`,
  address: '192.0.2.1',
  createdAt: minutesAgo(60),
  lastUsedAt: minutesAgo(10),
  current,
});

it('ends all other sessions after a confirmation', async () => {
  answer('GET /api/sessions', [device(1, true), device(2, false)]);
  answer('DELETE /api/sessions/others', { message: 'ok' });
  const { user } = await renderWithProviders(<SessionList />);
  await user.click(await screen.findByRole('button', { name: SESSION_TEXTS.signOutOthers }));
  const dialog = await screen.findByRole('dialog', { name: SESSION_TEXTS.signOutOthersTitle });
  answer('GET /api/sessions', [device(1, true)]);
  await user.click(within(dialog).getByRole('button', { name: SESSION_TEXTS.signOutOthers }));
  expect(await screen.findByText(SESSION_TEXTS.onlyThisSession)).toBeInTheDocument();
  expect(calls('DELETE /api/sessions/others')).toHaveLength(1);
});

it('ends one session', async () => {
  answer('GET /api/sessions', [device(1, true), device(2, false), device(3, false)]);
  answer('DELETE /api/sessions/{id}', { message: 'ok' });
  const { user } = await renderWithProviders(<SessionList />);
  await user.click(
    await screen.findByRole('button', { name: SESSION_TEXTS.signOutOf('Browser 3', '192.0.2.1') }),
  );
  await waitFor(() =>
    expect(calls('DELETE /api/sessions/{id}').map(({ params }) => params)).toEqual([{ id: '3' }]),
  );
  await waitFor(() => expect(calls('GET /api/sessions')).toHaveLength(2));
});

it('shows a pending email address, and cancels the change', async () => {
  answer('DELETE /api/users/me/pending-email', { message: EMAIL_CHANGE_TEXTS.cancelled });
  const { user } = await renderWithProviders(
    <EmailState user={{ ...ME, pendingEmail: 'new@example.com' }} />,
  );
  expect(screen.getByText('new@example.com')).toBeInTheDocument();
  expect(screen.getByText(ME.email)).toBeInTheDocument();
  await user.click(button(EMAIL_CHANGE_TEXTS.cancel));
  await waitFor(() => expect(calls('DELETE /api/users/me/pending-email')).toHaveLength(1));
});

it('offers a retry when sessions cannot be loaded', async () => {
  answer('GET /api/sessions', failure('forbidden'));
  const { user } = await renderWithProviders(<SessionList />);
  expect(await screen.findByText(SESSION_TEXTS.sessionsFailed)).toBeInTheDocument();
  answer('GET /api/sessions', [device(1, true)]);
  await user.click(button(SHELL_TEXTS.retry));
  expect(await screen.findByText(SESSION_TEXTS.thisSession)).toBeInTheDocument();
});

it('resends the confirmation link', async () => {
  answer('POST /api/users/me/confirmation', failure('tooOften'));
  const { user } = await renderWithProviders(<EmailState user={{ ...ME, emailVerified: false }} />);
  await user.click(button(CONFIRM_EMAIL_TEXTS.resend));
  expect(await screen.findByText(ERROR_TEXTS.tooOften)).toBeInTheDocument();
  answer('POST /api/users/me/confirmation', { message: 'Sent.' });
  await user.click(button(CONFIRM_EMAIL_TEXTS.resend));
  expect(await screen.findByText('Sent.')).toBeInTheDocument();
});

it('asks for the password before deleting the account', async () => {
  answer('DELETE /api/users/me', failure('invalid', '', { password: DELETION_TEXTS.wrongPassword }));
  const { user } = await renderWithProviders(<DeleteAccount />);
  await user.click(button(DELETION_TEXTS.open));
  const dialog = await screen.findByRole('dialog', { name: DELETION_TEXTS.dialogTitle });
  const confirm = within(dialog).getByRole('button', { name: DELETION_TEXTS.confirm });
  await user.click(confirm);
  expect(calls('DELETE /api/users/me')).toEqual([]);
  const password = within(dialog).getByLabelText(DELETION_TEXTS.password);
  await waitFor(() => expect(password).toHaveAccessibleDescription(DELETION_TEXTS.passwordMissing));
  await user.type(password, 'wrong');
  await user.click(confirm);
  await waitFor(() => expect(password).toHaveAccessibleDescription(DELETION_TEXTS.wrongPassword));
});

it('clears the typed password when the deletion is cancelled', async () => {
  let closed = 0;
  const { user } = await renderWithProviders(<DeleteDialog open onClose={() => closed++} />);
  await user.type(await screen.findByLabelText(DELETION_TEXTS.password), 'secret');
  await user.click(button(DELETION_TEXTS.cancel));
  expect(closed).toBe(1);
  expect(screen.getByLabelText(DELETION_TEXTS.password)).toHaveValue('');
});

it('opens an account dialog with a button, and closes it with Escape', async () => {
  const { user } = await renderWithProviders(
    <>
      <AccountDialogButton dialog="sign-up">Join</AccountDialogButton>
      <AccountDialogHost />
    </>,
    guest,
  );
  await user.click(button('Join'));
  expect(await screen.findByRole('dialog', { name: ACCOUNT_LABELS.createCharacter })).toBeInTheDocument();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
});

it('shows an error when the dialogs cannot be loaded', async () => {
  setDialogsMissing(true);
  await renderWithProviders(<AccountDialogHost />, guest);
  expect(screen.getByRole('alert')).toHaveTextContent(SHELL_TEXTS.unreachable);
  setDialogsMissing(false);
});

it('switches between account forms in the same dialog', async () => {
  const { rerender } = await renderWithProviders(<AccountDialogs open="sign-in" />, guest);
  expect(await screen.findByRole('dialog', { name: ACCOUNT_LABELS.welcomeBack })).toBeInTheDocument();
  await rerender(<AccountDialogs open="forgot" />);
  expect(await screen.findByRole('dialog', { name: ACCOUNT_LABELS.forgotTitle })).toBeInTheDocument();
});

it('applies a selected theme immediately', async () => {
  const { user } = await renderWithProviders(<ThemeChoice />);
  await user.click(screen.getByRole('radio', { name: SHELL_TEXTS.themeDark }));
  expect(screen.getByRole('radio', { name: SHELL_TEXTS.themeDark })).toBeChecked();
  expect(document.documentElement.outerHTML).toContain('dark');
});
