import { ACCOUNT_LABELS, ACCOUNT_TEXTS } from '@rivalhold/shared/texts/accounts.ts';
import { FORUM_TEXTS } from '@rivalhold/shared/texts/forum.ts';
import { useMutation } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { act, screen, waitFor, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { getSession, sessionEnded, setSession } from '../entities/session/api.ts';
import { announceSignOut } from '../entities/session/other-tabs.ts';
import { AccountDialogHost } from '../features/accounts/components/account-dialog-host.tsx';
import { isAccountDialogOpen, showAccountDialog } from '../features/accounts/dialogs.ts';
import { loadDialogs } from '../features/accounts/open-dialog.ts';
import { useSignOut } from '../features/accounts/use-sign-out.ts';
import { postLikes } from '../features/feed/likes.ts';
import { NewThreadDialog } from '../features/forum/components/new-thread-dialog.tsx';
import { api } from '../lib/api.ts';
import { queryClient } from '../lib/query-client.ts';
import { emit } from '../lib/socket.ts';
import { upload } from '../lib/upload.ts';
import { ME, RIVAL } from '../testing/fixtures.ts';
import { answer, calls, failure } from '../testing/network.ts';
import { renderWithProviders } from '../testing/render.tsx';
import { acknowledge, connect } from '../testing/socket.ts';
import { toast } from '../ui/toast.ts';
import { LiveUpdatesHost } from './live-updates-host.tsx';
import { useSessionSync } from './use-session-sync.ts';

function Site({ children }: { children?: ReactNode }) {
  useSessionSync(useRouter());
  return (
    <>
      {children}
      <AccountDialogHost />
    </>
  );
}

beforeEach(() => {
  answer('GET /api/session', { user: null });
  answer('GET /api/forum-categories', []);
});
afterEach(() => showAccountDialog(null));

const signInDialog = () => screen.findByRole('dialog', { name: ACCOUNT_LABELS.welcomeBack });

async function signInAgain(user: Awaited<ReturnType<typeof renderWithProviders>>['user'], as = ME) {
  const dialog = within(await signInDialog());
  answer('POST /api/session', { user: as });
  answer('GET /api/session', { user: as });
  expect(dialog.getByText(ACCOUNT_TEXTS.sessionEnded)).toBeInTheDocument();
  await user.type(dialog.getByLabelText(ACCOUNT_LABELS.credential), as.username);
  await user.type(dialog.getByLabelText(ACCOUNT_LABELS.password), 'secret-password{Enter}');
  await waitFor(() =>
    expect(screen.queryByRole('dialog', { name: ACCOUNT_LABELS.welcomeBack })).not.toBeInTheDocument(),
  );
}

it('asks the player to sign in again, and keeps what was typed', async () => {
  answer('GET /api/forum-categories', [
    { id: 1, slug: 'steel', title: 'Steel', description: '', threadCount: 0, postCount: 0 } as never,
  ]);
  answer('POST /api/forum-threads', failure('unauthenticated'));
  const { user, path } = await renderWithProviders(
    <Site>
      <NewThreadDialog open onClose={() => undefined} category={1} />
    </Site>,
    { route: '/player/forum', at: '/forum' },
  );
  const title = await screen.findByRole('textbox', { name: FORUM_TEXTS.threadTitle });
  const text = screen.getByRole('textbox', { name: FORUM_TEXTS.openingText });
  await user.type(title, 'Best shield?');
  await user.type(text, 'Which one');
  await screen.findByRole('option', { name: 'Steel' });
  await user.click(screen.getByRole('button', { name: FORUM_TEXTS.create }));
  await signInAgain(user);
  expect(path()).toBe('/forum');
  expect(title).toHaveValue('Best shield?');
  expect(text).toHaveValue('Which one');
  expect(getSession()).toEqual(ME);
});

const clipUpload = { field: 'file', file: new File(['x'], 'axe.png'), idempotencyKey: 'key' } as const;
const REJECTED: [string, () => unknown][] = [
  ['an API call outside of a mutation', () => api('POST /api/clips/{id}/view', { params: { id: 1 } })],
  ['an API call that reads data', () => api('GET /api/levels')],
  ['a like', () => postLikes.toggle(1, { on: false, count: 0 })],
  ['an upload', () => upload('POST /api/clips', clipUpload)],
];
it.each(REJECTED)('asks the player to sign in when %s is rejected', async (_name, act) => {
  for (const key of ['POST /api/clips/{id}/view', 'GET /api/levels', 'POST /api/feed/{id}/like'] as const)
    answer(key, failure('unauthenticated'));
  answer('POST /api/clips', failure('unauthenticated'));
  await renderWithProviders(<Site />);
  await Promise.resolve(act()).catch(() => undefined);
  expect(within(await signInDialog()).getByText(ACCOUNT_TEXTS.sessionEnded)).toBeInTheDocument();
  expect(getSession()).toEqual(ME);
});

it('asks the player to sign in when a message over the socket is rejected', async () => {
  acknowledge('chat message', () => ({ ok: false, code: 'unauthenticated', message: '' }) as never);
  const { user } = await renderWithProviders(<Site />);
  await connect(ME.id);
  await act(() => emit('chat message', { text: 'Hello', clientTempId: '1' }));
  const dialog = await signInDialog();
  await user.click(within(dialog).getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(dialog).not.toBeInTheDocument());
  await act(() => emit('chat message', { text: 'Hello', clientTempId: '1' }));
  expect(await signInDialog()).toBeInTheDocument();
});

it('hides the page until the player has signed in again', async () => {
  answer('GET /api/levels', failure('unauthenticated'));
  const { user } = await renderWithProviders(<Site>A private message</Site>);
  const isHidden = () => document.documentElement.hasAttribute('data-session-ended');
  expect(isHidden()).toBe(false);
  await api('GET /api/levels').catch(() => undefined);
  const dialog = await signInDialog();
  expect(isHidden()).toBe(true);
  await user.click(within(dialog).getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(dialog).not.toBeInTheDocument());
  expect(isHidden()).toBe(true);
  await user.click(await screen.findByRole('button', { name: ACCOUNT_LABELS.signIn }));
  await signInAgain(user);
  await waitFor(() => expect(isHidden()).toBe(false));
});

it('does not ask the player to sign in if the socket closes before another tab announces the logout', async () => {
  await renderWithProviders(<Site />);
  act(() => {
    sessionEnded.set(true);
    setSession(null);
  });
  await act(async () => void (await loadDialogs()));
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(isAccountDialogOpen()).toBe(false);
});

it('lets the player go to the landing page instead of signing in', async () => {
  answer('GET /api/levels', failure('unauthenticated'));
  const { user, path } = await renderWithProviders(<Site />);
  await api('GET /api/levels').catch(() => undefined);
  await user.click(within(await signInDialog()).getByRole('button', { name: 'Close' }));
  await user.click(await screen.findByRole('button', { name: ACCOUNT_LABELS.toLanding }));
  await waitFor(() => expect(getSession()).toBeNull());
  expect(path()).toBe('/');
  expect(document.documentElement).not.toHaveAttribute('data-session-ended');
});

it('lets another player sign in after the session has ended', async () => {
  answer('GET /api/levels', failure('unauthenticated'));
  const { user } = await renderWithProviders(<Site />);
  await api('GET /api/levels').catch(() => undefined);
  const other = { ...ME, id: RIVAL.id, username: RIVAL.username };
  await signInAgain(user, other);
  await waitFor(() => expect(getSession()).toEqual(other));
});

/** Wait until all requests are answered and any dialog that they cause is shown. */
async function allAnswered() {
  await waitFor(() => expect(queryClient.isMutating() + queryClient.isFetching()).toBe(0));
  await act(() => vi.dynamicImportSettled());
}

function LogOut() {
  const signOut = useSignOut();
  const other = useMutation({ mutationFn: () => api('GET /api/levels') });
  return (
    <button
      type="button"
      onClick={() => {
        signOut.mutate();
        other.mutate();
      }}
    >
      Log out
    </button>
  );
}

it('does not ask the player to sign in after a logout in this or another tab', async () => {
  answer('GET /api/levels', failure('unauthenticated'));
  answer('DELETE /api/session', { message: '' });
  const { user, unmount } = await renderWithProviders(
    <Site>
      <LogOut />
    </Site>,
  );
  await user.click(screen.getByRole('button', { name: 'Log out' }));
  await waitFor(() => expect(getSession()).toBeNull());
  await allAnswered();
  expect(calls('DELETE /api/session')).toHaveLength(1);
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  unmount();
  await renderWithProviders(<Site />);
  announceSignOut();
  await waitFor(() => expect(getSession()).toBeNull());
  await allAnswered();
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

it('removes the toasts of a player who logs out', async () => {
  await renderWithProviders(<LiveUpdatesHost meId={ME.id} />);
  toast.info('A secret.', { isPersistent: true });
  await screen.findByText('A secret.');
  act(() => setSession(null));
  await waitFor(() => expect(screen.queryByText('A secret.')).not.toBeInTheDocument());
});
