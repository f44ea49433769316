import type { ActivityItem } from '@rivalhold/shared/contract/activity.ts';
import { ACTIVITY_GROUP_TEXTS } from '@rivalhold/shared/texts/activity-groups.ts';
import { ADMIN_USERS_TEXTS, STAFF_ACCESS_TEXTS } from '@rivalhold/shared/texts/admin.ts';
import { BLOCK_TEXTS } from '@rivalhold/shared/texts/blocks.ts';
import { COIN_TEXTS } from '@rivalhold/shared/texts/coins.ts';
import { ATTACHMENT_TEXTS, DM_TEXTS } from '@rivalhold/shared/texts/dms.ts';
import { FEED_TEXTS } from '@rivalhold/shared/texts/feed.ts';
import { GIF_TEXTS } from '@rivalhold/shared/texts/gifs.ts';
import { MUTED_NOTICE_TEXTS } from '@rivalhold/shared/texts/moderation.ts';
import { PRESENCE_TEXTS } from '@rivalhold/shared/texts/presence.ts';
import { ACTIVITY_TEXTS, PROFILE_TEXTS } from '@rivalhold/shared/texts/profiles.ts';
import { REPORT_TEXTS } from '@rivalhold/shared/texts/reports.ts';
import { STEP_UP_TEXTS } from '@rivalhold/shared/texts/step-up.ts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import {
  ADMIN,
  ME,
  MODERATOR,
  MYSELF,
  makePost,
  makeProfile,
  minutesAgo,
  RIVAL,
  STATS,
} from '../testing/fixtures.ts';
import { answer, calls, failure } from '../testing/network.ts';
import { renderWithProviders } from '../testing/render.tsx';
import { acknowledge, connect } from '../testing/socket.ts';
import { ActivityList } from './activity/activity-list.tsx';
import { BlockButton } from './blocks/block-button.tsx';
import { Balance } from './coins/balance.tsx';
import { OwnCoins } from './coins/own-coins.tsx';
import { MessageButton } from './conversations/message-button.tsx';
import { closeMessages, useMessagesWindow } from './conversations/window.ts';
import { AnimatedGif } from './media/animated-gif.tsx';
import { YoutubeFacade } from './media/youtube-facade.tsx';
import { Countdown } from './mutes/countdown.tsx';
import { MutedNote } from './mutes/muted-note.tsx';
import { showQuickView, useQuickView } from './players/quick-view.ts';
import { PostMedia } from './posts/post-media.tsx';
import { MentionLink, PostText, RichText } from './posts/post-text.tsx';
import { OnlineDot } from './presence/online-dot.tsx';
import { ReportButton } from './reports/report-button.tsx';
import { ReportDialog } from './reports/report-dialog.tsx';
import { StaffScreen } from './staff/staff-screen.tsx';
import { UserTags } from './staff/user-tags.tsx';
import { LevelProgress, StatTiles } from './stats/stats.tsx';

afterEach(() => {
  vi.useRealTimers();
  showQuickView(null);
  closeMessages();
});

const activity = (id: number): ActivityItem => ({
  id,
  type: 'level_up',
  owner: { ...RIVAL, username: `Player ${id}` },
  actor: null,
  metadata: { level: 5, xp: null, coins: null, fightId: null },
  createdAt: minutesAgo(5),
});

it('lists activity and loads more', async () => {
  answer('GET /api/activity', ({ query }) =>
    query.before ? { items: [activity(1)], nextCursor: null } : { items: [activity(2)], nextCursor: 'next' },
  );
  const { user } = await renderWithProviders(
    <ActivityList filter={{ userId: 2 }} failureText={ACTIVITY_TEXTS.failed} />,
  );
  await user.click(await screen.findByRole('button', { name: 'Load more' }));
  expect(await screen.findByText(/Player 1/)).toBeInTheDocument();
  expect(screen.getByText(/Player 2/)).toBeInTheDocument();
  expect(screen.getByText(ACTIVITY_TEXTS.end)).toBeInTheDocument();
});

it('groups activities of one kind on one day, and shows each of them on demand', async () => {
  const friendship = (id: number): ActivityItem => ({
    ...activity(id),
    type: 'NEW_FRIEND',
    owner: RIVAL,
    actor: { ...RIVAL, id: 10 + id, username: `Friend ${id}` },
    createdAt: minutesAgo(0),
  });
  answer('GET /api/activity', { items: [friendship(2), friendship(1)], nextCursor: null });
  const { user } = await renderWithProviders(
    <ActivityList filter={{ userId: 2 }} failureText={ACTIVITY_TEXTS.failed} />,
  );
  const toggle = await screen.findByText(ACTIVITY_GROUP_TEXTS.showAll(2));
  const group = toggle.closest('li');
  expect(group).toHaveTextContent('Bjorn made 2 new friends');
  const friend = within(group as HTMLElement).getByRole('link', { name: 'Friend 1', hidden: true });
  expect(friend).not.toBeVisible();
  await user.click(toggle);
  expect(friend).toBeVisible();
});

it('shows the HTTP status if activity cannot be loaded', async () => {
  answer('GET /api/activity', failure('forbidden'));
  await renderWithProviders(<ActivityList filter={{ userId: 2 }} failureText={ACTIVITY_TEXTS.failed} />);
  expect(await screen.findByText(ACTIVITY_TEXTS.failed(403))).toBeInTheDocument();
});

it('asks for confirmation before blocking a player, but not before unblocking', async () => {
  answer('GET /api/blocks', []);
  answer('POST /api/blocks/{userId}', () => {
    answer('GET /api/blocks', [RIVAL]);
    return { message: '' };
  });
  answer('DELETE /api/blocks/{userId}', () => {
    answer('GET /api/blocks', []);
    return { message: '' };
  });
  const { user } = await renderWithProviders(<BlockButton player={RIVAL} />);
  const block = screen.getByRole('button', { name: BLOCK_TEXTS.blockPlayer('Bjorn') });
  await waitFor(() => expect(block).not.toHaveAttribute('aria-busy'));
  await user.click(block);
  expect(await screen.findByText(BLOCK_TEXTS.consequences)).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: BLOCK_TEXTS.block }));
  const unblock = await screen.findByRole('button', { name: BLOCK_TEXTS.unblockPlayer('Bjorn') });
  await waitFor(() => expect(unblock).not.toHaveAttribute('aria-busy'));
  await user.click(unblock);
  expect(await screen.findByText(BLOCK_TEXTS.unblocked('Bjorn'))).toBeInTheDocument();
});

it('blocks a player even if the list of blocked players cannot be loaded', async () => {
  answer('GET /api/blocks', failure('forbidden'));
  const { user } = await renderWithProviders(<BlockButton player={RIVAL} />);
  const block = screen.getByRole('button', { name: BLOCK_TEXTS.blockPlayer('Bjorn') });
  await waitFor(() => expect(block).not.toHaveAttribute('aria-busy'));
  answer('POST /api/blocks/{userId}', () => {
    answer('GET /api/blocks', [RIVAL]);
    return { message: '' };
  });
  await user.click(block);
  await user.click(await screen.findByRole('button', { name: BLOCK_TEXTS.block }));
  expect(await screen.findByRole('button', { name: BLOCK_TEXTS.unblockPlayer('Bjorn') })).toBeInTheDocument();
});

it('shows the balance', async () => {
  answer('GET /api/game/{userId}', { stats: { ...STATS, coins: 1_234 }, inventory: [] });
  const view = await renderWithProviders(<Balance>links</Balance>);
  expect(await screen.findByText('1,234')).toBeInTheDocument();
  view.unmount();
});

it('reports that the balance could not be loaded', async () => {
  answer('GET /api/game/{userId}', failure('forbidden'));
  await renderWithProviders(<Balance>links</Balance>);
  expect(await screen.findByText(COIN_TEXTS.balanceFailed)).toBeInTheDocument();
});

it('shows the given number of coins until the balance has loaded', async () => {
  answer('GET /api/game/{userId}', { stats: { ...STATS, coins: 77 }, inventory: [] });
  await renderWithProviders(<OwnCoins coins={5} />);
  expect(screen.getByRole('link', { name: '5' })).toBeInTheDocument();
  expect(await screen.findByRole('link', { name: '77' })).toBeInTheDocument();
});

function OpenMessages() {
  return <p>{`open: ${useMessagesWindow()?.userId ?? 'none'}`}</p>;
}

it('offers to message another player, but not the viewer', async () => {
  const { user } = await renderWithProviders(
    <>
      <MessageButton player={RIVAL} />
      <MessageButton player={MYSELF} />
      <OpenMessages />
    </>,
  );
  await user.click(screen.getByRole('link', { name: DM_TEXTS.message }));
  expect(screen.getByText('open: 2')).toBeInTheDocument();
});

it('stops a GIF with a button, and removes the button if the GIF cannot be loaded', async () => {
  const { user } = await renderWithProviders(<AnimatedGif src="/cat.gif" alt="A cat" />);
  await user.click(screen.getByRole('button', { name: GIF_TEXTS.pause }));
  expect(screen.getByRole('button', { name: GIF_TEXTS.play })).toBeInTheDocument();
  fireEvent.error(screen.getByRole('img', { name: 'A cat' }));
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
  expect(screen.getByRole('img', { name: 'A cat' })).toBeInTheDocument();
});

it('loads nothing from YouTube before a video is played', async () => {
  const { user } = await renderWithProviders(<YoutubeFacade id="dQw4w9WgXcQ" />);
  expect(screen.queryByTitle(ATTACHMENT_TEXTS.youtubeVideo)).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: new RegExp(ATTACHMENT_TEXTS.play) }));
  expect(screen.getByTitle(ATTACHMENT_TEXTS.youtubeVideo)).toHaveFocus();
});

it('counts down to the end of a mute, then shows that the mute is over', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
  await renderWithProviders(<Countdown until={new Date(Date.now() + 2_000).toISOString()} />);
  expect(screen.getByRole('timer')).toHaveTextContent(/^2s$/);
  await act(async () => vi.advanceTimersByTime(2_000));
  expect(screen.getByText(MUTED_NOTICE_TEXTS.over)).toBeInTheDocument();
});

it('shows the end and the reason of a mute to the muted player only', async () => {
  const me = { ...ME, mutedUntil: minutesAgo(-60), muteReason: 'Spam' };
  const view = await renderWithProviders(<MutedNote />, { me });
  expect(screen.getByRole('status')).toHaveTextContent(/^You are muted until .+\./);
  expect(screen.getByText('Spam')).toBeInTheDocument();
  view.unmount();
  await renderWithProviders(<MutedNote />);
  expect(screen.queryByRole('status')).not.toBeInTheDocument();
});

function OpenQuickView() {
  return <p>{`quick view: ${useQuickView()?.username ?? 'none'}`}</p>;
}

it('opens the quick view of a mentioned player, with one request for a double click', async () => {
  const reply = Promise.withResolvers<ReturnType<typeof makeProfile>>();
  answer('GET /api/profiles/username/{username}', () => reply.promise);
  const { user } = await renderWithProviders(
    <>
      <MentionLink username="Bjorn" />
      <OpenQuickView />
    </>,
  );
  await user.dblClick(screen.getByRole('link', { name: '@Bjorn' }));
  reply.resolve(makeProfile(RIVAL));
  expect(await screen.findByText('quick view: Bjorn')).toBeInTheDocument();
  expect(calls('GET /api/profiles/username/{username}')).toHaveLength(1);
});

it('shows that a mentioned player does not exist', async () => {
  answer('GET /api/profiles/username/{username}', failure('notFound'));
  const { user } = await renderWithProviders(<MentionLink username="Nobody" />);
  await user.click(screen.getByRole('link', { name: '@Nobody' }));
  expect(await screen.findByText(FEED_TEXTS.mentionMissing('Nobody'))).toBeInTheDocument();
});

it('enlarges the photo of a post', async () => {
  const { user } = await renderWithProviders(<PostMedia post={makePost({ imageUrl: '/media/photo.jpg' })} />);
  await user.click(screen.getByRole('button', { name: FEED_TEXTS.enlarge('Bjorn') }));
  expect(await screen.findByRole('dialog', { name: FEED_TEXTS.photoOf('Bjorn') })).toBeInTheDocument();
});

it('links the URLs in a text only if its author may post links', async () => {
  const url = 'https://example.com/a';
  const view = await renderWithProviders(<PostText text={`See ${url}`} links={false} />);
  expect(screen.queryByRole('link')).not.toBeInTheDocument();
  expect(screen.getByText(`See ${url}`)).toBeInTheDocument();
  view.unmount();
  await renderWithProviders(<PostText text={`See ${url}.`} links />);
  const rel = 'nofollow noopener noreferrer';
  expect(screen.getByRole('link', { name: url })).toHaveAttribute('rel', rel);
});

it('links mentioned players unless the `mentions` option is off', async () => {
  const view = await renderWithProviders(<RichText text="Well fought, @Bjorn" links={false} />);
  expect(screen.getByRole('link', { name: '@Bjorn' })).toBeInTheDocument();
  view.unmount();
  await renderWithProviders(<RichText text="Well fought, @Bjorn" links={false} mentions={false} />);
  expect(screen.getByText('Well fought, @Bjorn')).toBeInTheDocument();
});

it('opens links to fights on this site in the same tab', async () => {
  const here = `${location.origin}/fights/7?exchange=2`;
  const others = [
    `${location.origin}/fights/7/card.png`,
    'https://other.example/fights/7',
    'http://x:99999/',
  ];
  await renderWithProviders(<PostText text={[here, ...others].join(' ')} links />);
  const link = screen.getByRole('link', { name: here });
  expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual(['/fights/7?exchange=2', null]);
  for (const other of screen.getAllByRole('link').filter((one) => one !== link))
    expect(other).toHaveAttribute('target', '_blank');
});

it('folds a long text until it is opened, and then focuses the text', async () => {
  const { user } = await renderWithProviders(<PostText text={'word '.repeat(300)} links />);
  await user.click(screen.getByRole('button', { name: FEED_TEXTS.readMore }));
  expect(screen.queryByRole('button', { name: FEED_TEXTS.readMore })).not.toBeInTheDocument();
  expect(screen.getByText(/^word/)).toHaveFocus();
});

it('marks players who are online', async () => {
  acknowledge('presence:get', () => ({ ok: true, userIds: [2] }));
  await connect(ME.id);
  await renderWithProviders(
    <>
      <OnlineDot userId={2} name="Bjorn" />
      <OnlineDot userId={3} name="Cato" />
    </>,
  );
  expect(await screen.findByText(PRESENCE_TEXTS.isOnline('Bjorn'))).toBeInTheDocument();
  expect(screen.queryByText(PRESENCE_TEXTS.isOnline('Cato'))).not.toBeInTheDocument();
});

it('offers to report another player’s post, but not the viewer’s own post', async () => {
  const { user } = await renderWithProviders(
    <>
      <ReportButton kind="post" id={40} owner={RIVAL} />
      <ReportButton kind="post" id={41} owner={MYSELF} />
    </>,
  );
  await user.click(screen.getByRole('button', { name: REPORT_TEXTS.reportThing('post', 'Bjorn') }));
  expect(await screen.findByRole('dialog', { name: REPORT_TEXTS.title('post') })).toBeInTheDocument();
});

const reportDialog = <ReportDialog kind="post" id={40} open onClose={() => undefined} />;

it('sends a report once, and thanks the player', async () => {
  const reply = Promise.withResolvers<{ report: { id: number } }>();
  answer('POST /api/reports', () => reply.promise);
  const { user } = await renderWithProviders(reportDialog);
  const send = await screen.findByRole('button', { name: REPORT_TEXTS.send });
  await user.click(send);
  expect(await screen.findByText(REPORT_TEXTS.choose)).toBeInTheDocument();
  const [spam] = screen.getAllByRole('radio');
  expect(spam).toHaveFocus();
  await user.click(spam as HTMLElement);
  await user.type(screen.getByRole('textbox', { name: REPORT_TEXTS.more }), 'Ten times');
  await user.dblClick(send);
  reply.resolve({ report: { id: 1 } });
  expect(await screen.findByRole('button', { name: REPORT_TEXTS.done })).toHaveFocus();
  expect(calls('POST /api/reports')).toHaveLength(1);
  expect(calls('POST /api/reports')[0]?.body.reason).toContain('Ten times');
});

it('keeps a report that could not be sent, and shows the error', async () => {
  answer('POST /api/reports', failure('tooOften', 'Too fast.'));
  const { user } = await renderWithProviders(reportDialog);
  await user.click(screen.getAllByRole('radio')[0] as HTMLElement);
  const more = screen.getByRole('textbox', { name: REPORT_TEXTS.more });
  await user.type(more, 'Ten times{Control>}{Enter}{/Control}');
  await waitFor(() => expect(more).toHaveAccessibleDescription(expect.stringContaining('Too fast.')));
  expect(more).toHaveValue('Ten times');
});

const adminScreen = (
  <StaffScreen path="/admin/users" title="Users" text="Everybody">
    secret
  </StaffScreen>
);

it('denies an admin page to moderators', async () => {
  const view = await renderWithProviders(adminScreen, { me: MODERATOR });
  expect(screen.getByRole('heading', { name: STAFF_ACCESS_TEXTS.forbidden })).toBeInTheDocument();
  expect(screen.queryByText('secret')).not.toBeInTheDocument();
  view.unmount();
  await renderWithProviders(adminScreen, { me: ADMIN });
  expect(screen.getByText('secret')).toBeInTheDocument();
});

it('asks staff to set up a second factor, and hides admin pages if they miss the deadline', async () => {
  const view = await renderWithProviders(adminScreen, { me: { ...ADMIN, factorDue: minutesAgo(-60) } });
  expect(screen.getByRole('status')).toHaveTextContent(
    'Add a passkey or an authenticator app in Settings by',
  );
  expect(screen.getByText('secret')).toBeInTheDocument();
  view.unmount();
  await renderWithProviders(adminScreen, { me: { ...ADMIN, factorDue: minutesAgo(60) } });
  expect(screen.getByRole('heading', { name: STEP_UP_TEXTS.closedTitle })).toBeInTheDocument();
  expect(screen.queryByText('secret')).not.toBeInTheDocument();
});

it('shows a tag for staff and for muted players', async () => {
  const tags = { role: 'moderator', mutedUntil: minutesAgo(-60), suspended: true } as const;
  const { rerender } = await renderWithProviders(<UserTags user={tags} />);
  expect(screen.getByText('moderator')).toBeInTheDocument();
  expect(screen.getByText(ADMIN_USERS_TEXTS.muted)).toBeInTheDocument();
  await rerender(<UserTags key="over" user={{ ...tags, mutedUntil: minutesAgo(60) }} />);
  expect(screen.queryByText(ADMIN_USERS_TEXTS.muted)).not.toBeInTheDocument();
});

it('shows the progress to the next level', async () => {
  answer('GET /api/levels', { thresholds: [0, 100, 250, 300, 500] });
  answer('GET /api/game/{userId}', { stats: STATS, inventory: [] });
  const { container } = await renderWithProviders(
    <>
      <LevelProgress profile={{ level: 4, experience: 350 }} />
      <StatTiles profile={makeProfile(RIVAL)} />
    </>,
  );
  await waitFor(() => expect(container).toHaveTextContent('50'));
  expect(within(container).queryByText(PROFILE_TEXTS.coins)).not.toBeInTheDocument();
});
