import type { PoolState } from '@rivalhold/shared/contract/ranked.ts';
import { RANKED_TEXTS as TEXTS } from '@rivalhold/shared/texts/ranked.ts';
import { READ_ONLY_TEXTS } from '@rivalhold/shared/texts/read-only.ts';
import { UI_TEXTS } from '@rivalhold/shared/texts/shell.ts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { readOnlyNotice } from '../entities/session/api.ts';
import { queryClient } from '../lib/query-client.ts';
import { ME, RIVAL } from '../testing/fixtures.ts';
import { answer, calls, failure } from '../testing/network.ts';
import { renderWithProviders } from '../testing/render.tsx';
import { connect, receive } from '../testing/socket.ts';
import { LiveUpdatesHost } from './live-updates-host.tsx';

const soon = () => new Date(Date.now() + 600_000).toISOString();
const makePool = (status: PoolState['status'], over: Partial<PoolState> = {}): PoolState => ({
  ...{ status, since: null, answerUntil: null, accepted: false },
  ...{ pausedUntil: null, opponentId: null, rating: 1500, provisional: false },
  ...over,
});
const OPEN_FIGHT = {
  ...{ id: 9, opponent: { ...RIVAL, level: 2, avatarUrl: null }, isAttacker: true, unseen: false },
  ...{ challengeExpiresAt: null, isRematch: false, lastAt: '2026-06-01T12:00:00.000Z' },
};
const FIGHTING = makePool('fighting', { opponentId: 2 });
const waiting = makePool('waiting', { since: '2026-06-01T12:00:00.000Z' });

/** Open a page as a player who is in the pool. */
async function openPage(at = '/store') {
  const view = await renderWithProviders(
    <>
      <input aria-label="Message" />
      <LiveUpdatesHost meId={ME.id} />
    </>,
    { at, route: at },
  );
  await connect(ME.id);
  // `LiveUpdatesHost` loads the pool's code on demand. Load the code now, so that it already handles the next event.
  await import('../features/ranked/components/pool-host.tsx');
  await receive('ranked:changed', waiting);
  await waitFor(() => expect(sessionStorage).toHaveLength(1));
  return view;
}
const dialog = () => screen.findByRole('dialog', { name: TEXTS.found });
const press = async (user: Awaited<ReturnType<typeof openPage>>['user'], name: string) =>
  user.click(within(await dialog()).getByRole('button', { name }));
const announcements = () => screen.getByRole('log', { name: UI_TEXTS.announcements });

it('asks the player to accept a found fight on every page except the pool’s page', async () => {
  const { user, path } = await openPage();
  answer('GET /api/combat/open', [OPEN_FIGHT]);
  const found = makePool('found', { answerUntil: soon() });
  answer('POST /api/ranked/pool/accept', { ...found, accepted: true });
  await receive('ranked:changed', found);
  await press(user, TEXTS.accept);
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(await screen.findByText(TEXTS.accepted)).toBeInTheDocument();
  expect(path()).toBe('/store');
  await receive('ranked:changed', FIGHTING);
  await waitFor(() => expect(path()).toBe('/fight/2'));
  // Screen readers read the dialog and the toast anyway, so the log announces only the start of the fight.
  expect(announcements().textContent.trim()).toBe(TEXTS.starting);
});

it('after the player declines a found fight, does not say that they have left the pool', async () => {
  const { user } = await openPage();
  answer('DELETE /api/ranked/pool', makePool('idle'));
  await receive('ranked:changed', makePool('found', { answerUntil: soon() }));
  await press(user, TEXTS.decline);
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(calls('DELETE /api/ranked/pool')).toHaveLength(1);
  expect(screen.queryByText(TEXTS.ended)).not.toBeInTheDocument();
});

it('if a fight that the player has accepted cannot begin, says that they have left the pool', async () => {
  const { user } = await openPage();
  const found = makePool('found', { answerUntil: soon() });
  answer('POST /api/ranked/pool/accept', { ...found, accepted: true });
  await receive('ranked:changed', found);
  await press(user, TEXTS.accept);
  expect(await screen.findByText(TEXTS.accepted)).toBeInTheDocument();
  await receive('ranked:changed', makePool('idle'));
  expect(await screen.findByText(TEXTS.ended)).toBeInTheDocument();
});

it('if the player does not answer, says that they have left the pool', async () => {
  const { user, path } = await openPage();
  await receive('ranked:changed', makePool('found', { answerUntil: soon() }));
  await dialog();
  await receive('ranked:changed', makePool('idle'));
  expect(await screen.findByText(TEXTS.ended)).toBeInTheDocument();
  await user.click(await screen.findByRole('button', { name: TEXTS.toPage }));
  await waitFor(() => expect(path()).toBe('/ranked'));
});

it('shows that a found fight is paused while the site is read-only, and lets the player close the dialog', async () => {
  const { user } = await openPage();
  await receive('ranked:changed', makePool('found', { answerUntil: soon() }));
  const question = await dialog();
  await act(async () => readOnlyNotice.set(READ_ONLY_TEXTS.notice('Back at 14:00 UTC.')));
  expect(within(question).getByText(`${TEXTS.readOnly} Back at 14:00 UTC.`)).toBeInTheDocument();
  await press(user, TEXTS.accept);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect([...calls('POST /api/ranked/pool/accept'), ...calls('DELETE /api/ranked/pool')]).toEqual([]);
  await act(async () => readOnlyNotice.set(null));
  await receive(
    'ranked:changed',
    makePool('found', { answerUntil: new Date(Date.now() + 600_000).toISOString() }),
  );
  expect(within(await dialog()).getByRole('timer')).toBeInTheDocument();
});

it('if the opponent is not available, says that the search continues', async () => {
  const { user } = await openPage();
  const found = makePool('found', { answerUntil: soon() });
  answer('POST /api/ranked/pool/accept', { ...found, accepted: true });
  await receive('ranked:changed', found);
  await press(user, TEXTS.accept);
  await receive('ranked:changed', waiting);
  expect(await screen.findByText(TEXTS.stillWaiting)).toBeInTheDocument();
});

it('offers to open a fight that was accepted in another tab', async () => {
  const { user, path } = await openPage();
  answer('GET /api/combat/open', [OPEN_FIGHT]);
  await receive('ranked:changed', FIGHTING);
  await user.click(await screen.findByRole('button', { name: TEXTS.toFight }));
  await waitFor(() => expect(path()).toBe('/fight/2'));
});

it('shows why a found fight could not be accepted', async () => {
  const { user } = await openPage();
  answer('POST /api/ranked/pool/accept', failure('conflict', TEXTS.tooLate));
  await receive('ranked:changed', makePool('found', { answerUntil: soon() }));
  await press(user, TEXTS.accept);
  expect(await within(await dialog()).findByText(TEXTS.tooLate)).toBeInTheDocument();
  await receive('ranked:changed', makePool('idle'));
  expect(await screen.findByText(TEXTS.ended)).toBeInTheDocument();
});

it('does not take the focus from a player who is typing', async () => {
  const { user } = await openPage();
  await user.type(screen.getByLabelText('Message'), 'Hello');
  await receive('ranked:changed', makePool('found', { answerUntil: soon() }));
  expect(await dialog()).not.toHaveAttribute('aria-modal');
  await waitFor(() => expect(announcements()).toHaveTextContent(`${TEXTS.found}. ${TEXTS.foundText}`));
  await user.keyboard(' there');
  expect(screen.getByLabelText('Message')).toHaveValue('Hello there');
});

it('announces a found fight on the pool’s page without a dialog', async () => {
  await openPage('/ranked');
  await receive('ranked:changed', makePool('found', { answerUntil: soon() }));
  await waitFor(() => expect(announcements()).toHaveTextContent(TEXTS.found));
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

it('loads the pool’s status after a page reload', async () => {
  const { unmount } = await openPage();
  unmount();
  queryClient.clear();
  answer('GET /api/ranked/pool', makePool('found', { answerUntil: soon() }));
  const view = await renderWithProviders(<LiveUpdatesHost meId={ME.id} />);
  await dialog();
  const loads = calls('GET /api/ranked/pool').length;
  await receive('ranked:changed', makePool('idle'));
  await waitFor(() => expect(sessionStorage).toHaveLength(0));
  view.unmount();
  queryClient.clear();
  await renderWithProviders(<LiveUpdatesHost meId={ME.id} />);
  expect(calls('GET /api/ranked/pool')).toHaveLength(loads);
});
