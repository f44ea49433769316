import { LIMITS } from '@rivalhold/shared/limits.ts';
import { PROFILE_TEXT_FIELD_NAMES, PROFILE_TEXT_FIELDS } from '@rivalhold/shared/profiles.ts';
import { ACCOUNT_LABELS, ACCOUNT_TEXTS } from '@rivalhold/shared/texts/accounts.ts';
import { EDIT_PROFILE_TEXTS } from '@rivalhold/shared/texts/edit-profile.ts';
import { PROFILE_CARD_TEXTS, PROFILE_TEXTS } from '@rivalhold/shared/texts/profiles.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ME, MODERATOR, MYSELF, makeProfile, minutesAgo, RIVAL } from '../../testing/fixtures.ts';
import { answer, calls, failure } from '../../testing/network.ts';
import { renderWithProviders } from '../../testing/render.tsx';
import { AvatarEditor } from './components/edit/avatar-editor.tsx';
import { EditForm } from './components/edit/edit-form.tsx';
import { ProfileAvatar } from './components/profile-avatar.tsx';
import { StatusLine } from './components/status-line.tsx';

const own = makeProfile(MYSELF, { statusMessage: 'Ready' });
const button = (name: string) => screen.getByRole('button', { name });

it('saves a status with Enter and restores the focus', async () => {
  const { promise: isSaved, resolve: save } = Promise.withResolvers<void>();
  answer('PATCH /api/users/me/status', async () => {
    await isSaved;
    return { user: { ...ME, statusMessage: 'Set' } };
  });
  const { user } = await renderWithProviders(<StatusLine profile={own} own />);
  await user.click(screen.getByRole('button'));
  const field = screen.getByRole('textbox', { name: PROFILE_CARD_TEXTS.statusLabel });
  expect(field).toHaveFocus();
  await user.clear(field);
  await user.type(field, 'Set{Enter}{Enter}');
  save();
  expect(await screen.findByText(PROFILE_CARD_TEXTS.statusSaved)).toBeInTheDocument();
  expect(calls('PATCH /api/users/me/status').map(({ body }) => body)).toEqual([{ statusMessage: 'Set' }]);
  await waitFor(() => expect(screen.getByRole('button')).toHaveFocus());
});

it('shows at the field why a status cannot be saved', async () => {
  answer('PATCH /api/users/me/status', failure('tooOften', 'Too fast.'));
  const { user } = await renderWithProviders(<StatusLine profile={own} own />);
  await user.click(screen.getByRole('button'));
  const field = screen.getByRole('textbox');
  await user.type(field, '!{Enter}');
  await waitFor(() => expect(field).toHaveAccessibleDescription(expect.stringContaining('Too fast.')));
  await user.keyboard('{Escape}');
  expect(screen.getByText('Ready')).toBeInTheDocument();
});

it('does not save a status above the maximum length', async () => {
  const { user } = await renderWithProviders(<StatusLine profile={own} own />);
  await user.click(screen.getByRole('button'));
  await user.clear(screen.getByRole('textbox'));
  await user.paste('x'.repeat(LIMITS.statusMessage + 1));
  await user.keyboard('{Enter}');
  expect(button(PROFILE_CARD_TEXTS.save)).toHaveAttribute('aria-disabled', 'true');
  expect(screen.getByRole('textbox')).toBeInTheDocument();
  expect(calls('PATCH /api/users/me/status')).toHaveLength(0);
});

it('offers no status editing to other players, and shows muted players a note', async () => {
  const view = await renderWithProviders(<StatusLine profile={own} own={false} />);
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
  view.unmount();
  const me = { ...ME, mutedUntil: minutesAgo(-60), muteReason: 'Spam' };
  const { user } = await renderWithProviders(<StatusLine profile={own} own />, { me });
  await user.click(screen.getByRole('button'));
  expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
  expect(screen.getByText('Spam')).toBeInTheDocument();
});

it('asks staff for confirmation before removing another player’s avatar', async () => {
  answer('PATCH /api/users/{id}/avatar/clear', failure('forbidden'));
  const profile = makeProfile({ ...RIVAL, avatarUrl: '/media/bjorn.jpg' });
  const { user } = await renderWithProviders(<ProfileAvatar profile={profile} />, { me: MODERATOR });
  await user.click(button(PROFILE_CARD_TEXTS.removeAvatar));
  await user.click(await screen.findByRole('button', { name: PROFILE_CARD_TEXTS.removeAvatarConfirm }));
  expect(await screen.findByText(PROFILE_CARD_TEXTS.removeAvatarFailed)).toBeInTheDocument();
});

const picture = new File(['x'], 'me.png', { type: 'image/png' });
const fileInput = () => document.querySelector('input[type="file"]') as HTMLInputElement;

it('uploads a new avatar, and shows why a picture was rejected', async () => {
  const { user } = await renderWithProviders(<AvatarEditor username="Astrid" />);
  await user.upload(fileInput(), new File(['x'], 'notes.txt', { type: 'text/plain' }));
  expect(await screen.findByText(EDIT_PROFILE_TEXTS.wrongType)).toBeInTheDocument();
  answer('POST /api/upload/avatar', failure('unavailable', 'Busy.'));
  await user.upload(fileInput(), picture);
  expect(await screen.findByText('Busy.')).toBeInTheDocument();
  answer('POST /api/upload/avatar', { avatarUrl: '/media/me.jpg' });
  await user.upload(fileInput(), picture);
  expect(await screen.findByText(EDIT_PROFILE_TEXTS.uploaded)).toBeInTheDocument();
});

it('cancels the upload of an avatar on request', async () => {
  answer('POST /api/upload/avatar', () => new Promise(() => undefined));
  const { user } = await renderWithProviders(<AvatarEditor username="Astrid" />);
  await user.upload(fileInput(), picture);
  await user.click(await screen.findByRole('button', { name: EDIT_PROFILE_TEXTS.cancelUpload }));
  expect(await screen.findByRole('button', { name: EDIT_PROFILE_TEXTS.choosePicture })).toBeInTheDocument();
});

const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);

it('sends only the changed fields of a profile, once after a double click', async () => {
  const reply = Promise.withResolvers<{ user: typeof ME }>();
  answer('PATCH /api/profiles/profile', () => reply.promise);
  const { user } = await renderWithProviders(<EditForm user={ME} profile={own} />);
  expect(button(EDIT_PROFILE_TEXTS.save)).toHaveAttribute('aria-disabled', 'true');
  await user.type(field(PROFILE_TEXT_FIELDS.location.label), 'Bergen');
  await user.dblClick(button(EDIT_PROFILE_TEXTS.save));
  reply.resolve({ user: ME });
  expect(await screen.findByText(EDIT_PROFILE_TEXTS.saved)).toBeInTheDocument();
  expect(calls('PATCH /api/profiles/profile').map(({ body }) => body)).toEqual([{ location: 'Bergen' }]);
});

it('keeps text that the player enters while the profile is being saved, and saves it next', async () => {
  const reply = Promise.withResolvers<{ user: typeof ME }>();
  answer('PATCH /api/profiles/profile', () => reply.promise);
  const { user } = await renderWithProviders(<EditForm user={ME} profile={own} />);
  await user.type(field(PROFILE_TEXT_FIELDS.location.label), 'Bergen');
  await user.click(button(EDIT_PROFILE_TEXTS.save));
  await user.type(field(ACCOUNT_LABELS.firstName), 'Grace');
  reply.resolve({ user: ME });
  await waitFor(() => expect(button(EDIT_PROFILE_TEXTS.save)).not.toHaveAttribute('aria-busy', 'true'));
  expect(field(ACCOUNT_LABELS.firstName)).toHaveValue(`${ME.firstName}Grace`);
  await user.click(button(EDIT_PROFILE_TEXTS.save));
  expect(await screen.findByText(EDIT_PROFILE_TEXTS.saved)).toBeInTheDocument();
  expect(calls('PATCH /api/profiles/profile').map(({ body }) => body)).toEqual([
    { location: 'Bergen' },
    { firstName: `${ME.firstName}Grace` },
  ]);
});

it('requires a first name, and shows why the profile could not be saved', async () => {
  answer('PATCH /api/profiles/profile', failure('internal'));
  const { user } = await renderWithProviders(<EditForm user={ME} profile={own} />);
  const name = field(ACCOUNT_LABELS.firstName);
  await user.clear(name);
  await user.type(name, ' ');
  await user.click(button(EDIT_PROFILE_TEXTS.save));
  await waitFor(() =>
    expect(name).toHaveAccessibleDescription(expect.stringContaining(ACCOUNT_TEXTS.firstName)),
  );
  await user.type(name, 'Ada');
  await user.click(button(EDIT_PROFILE_TEXTS.save));
  expect(await screen.findByText(EDIT_PROFILE_TEXTS.failed)).toBeInTheDocument();
});

it('requires the password for a change of the email address, and shows errors at their fields', async () => {
  answer('PATCH /api/profiles/profile', failure('invalid', '', { username: ACCOUNT_TEXTS.usernameTaken }));
  const { user } = await renderWithProviders(<EditForm user={ME} profile={own} />);
  await user.type(field(ACCOUNT_LABELS.email), 'x');
  await user.click(button(EDIT_PROFILE_TEXTS.save));
  const password = field(ACCOUNT_LABELS.currentPassword);
  await waitFor(() =>
    expect(password).toHaveAccessibleDescription(
      expect.stringContaining(ACCOUNT_TEXTS.currentPasswordMissing),
    ),
  );
  await user.type(password, 'secret');
  await user.click(button(EDIT_PROFILE_TEXTS.save));
  await waitFor(() =>
    expect(field(ACCOUNT_LABELS.username)).toHaveAccessibleDescription(
      expect.stringContaining(ACCOUNT_TEXTS.usernameTaken),
    ),
  );
  await waitFor(() => expect(field(ACCOUNT_LABELS.username)).toHaveFocus());
});

it.each(PROFILE_TEXT_FIELD_NAMES)(
  'rejects text above the maximum length in the field %s, and saves text of that length',
  async (name) => {
    answer('PATCH /api/profiles/profile', { user: ME });
    const { label, maxLength } = PROFILE_TEXT_FIELDS[name];
    const { user } = await renderWithProviders(<EditForm user={ME} profile={own} />);
    await user.click(field(label));
    await user.paste('x'.repeat(maxLength + 1));
    await user.tab();
    await waitFor(() =>
      expect(field(label)).toHaveAccessibleDescription(
        expect.stringContaining(PROFILE_TEXTS.textTooLong(maxLength)),
      ),
    );
    await user.type(field(label), '{Backspace}');
    await user.click(button(EDIT_PROFILE_TEXTS.save));
    await screen.findByText(EDIT_PROFILE_TEXTS.saved);
    const sent = calls('PATCH /api/profiles/profile').map(({ body }) => body);
    expect(sent).toEqual([{ [name]: 'x'.repeat(maxLength) }]);
  },
);

it('rejects an age below the limit with an error at its field', async () => {
  const { user } = await renderWithProviders(<EditForm user={ME} profile={own} />);
  await user.type(field(EDIT_PROFILE_TEXTS.age), String(LIMITS.age.min - 1));
  await user.tab();
  await waitFor(() =>
    expect(field(EDIT_PROFILE_TEXTS.age)).toHaveAccessibleDescription(
      expect.stringContaining(PROFILE_TEXTS.age),
    ),
  );
});

it('asks for confirmation before leaving a form with unsaved changes', async () => {
  const { user, path } = await renderWithProviders(<EditForm user={ME} profile={own} />, { at: '/edit' });
  await user.type(field(PROFILE_TEXT_FIELDS.location.label), 'Bergen');
  await user.click(screen.getByRole('link', { name: EDIT_PROFILE_TEXTS.backToProfile }));
  const dialog = await screen.findByRole('dialog', { name: EDIT_PROFILE_TEXTS.leaveTitle });
  expect(path()).toBe('/edit');
  await user.click(within(dialog).getByRole('button', { name: EDIT_PROFILE_TEXTS.leave }));
  await waitFor(() => expect(path()).toBe('/profiles/1'));
});
