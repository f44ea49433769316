import type { PoolState } from '@rivalhold/shared/contract/ranked.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { RANKED_TEXTS as TEXTS } from '@rivalhold/shared/texts/ranked.ts';
import { READ_ONLY_TEXTS } from '@rivalhold/shared/texts/read-only.ts';
import { SHELL_TEXTS } from '@rivalhold/shared/texts/shell.ts';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { readOnlyNotice } from '../../entities/session/api.ts';
import { poolQuery } from '../../features/ranked/api.ts';
import { PoolHost } from '../../features/ranked/components/pool-host.tsx';
import { usePoolEvents } from '../../features/ranked/realtime.ts';
import { queryClient } from '../../lib/query-client.ts';
import { ME, RIVAL } from '../../testing/fixtures.ts';
import { answer, calls, failure } from '../../testing/network.ts';
import { renderWithProviders } from '../../testing/render.tsx';
import { connect, receive } from '../../testing/socket.ts';
import { RankedPage } from './ranked-page.tsx';

function LivePage() {
  usePoolEvents(ME.id);
  return <RankedPage />;
}

const NeedsPool = () => <p>{String(usePoolEvents(ME.id))}</p>;
const OtherPage = () => usePoolEvents(ME.id) && <PoolHost />;

const OPEN_FIGHT = {
  ...{ id: 9, opponent: { ...RIVAL, level: 2, avatarUrl: null }, isAttacker: true, unseen: false },
  ...{ challengeExpiresAt: null, isRematch: false, lastAt: '2026-06-01T12:00:00.000Z' },
};
const ago = (ms: number) => new Date(Date.now() - ms).toISOString();
const makePool = (over: Partial<PoolState> = {}): PoolState => ({
  ...{ status: 'idle', since: null, answerUntil: null, accepted: false },
  ...{ pausedUntil: null, opponentId: null, rating: 1500, provisional: false },
  ...over,
});
const waiting = (waitedMs = 0) => makePool({ status: 'waiting', since: ago(waitedMs) });
const found = (over: Partial<PoolState> = {}) =>
  makePool({ status: 'found', since: ago(5_000), answerUntil: ago(-LIMITS.ranked.answerMs), ...over });
const open = async (state: PoolState) => {
  answer('GET /api/ranked/pool', state);
  return renderWithProviders(<LivePage />, { at: '/ranked', route: '/ranked' });
};
const heading = (name: string) => screen.findByRole('heading', { name });

it('joins the pool, shows the rating range, and leaves the pool', async () => {
  const { user } = await open(makePool());
  answer('POST /api/ranked/pool', waiting());
  answer('DELETE /api/ranked/pool', makePool());
  await user.click(await screen.findByRole('button', { name: TEXTS.find }));
  expect(await heading(TEXTS.waiting)).toHaveFocus();
  expect(screen.getByRole('timer')).toHaveTextContent(/Ratings from 1,\d{3} to 1,\d{3}/);
  expect(screen.queryByText(TEXTS.sparring)).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: TEXTS.cancel }));
  expect(await screen.findByRole('button', { name: TEXTS.find })).toBeInTheDocument();
  expect(await heading(TEXTS.yourRating)).toHaveFocus();
});

it('asks the player to accept a found fight even if they loaded another page before any event arrived', async () => {
  const { user } = await open(makePool());
  answer('POST /api/ranked/pool', waiting());
  await user.click(await screen.findByRole('button', { name: TEXTS.find }));
  await heading(TEXTS.waiting);
  cleanup();
  queryClient.clear();
  answer('GET /api/ranked/pool', found());
  await renderWithProviders(<OtherPage />, { at: '/store', route: '$' });
  expect(await screen.findByRole('dialog', { name: TEXTS.found })).toBeInTheDocument();
});

it('loads the code of the pool only if the cached state says that the player is in the pool', async () => {
  queryClient.setQueryData(poolQuery.queryKey, makePool({ status: 'fighting', opponentId: 2 }));
  await renderWithProviders(<NeedsPool />, { at: '/fights/9', route: '$' });
  expect(screen.getByText('false')).toBeInTheDocument();
  await act(async () => queryClient.setQueryData(poolQuery.queryKey, waiting()));
  expect(screen.getByText('true')).toBeInTheDocument();
});

it('offers sparring and opponents of any rating after a minute of waiting', async () => {
  await open(waiting(60_000));
  expect(await screen.findByRole('link', { name: TEXTS.toSparring })).toHaveAttribute('href', '/practice');
  expect(screen.getByRole('timer')).toHaveTextContent(TEXTS.anyRange);
});

it('asks the player to accept a found fight, and waits for the opponent', async () => {
  const { user } = await open(waiting());
  await screen.findByText(TEXTS.waiting);
  await connect(ME.id);
  await receive('ranked:changed', found());
  answer('POST /api/ranked/pool/accept', found({ accepted: true }));
  expect(await screen.findByRole('heading', { name: TEXTS.found })).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: TEXTS.accept }));
  expect(await screen.findByText(TEXTS.accepted)).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: TEXTS.accept })).not.toBeInTheDocument();
  expect(await heading(TEXTS.found)).toHaveFocus();
  await receive('ranked:changed', waiting());
  expect(await heading(TEXTS.waiting)).toHaveFocus();
  expect(screen.getByText(TEXTS.stillWaiting)).toBeInTheDocument();
});

it('says that a player who declines is no longer in the pool, and starts the next search without a note', async () => {
  const { user } = await open(found());
  answer('DELETE /api/ranked/pool', makePool());
  answer('POST /api/ranked/pool', waiting());
  await user.click(await screen.findByRole('button', { name: TEXTS.decline }));
  expect(await screen.findByText(TEXTS.ended)).toBeInTheDocument();
  expect(await heading(TEXTS.yourRating)).toHaveFocus();
  await user.click(screen.getByRole('button', { name: TEXTS.find }));
  await heading(TEXTS.waiting);
  for (const note of [TEXTS.ended, TEXTS.stillWaiting])
    expect(screen.queryByText(note)).not.toBeInTheDocument();
});

it('does not move the focus if the focus is outside the part of the page that changes', async () => {
  await open(waiting());
  await heading(TEXTS.waiting);
  await connect(ME.id);
  await receive('ranked:changed', found());
  expect(await heading(TEXTS.found)).not.toHaveFocus();
});

it('keeps the state from an event that arrives before the response to an earlier request', async () => {
  const { user } = await open(found());
  await connect(ME.id);
  answer('GET /api/combat/open', [OPEN_FIGHT]);
  const reply = Promise.withResolvers<PoolState>();
  answer('POST /api/ranked/pool/accept', () => reply.promise);
  await user.click(await screen.findByRole('button', { name: TEXTS.accept }));
  await receive('ranked:changed', makePool({ status: 'fighting', opponentId: 2 }));
  reply.resolve(found({ accepted: true }));
  expect(await heading(TEXTS.starting)).toBeInTheDocument();
  expect(screen.queryByText(TEXTS.accepted)).not.toBeInTheDocument();
});

it('pauses a found fight while the site is read-only', async () => {
  const notice = READ_ONLY_TEXTS.notice('Back at 14:00 UTC.');
  const { user } = await open(found());
  answer('POST /api/ranked/pool/accept', failure('readOnly', notice));
  const accept = await screen.findByRole('button', { name: TEXTS.accept });
  await user.click(accept);
  expect(await screen.findByText(notice)).toBeInTheDocument();
  await act(async () => readOnlyNotice.set(notice));
  expect(screen.getByText(`${TEXTS.readOnly} Back at 14:00 UTC.`)).toBeInTheDocument();
  await waitFor(() => expect(screen.queryByText(notice)).not.toBeInTheDocument());
  expect(screen.queryByRole('timer')).not.toBeInTheDocument();
  for (const button of [accept, screen.getByRole('button', { name: TEXTS.decline })]) {
    expect(button).toHaveAttribute('aria-disabled', 'true');
    await user.click(button);
  }
  expect(calls('POST /api/ranked/pool/accept')).toHaveLength(1);
  expect(calls('DELETE /api/ranked/pool')).toEqual([]);
  await act(async () => readOnlyNotice.set(null));
  expect(screen.getByRole('timer')).toBeInTheDocument();
  expect(accept).not.toHaveAttribute('aria-disabled');
});

it('says why a found fight can no longer be accepted', async () => {
  const { user } = await open(found());
  answer('POST /api/ranked/pool/accept', failure('conflict', TEXTS.tooLate));
  await user.click(await screen.findByRole('button', { name: TEXTS.accept }));
  expect(await screen.findByText(TEXTS.tooLate)).toBeInTheDocument();
});

it('shows the remaining time instead of the search button while a player cannot join the pool', async () => {
  await open(makePool({ pausedUntil: ago(-60_000) }));
  expect(await screen.findByText(/You can join again in/)).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: TEXTS.find })).not.toBeInTheDocument();
});

it('says that a player with a provisional rating can meet opponents of any rating', async () => {
  await open({ ...waiting(), provisional: true });
  expect(await screen.findByRole('timer')).toHaveTextContent(TEXTS.anyRange);
});

it('reloads the state of the pool if the fight is already over', async () => {
  answer('GET /api/combat/open', []);
  let loads = 0;
  answer('GET /api/ranked/pool', () =>
    loads++ === 0 ? makePool({ status: 'fighting', opponentId: 2 }) : makePool(),
  );
  const { path } = await renderWithProviders(<RankedPage />, { at: '/ranked', route: '/ranked' });
  expect(await screen.findByRole('button', { name: TEXTS.find })).toBeInTheDocument();
  expect(path()).toBe('/ranked');
});

it('opens the fight when both players have accepted', async () => {
  answer('GET /api/combat/open', [OPEN_FIGHT]);
  const { path } = await open(makePool({ status: 'fighting', opponentId: 2 }));
  await waitFor(() => expect(path()).toBe('/fight/2'));
  expect(calls('GET /api/combat/open')).toHaveLength(1);
});

it('offers to load the state of the pool again after a failure', async () => {
  answer('GET /api/ranked/pool', failure('forbidden'));
  const { user } = await renderWithProviders(<RankedPage />, { at: '/ranked', route: '/ranked' });
  expect(await screen.findByText(TEXTS.loadFailed)).toBeInTheDocument();
  answer('GET /api/ranked/pool', makePool());
  await user.click(screen.getByRole('button', { name: SHELL_TEXTS.retry }));
  expect(await screen.findByRole('button', { name: TEXTS.find })).toBeInTheDocument();
});
