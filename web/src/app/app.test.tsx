import { BLOCK_TEXTS } from '@rivalhold/shared/texts/blocks.ts';
import { CHALLENGE_TEXTS, RETURN_OFFER_TEXTS } from '@rivalhold/shared/texts/combat.ts';
import { MENU_TEXTS } from '@rivalhold/shared/texts/menu.ts';
import { PAGE_TITLES } from '@rivalhold/shared/texts/page-titles.ts';
import { PROFILE_CARD_TEXTS, PROFILE_TEXTS } from '@rivalhold/shared/texts/profiles.ts';
import { SESSION_LABELS } from '@rivalhold/shared/texts/session-labels.ts';
import { SHELL_TEXTS, UI_TEXTS } from '@rivalhold/shared/texts/shell.ts';
import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { useRef } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { blocksQuery } from '../entities/blocks/api.ts';
import { readOnlyNotice, refreshSession, setSession, useSession } from '../entities/session/api.ts';
import { openFightsQuery } from '../features/combat/api.ts';
import { makeCombat, makeOpenFight, makePlayer } from '../features/combat/fixtures.ts';
import { unreadQuery } from '../features/dms/api.ts';
import { makeMessage } from '../features/dms/fixtures.ts';
import { useMessageEvents } from '../features/dms/realtime.ts';
import { useAccountStatus } from '../features/moderation/realtime.ts';
import { NO_COUNTS } from '../features/notifications/list.ts';
import { useNotifications } from '../features/notifications/realtime.ts';
import { queryClient, refetchAfterReconnect } from '../lib/query-client.ts';
import { FightPage } from '../pages/fight/fight-page.tsx';
import { ME, MODERATOR, makeProfile, minutesAgo, RIVAL, STATS } from '../testing/fixtures.ts';
import { answer, calls, failure, listPage } from '../testing/network.ts';
import { renderWithProviders } from '../testing/render.tsx';
import { acknowledge, connect, loseConnection, receive, reconnect } from '../testing/socket.ts';
import { App } from './app.tsx';
import { ConnectionBanner } from './connection-banner.tsx';
import { FightsPopover } from './fights-popover.tsx';
import { Navbar } from './navbar.tsx';
import { PendingPage } from './pending-page.tsx';
import { PlayerArea } from './player-area.tsx';
import { PlayerNav } from './player-nav.tsx';
import { QuickView } from './quick-view.tsx';

beforeEach(() => {
  answer('GET /api/combat/open', []);
  answer('GET /api/blocks', []);
  answer('GET /api/friendships', []);
  answer('GET /api/friend-requests', []);
  answer('GET /api/friend-requests/outgoing', []);
  answer('GET /api/dms', () => listPage([]));
  answer('GET /api/dms/unread/count', { unreadCount: 0 });
  answer('GET /api/game/{userId}', { stats: STATS, inventory: [] });
  acknowledge('presence:get', () => ({ ok: true, userIds: [] }));
});
afterEach(() => {
  vi.useRealTimers();
  readOnlyNotice.set(null);
  vi.restoreAllMocks();
});

const isOnline = (online: boolean) => vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(online);

it('reports that the site is unreachable, and shows the page after a retry', async () => {
  setSession(null);
  queryClient.clear();
  answer('GET /api/session', failure('forbidden'));
  render(
    <QueryClientProvider client={queryClient}>
      <App />
    </QueryClientProvider>,
  );
  expect(await screen.findByRole('heading', { name: SHELL_TEXTS.unreachable })).toBeInTheDocument();
  answer('GET /api/session', { user: null });
  fireEvent.click(screen.getByRole('button', { name: SHELL_TEXTS.retry }));
  await waitFor(() =>
    expect(screen.queryByRole('heading', { name: SHELL_TEXTS.unreachable })).not.toBeInTheDocument(),
  );
  expect(await screen.findByRole('button', { name: SESSION_LABELS.logIn })).toBeInTheDocument();
});

it('reports a lost connection only if it is not restored soon', async () => {
  await renderWithProviders(<ConnectionBanner />);
  await connect(ME.id);
  vi.useFakeTimers();
  await loseConnection();
  expect(screen.queryByText(SHELL_TEXTS.connectionLost)).not.toBeInTheDocument();
  await act(async () => vi.advanceTimersByTime(800));
  expect(screen.queryByText(SHELL_TEXTS.connectionLost)).not.toBeInTheDocument();
  await act(async () => vi.advanceTimersByTime(1_200));
  expect(screen.getByText(SHELL_TEXTS.connectionLost)).toBeInTheDocument();
  await reconnect();
  expect(screen.queryByText(SHELL_TEXTS.connectionLost)).not.toBeInTheDocument();
});

it('reports a lost connection within 2 s if the first connection attempt fails', async () => {
  await renderWithProviders(<ConnectionBanner />);
  vi.useFakeTimers();
  await connect(ME.id, 'failed');
  await act(async () => vi.advanceTimersByTime(2_000));
  expect(screen.getByText(SHELL_TEXTS.connectionLost)).toBeInTheDocument();
  await reconnect();
  expect(screen.queryByText(SHELL_TEXTS.connectionLost)).not.toBeInTheDocument();
});

function ReadOnlyPage() {
  useSession();
  useAccountStatus();
  return <ConnectionBanner />;
}

it('shows why the site is read-only, and hides the reason once the site accepts changes again', async () => {
  const readOnly = 'Back at 14:00 UTC.';
  await renderWithProviders(<ReadOnlyPage />);
  await connect(ME.id);
  await receive('readOnly:changed', { readOnly });
  expect(screen.getByRole('status')).toHaveTextContent(readOnly);
  await receive('readOnly:changed', { readOnly: null });
  expect(screen.queryByText(readOnly)).not.toBeInTheDocument();
  answer('GET /api/session', { user: ME, readOnly });
  await act(async () => refreshSession());
  expect(await screen.findByText(readOnly)).toBeInTheDocument();
  // The connection is lost, so the client misses the event about the end of the maintenance.
  await loseConnection();
  answer('GET /api/session', { user: ME });
  await reconnect();
  await waitFor(() => expect(screen.queryByText(readOnly)).not.toBeInTheDocument());
});

it('shows that the browser is offline', async () => {
  isOnline(false);
  const view = await renderWithProviders(<ConnectionBanner />);
  expect(screen.getByText(SHELL_TEXTS.offline)).toBeInTheDocument();
  view.unmount();
  await renderWithProviders(<PendingPage />);
  expect(screen.getByRole('heading', { name: SHELL_TEXTS.offlineTitle })).toBeInTheDocument();
});

it("keeps the heading of the document's skeleton while the first page loads", async () => {
  const skeleton = document.createElement('div');
  skeleton.id = 'app-skeleton';
  skeleton.innerHTML = '<h1>Welcome back, &lt;Ada&gt;</h1>';
  document.body.append(skeleton);
  await renderWithProviders(<PendingPage />);
  skeleton.remove();
  expect(screen.getByText('Welcome back, <Ada>')).toBeInTheDocument();
  await renderWithProviders(<PendingPage />);
  expect(screen.getAllByText('Welcome back, <Ada>')).toHaveLength(1);
});

/** Another open fight of the player, with a recent exchange. */
const OTHER = { id: 9, opponent: makePlayer(3, 'Hakon'), lastAt: minutesAgo(1) };

function Fights() {
  return <FightsPopover userId={ME.id} container={useRef(null)} />;
}

const fightsLoaded = () =>
  waitFor(() => expect(queryClient.getQueryData(openFightsQuery.queryKey)).toEqual([]));

function Events() {
  useNotifications();
  useMessageEvents(ME.id);
  useQuery(unreadQuery);
  return <Fights />;
}

it('lists open fights and shows the challenger in a toast', async () => {
  const { user } = await renderWithProviders(<Fights />);
  await connect(ME.id);
  await user.click(screen.getByRole('button', { name: PAGE_TITLES.fights }));
  expect(await screen.findByText(MENU_TEXTS.noFights)).toBeInTheDocument();
  const fight = makeOpenFight({ opponent: RIVAL, lastAt: minutesAgo(1) });
  answer('GET /api/combat/open', [fight]);
  await receive('fightRequested', {
    combat: makeCombat([]),
    attacker: makePlayer(2, 'Bjorn'),
    defender: makePlayer(1, ME.username),
    isRematch: false,
  });
  expect(await screen.findByRole('link', { name: /Bjorn/ })).toHaveAttribute('href', '/fight/2');
  expect(await screen.findAllByText(MENU_TEXTS.challenged('Bjorn'))).toHaveLength(1);
});

it('opens a challenge on the fight page after an earlier attempt to load the fight has failed', async () => {
  const challenge = {
    combat: makeCombat([]),
    attacker: makePlayer(2, 'Bjorn'),
    defender: makePlayer(ME.id, ME.username),
  };
  answer('GET /api/combat/open', [makeOpenFight()]);
  answer('GET /api/combat/{userId}', failure('conflict', 'Away.'));
  answer('GET /api/levels', { thresholds: [0, 100] });
  answer('GET /api/profiles/{id}', failure('notFound'));
  acknowledge('joinCombat', () => ({ ok: true, ...challenge }));
  const page = (
    <>
      <Fights />
      <FightPage />
    </>
  );
  const { user } = await renderWithProviders(page, { route: '/player/fight/$userId', at: '/fight/2' });
  await connect(ME.id);
  await screen.findByText('Away.');
  const { combat, ...players } = challenge;
  answer('GET /api/combat/{userId}', { ...combat, ...players, resumed: true });
  await receive('fightRequested', { ...challenge, isRematch: false });
  await user.click(await screen.findByRole('button', { name: MENU_TEXTS.toFight }));
  expect(await screen.findByRole('button', { name: /^Attack/ })).toBeInTheDocument();
  const rewards = { xp: 0, coins: 0, defeatXp: 0 };
  await receive('combatOver', { combatId: 7, winnerId: 2, rewards, seed: '' });
});

it('shows the dialog of a challenge after a page load, as long as the challenge is pending', async () => {
  const challengeExpiresAt = new Date(Date.now() + 600_000).toISOString();
  answer('GET /api/combat/open', [makeOpenFight({ challengeExpiresAt })]);
  await renderWithProviders(<Fights />);
  await connect(ME.id);
  const question = { name: CHALLENGE_TEXTS.title('Bjorn') };
  expect(await screen.findByRole('dialog', question)).toBeInTheDocument();
  await receive('combatStateUpdate', { combat: makeCombat([]) });
  await waitFor(() => expect(screen.queryByRole('dialog', question)).not.toBeInTheDocument());
});

it('removes the badge of a declined challenge, and says that the player’s style fights instead', async () => {
  const challengeExpiresAt = new Date(Date.now() + 600_000).toISOString();
  answer('GET /api/combat/open', [makeOpenFight({ challengeExpiresAt })]);
  const { user } = await renderWithProviders(<Fights />);
  await connect(ME.id);
  await screen.findByRole('dialog', { name: CHALLENGE_TEXTS.title('Bjorn') });
  const challenge = { attackerId: 2, defenderId: ME.id };
  await receive('combatStateUpdate', { combat: makeCombat([], challenge) });
  await user.click(await screen.findByRole('button', { name: PAGE_TITLES.fights }));
  expect((await screen.findAllByText(new RegExp(MENU_TEXTS.byStyle))).length).toBeGreaterThan(0);
});

describe('the offer to return to a live fight', () => {
  const left = { id: 8, isJoined: true, hasLeft: true, isOpponentPresent: true, unseen: false };
  const offer = () => screen.queryByRole('button', { name: RETURN_OFFER_TEXTS.back });

  it('appears after a page load, but not again after the player has closed it', async () => {
    answer('GET /api/combat/open', [makeOpenFight({ ...left, lastAt: minutesAgo(1) })]);
    const { user } = await renderWithProviders(<Fights />);
    await connect(ME.id);
    expect(await screen.findByText(RETURN_OFFER_TEXTS.left('Bjorn'))).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: UI_TEXTS.close }));
    await waitFor(() => expect(offer()).not.toBeInTheDocument());
    await act(() => refetchAfterReconnect());
    expect(offer()).not.toBeInTheDocument();
    await receive('joinedCombat', { combatId: 8, userId: ME.id });
  });

  it.each([
    ['on the page of the fight', { ...left, lastAt: minutesAgo(1) }, '/fight/2'],
    ['if the fight has had no exchange for a long time', { ...left, lastAt: minutesAgo(11) }, '/store'],
    ['while the opponent is away', { ...left, lastAt: minutesAgo(1), isOpponentPresent: false }, '/store'],
  ])('does not appear %s', async (_, fight, at) => {
    answer('GET /api/combat/open', [makeOpenFight(fight), makeOpenFight({ ...left, ...OTHER })]);
    await renderWithProviders(<Fights />, { at });
    await connect(ME.id);
    expect(await screen.findByText(RETURN_OFFER_TEXTS.left('Hakon'))).toBeInTheDocument();
    expect(screen.queryByText(RETURN_OFFER_TEXTS.left('Bjorn'))).not.toBeInTheDocument();
    for (const combatId of [8, 9]) await receive('joinedCombat', { combatId, userId: ME.id });
  });
});

const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1_000).toISOString();
/** Show a challenge with ten minutes to answer, use fake timers, and return the name of its dialog. */
async function challengeWithTimers(): Promise<{ name: string }> {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  answer('GET /api/combat/open', [makeOpenFight({ challengeExpiresAt: inSeconds(600) })]);
  await renderWithProviders(<Fights />);
  await connect(ME.id);
  const question = { name: CHALLENGE_TEXTS.title('Bjorn') };
  await screen.findByRole('dialog', question);
  return question;
}

it('closes the dialog of a challenge while the site is read-only, and opens it again afterwards', async () => {
  const question = await challengeWithTimers();
  await act(async () => readOnlyNotice.set('Back at 14:00 UTC.'));
  await act(async () => vi.advanceTimersByTime(600_000));
  expect(screen.queryByRole('dialog', question)).not.toBeInTheDocument();
  const challengeExpiresAt = inSeconds(30);
  answer('GET /api/combat/open', [makeOpenFight({ challengeExpiresAt })]);
  await act(async () => readOnlyNotice.set(null));
  await receive('combatStateUpdate', {
    combat: makeCombat([], { isChallengePending: true, deadlineAt: challengeExpiresAt }),
  });
  const dialog = await screen.findByRole('dialog', question);
  expect(within(dialog).getByText(/^\d+ seconds left$/)).toBeInTheDocument();
  expect(screen.queryByText(CHALLENGE_TEXTS.missed('Bjorn'))).not.toBeInTheDocument();
});

it('asks the player about a challenge again when the read-only mode ends, even if no event arrives', async () => {
  const question = await challengeWithTimers();
  await act(async () => vi.advanceTimersByTime(600_000));
  await waitFor(() => expect(screen.queryByRole('dialog', question)).not.toBeInTheDocument());
  await act(async () => readOnlyNotice.set('Back at 14:00 UTC.'));
  answer('GET /api/combat/open', [makeOpenFight({ challengeExpiresAt: inSeconds(30) })]);
  await act(async () => readOnlyNotice.set(null));
  expect(await screen.findByRole('dialog', question)).toBeInTheDocument();
});

it('shows a challenge that arrived while the connection was lost', async () => {
  await renderWithProviders(<Fights />);
  await connect(ME.id);
  await fightsLoaded();
  const challengeExpiresAt = new Date(Date.now() + 600_000).toISOString();
  answer('GET /api/combat/open', [makeOpenFight({ challengeExpiresAt })]);
  await act(() => refetchAfterReconnect());
  expect(await screen.findByRole('dialog', { name: CHALLENGE_TEXTS.title('Bjorn') })).toBeInTheDocument();
});

it('shows the dialog of a challenge as soon as it arrives, and not again after a decline', async () => {
  const challengeExpiresAt = new Date(Date.now() + 600_000).toISOString();
  const { user } = await renderWithProviders(<Fights />);
  await connect(ME.id);
  await fightsLoaded();
  answer('GET /api/combat/open', [makeOpenFight({ challengeExpiresAt })]);
  await receive('fightRequested', {
    combat: makeCombat([], { isChallengePending: true, deadlineAt: challengeExpiresAt }),
    attacker: makePlayer(2, 'Bjorn'),
    defender: makePlayer(ME.id, ME.username),
    isRematch: false,
  });
  const dialog = await screen.findByRole('dialog', { name: CHALLENGE_TEXTS.title('Bjorn') });
  // After the decline, the list of open fights still contains the challenge for a moment.
  answer('POST /api/combat/fights/{id}/decline', { combat: makeCombat([]), rewards: null, seed: null });
  await user.click(within(dialog).getByRole('button', { name: UI_TEXTS.close }));
  await waitFor(() => expect(dialog).not.toBeInTheDocument());
  await act(() => refetchAfterReconnect());
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

it('tells a challenged player who is in another live fight that their style fights for them', async () => {
  await renderWithProviders(<Fights />);
  await connect(ME.id);
  await receive('fightRequested', {
    combat: makeCombat([], { isBusy: true }),
    attacker: makePlayer(2, 'Bjorn'),
    defender: makePlayer(ME.id, ME.username),
    isRematch: false,
  });
  // Screen readers announce the toast, so nothing else announces the challenge.
  expect(await screen.findAllByText(MENU_TEXTS.challengedBusy('Bjorn'))).toHaveLength(1);
});

it('does not name blocked players in toasts, badges or announcements', async () => {
  const blocked = { ...RIVAL, id: 8, username: 'Hakon' };
  answer('GET /api/blocks', [blocked]);
  answer('GET /api/dms/unread/count', { unreadCount: 0 });
  answer('GET /api/notifications/unread-counts', { all: 0, byType: NO_COUNTS.byType });
  await queryClient.fetchQuery(blocksQuery);
  await renderWithProviders(<Events />);
  await connect(ME.id);
  const challengeBy = ({ id, username }: typeof RIVAL) =>
    receive('fightRequested', {
      combat: makeCombat([]),
      attacker: makePlayer(id, username),
      defender: makePlayer(ME.id, ME.username),
      isRematch: false,
    });
  await challengeBy(blocked);
  await receive('notify:new', {
    id: 9,
    type: 'friend_request',
    isRead: false,
    title: 'Friend request',
    text: 'Hakon wants to be your friend.',
    data: {
      actorId: blocked.id,
      actorName: 'Hakon',
      actorAvatarUrl: null,
      postId: null,
      unreadCount: 1,
      link: '/friends',
    },
    createdAt: minutesAgo(0),
  });
  await receive(
    'private message',
    makeMessage(2, { senderId: blocked.id, Sender: { id: blocked.id, username: 'Hakon', avatarUrl: null } }),
  );
  // This toast comes last. Once it is visible, toasts for the events above would be visible, too.
  await challengeBy(RIVAL);
  await screen.findByRole('button', { name: MENU_TEXTS.toFight });
  expect(document.body).not.toHaveTextContent('Hakon');
  await waitFor(() => expect(queryClient.getQueryData(unreadQuery.queryKey)).toBe(0));
});

it('shows guests the sign-up button', async () => {
  await renderWithProviders(<Navbar />, { me: null });
  expect(screen.getByRole('button', { name: SESSION_LABELS.signUp })).toBeInTheDocument();
});

it('shows staff a link to the staff pages', async () => {
  const { user } = await renderWithProviders(<PlayerNav user={MODERATOR} />, { me: MODERATOR });
  await user.click(screen.getByRole('button', { name: MENU_TEXTS.profileMenu }));
  const menu = await screen.findByRole('dialog', { name: MENU_TEXTS.profileMenu });
  expect(within(menu).getByRole('link', { name: PAGE_TITLES.admin })).toBeInTheDocument();
  answer('DELETE /api/session', () => new Promise(() => undefined));
  await user.dblClick(within(menu).getByRole('button', { name: SESSION_LABELS.logOut }));
  await waitFor(() => expect(calls('DELETE /api/session')).toHaveLength(1));
});

it('hides the player pages after a logout', async () => {
  const { container } = await renderWithProviders(<PlayerArea />);
  await act(async () => setSession(null));
  expect(container).not.toHaveTextContent(/\w/);
});

it('shows a player in the quick view', async () => {
  answer('GET /api/profiles/{id}', failure('forbidden'));
  const { user } = await renderWithProviders(<QuickView open={RIVAL} />);
  expect(await screen.findByText(PROFILE_TEXTS.loadFailed)).toBeInTheDocument();
  const facts = { age: 33, sex: 'non_binary', relationshipStatus: 'its_complicated' } as const;
  answer('GET /api/profiles/{id}', makeProfile(RIVAL, { ...facts, location: 'Bergen' }));
  await user.click(screen.getByRole('button', { name: SHELL_TEXTS.retry }));
  expect(await screen.findByText('Bergen')).toBeInTheDocument();
  const values = ['33', 'Non binary', 'Its complicated', PROFILE_TEXTS.defaultStatus];
  for (const text of [...values, PROFILE_TEXTS.attack, PROFILE_TEXTS.defense, PROFILE_TEXTS.losses])
    expect(screen.getByText(text)).toBeInTheDocument();
  expect(screen.getByRole('meter', { name: PROFILE_TEXTS.health })).toBeInTheDocument();
  expect(screen.getByRole('link', { name: PROFILE_CARD_TEXTS.viewProfile })).toBeInTheDocument();
});

it('shows in the quick view that a player is blocked', async () => {
  answer('GET /api/blocks', [RIVAL]);
  answer('GET /api/profiles/{id}', makeProfile(RIVAL));
  await renderWithProviders(<QuickView open={RIVAL} />);
  expect(await screen.findByText(BLOCK_TEXTS.blocked('Bjorn'))).toBeInTheDocument();
});
