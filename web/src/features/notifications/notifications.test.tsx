import type { Notification, NotificationCounts } from '@rivalhold/shared/contract/notifications.ts';
import { FRIENDS_PAGE_TEXTS } from '@rivalhold/shared/texts/friends.ts';
import { MENU_TEXTS } from '@rivalhold/shared/texts/menu.ts';
import { NOTIFICATION_TEXTS } from '@rivalhold/shared/texts/notifications.ts';
import { SHELL_TEXTS, UI_TEXTS } from '@rivalhold/shared/texts/shell.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { useRef } from 'react';
import { beforeEach, expect, it } from 'vitest';
import { ME, minutesAgo, RIVAL } from '../../testing/fixtures.ts';
import { answer, calls, failure } from '../../testing/network.ts';
import { renderWithProviders } from '../../testing/render.tsx';
import { connect, receive } from '../../testing/socket.ts';
import { MarkAll } from './components/mark-all.tsx';
import { NotificationList } from './components/notification-list.tsx';
import { NotificationRow } from './components/notification-row.tsx';
import { NotificationsBell } from './components/notifications-bell.tsx';
import { NotificationsCard } from './components/notifications-card.tsx';
import { NO_COUNTS } from './list.ts';
import { useNotifications } from './realtime.ts';

const ONE: NotificationCounts = { all: 1, byType: { ...NO_COUNTS.byType, system: 1 } };
const item: Notification = {
  id: 4,
  type: 'system',
  isRead: false,
  title: 'Level up',
  text: 'You are level 5.',
  data: {
    actorId: null,
    actorName: null,
    actorAvatarUrl: null,
    postId: null,
    unreadCount: 1,
    link: '/coins',
  },
  createdAt: minutesAgo(2),
};

beforeEach(() => {
  answer('GET /api/notifications', { items: [item], nextCursor: null });
  answer('GET /api/notifications/unread-counts', ONE);
});

async function open(component: React.ReactNode) {
  const view = await renderWithProviders(component);
  await connect(ME.id);
  return view;
}

it('removes a notification as soon as it is marked as read, and shows it again if the request fails', async () => {
  const reply = Promise.withResolvers<Response>();
  answer('PATCH /api/notifications/{id}/read', () => reply.promise);
  const { user } = await open(<NotificationList />);
  await user.click(
    await screen.findByRole('button', { name: NOTIFICATION_TEXTS.markOne('You are level 5.') }),
  );
  await waitFor(() => expect(screen.queryByText('You are level 5.')).not.toBeInTheDocument());
  reply.resolve(failure('forbidden'));
  expect(await screen.findByText('You are level 5.')).toBeInTheDocument();
});

function LiveList() {
  useNotifications();
  return <NotificationList />;
}

it('reloads the list if the counts show that notifications were removed or restored', async () => {
  await open(<LiveList />);
  await screen.findByText('You are level 5.');
  answer('GET /api/notifications', { items: [], nextCursor: null });
  await receive('notify:counts', NO_COUNTS);
  await waitFor(() => expect(screen.queryByText('You are level 5.')).not.toBeInTheDocument());
  answer('GET /api/notifications', { items: [item], nextCursor: null });
  await receive('notify:counts', ONE);
  expect(await screen.findByText('You are level 5.')).toBeInTheDocument();
});

it('marks a notification as read and opens its link', async () => {
  answer('PATCH /api/notifications/{id}/read', { counts: NO_COUNTS });
  let left = 0;
  const { user, path } = await open(<NotificationList onGo={() => left++} />);
  await user.click(await screen.findByRole('link', { name: /Level up/ }));
  await waitFor(() => expect(path()).toBe('/coins'));
  expect(left).toBe(1);
  await waitFor(() => expect(calls('PATCH /api/notifications/{id}/read')).toHaveLength(1));
});

it('shows an empty state, and offers a retry after a failure', async () => {
  answer('GET /api/notifications', failure('forbidden'));
  const { user } = await open(<NotificationList />);
  expect(await screen.findByText(NOTIFICATION_TEXTS.failed)).toBeInTheDocument();
  answer('GET /api/notifications', { items: [], nextCursor: null });
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText(NOTIFICATION_TEXTS.empty)).toBeInTheDocument();
});

it('loads more notifications, offers a retry after a failure, and moves the focus to the first new row', async () => {
  answer('GET /api/notifications', { items: [item], nextCursor: 'next' });
  const { user } = await open(<NotificationList />);
  const more = await screen.findByRole('button', { name: UI_TEXTS.loadMore });
  answer('GET /api/notifications', failure('forbidden'));
  await user.click(more);
  expect(await screen.findByText(NOTIFICATION_TEXTS.failed)).toBeInTheDocument();
  expect(screen.getAllByRole('listitem')).toHaveLength(1);
  const older = { ...item, id: 3, text: 'You are level 4.' };
  answer('GET /api/notifications', { items: [older], nextCursor: null });
  screen.getByRole('button', { name: SHELL_TEXTS.retry }).focus();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(screen.getByRole('link', { name: /You are level 4/ })).toHaveFocus());
  expect(screen.queryByRole('button', { name: UI_TEXTS.loadMore })).not.toBeInTheDocument();
});

const byRival = (id: number, type: Notification['type'], text: string, link: string): Notification => ({
  ...item,
  id,
  type,
  text,
  data: { ...item.data, actorId: RIVAL.id, actorName: RIVAL.username, link },
});
const REQUEST = byRival(5, 'friend_request', `${RIVAL.username} wants to be friends.`, '/friends');

it('puts notifications that wait for an answer at the top', async () => {
  const challenge = byRival(
    3,
    'system',
    `${RIVAL.username} challenges you to a fight.`,
    `/fight/${RIVAL.id}`,
  );
  answer('GET /api/friend-requests', []);
  answer('GET /api/notifications', { items: [item, challenge], nextCursor: null });
  answer('PATCH /api/notifications/{id}/read', { counts: NO_COUNTS });
  const { user, path } = await open(<NotificationList />);
  const [first, second] = await screen.findAllByRole('listitem');
  expect(first).toHaveTextContent(`${RIVAL.username} challenges you to a fight.`);
  expect(second).toHaveTextContent('Level up You are level 5.');
  expect(screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
    NOTIFICATION_TEXTS.waiting,
    NOTIFICATION_TEXTS.news,
  ]);
  await user.click(
    screen.getByRole('link', { name: UI_TEXTS.actionFor(MENU_TEXTS.fightBack, RIVAL.username) }),
  );
  await waitFor(() => expect(path()).toBe(`/fight/${RIVAL.id}`));
  await waitFor(() => expect(calls('PATCH /api/notifications/{id}/read')).toHaveLength(1));
});

it('announces new notifications, except challenges', async () => {
  const text = `${RIVAL.username} challenges you to a fight.`;
  await open(<LiveList />);
  await receive('notify:new', byRival(8, 'system', text, `/fight/${RIVAL.id}`));
  await receive('notify:new', REQUEST);
  const log = screen.getByRole('log', { name: UI_TEXTS.announcements });
  await waitFor(() => expect(log).toHaveTextContent(REQUEST.text));
  expect(log).not.toHaveTextContent(text);
});

it('answers a friend request in place, and moves the focus to the next row', async () => {
  answer('GET /api/friendships', []);
  answer('GET /api/friend-requests/outgoing', []);
  answer('GET /api/friend-requests', [
    { id: 8, Sender: { ...RIVAL, avatarUrl: null, level: 2 }, createdAt: minutesAgo(2) },
  ]);
  answer('GET /api/notifications', { items: [REQUEST, item], nextCursor: null });
  const counts = { all: 2, byType: { ...ONE.byType, friend_request: 1 } };
  answer('GET /api/notifications/unread-counts', counts);
  answer('PATCH /api/friend-requests/{id}/accept', { message: 'You are friends.' });
  const { user } = await open(<LiveList />);
  const accept = { name: FRIENDS_PAGE_TEXTS.acceptFrom(RIVAL.username) };
  (await screen.findByRole('button', accept)).focus();
  await user.keyboard('{Enter}');
  await waitFor(() =>
    expect(calls('PATCH /api/friend-requests/{id}/accept').map(({ params }) => params.id)).toEqual(['8']),
  );
  answer('GET /api/notifications', { items: [item], nextCursor: null });
  await receive('notify:counts', ONE);
  await waitFor(() => expect(screen.getByRole('link', { name: /Level up/ })).toHaveFocus());
});

it('offers no answer to a friend request that no longer exists', async () => {
  answer('GET /api/friend-requests', []);
  answer('GET /api/notifications', { items: [REQUEST], nextCursor: null });
  await open(<NotificationList />);
  const row = await screen.findByRole('listitem');
  expect(within(row).getAllByRole('button')).toHaveLength(1);
});

it('marks all notifications as read, and hides the button', async () => {
  answer('POST /api/notifications/mark-all-read', () => {
    answer('GET /api/notifications/unread-counts', NO_COUNTS);
    return { counts: NO_COUNTS };
  });
  const { user } = await open(<MarkAll />);
  const markAll = await screen.findByRole('button', { name: NOTIFICATION_TEXTS.markAll });
  await user.click(markAll);
  await waitFor(() => expect(markAll).not.toBeInTheDocument());
  expect(await screen.findByText(NOTIFICATION_TEXTS.allMarked)).toBeInTheDocument();
});

function Bell() {
  return <NotificationsBell container={useRef(null)} />;
}

it('shows the count on the bell and opens the list', async () => {
  const { user } = await open(<Bell />);
  await user.click(await screen.findByRole('button', { name: NOTIFICATION_TEXTS.bell(1) }));
  expect(await screen.findByRole('dialog', { name: NOTIFICATION_TEXTS.title })).toBeInTheDocument();
  expect(await screen.findByText('You are level 5.')).toBeInTheDocument();
});

it('shows notifications in a card', async () => {
  await open(<NotificationsCard />);
  expect(await screen.findByText('You are level 5.')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: NOTIFICATION_TEXTS.markAll })).toBeInTheDocument();
});

it('shows the sender and the number of messages in a notification about messages', async () => {
  const read: Element[] = [];
  const data = { ...item.data, actorId: RIVAL.id, actorName: 'Bjorn', unreadCount: 3 };
  const { user } = await renderWithProviders(
    <NotificationRow
      item={{ ...item, type: 'dm', text: 'Bjorn sent you a message.', data }}
      onRead={(from) => read.push(from)}
      onGo={undefined}
    />,
  );
  expect(screen.getByText('Bjorn', { selector: 'b' })).toBeInTheDocument();
  expect(screen.getByText(NOTIFICATION_TEXTS.times(3))).toBeInTheDocument();
  const mark = screen.getByRole('button', {
    name: NOTIFICATION_TEXTS.markOne('Bjorn sent you a message.'),
  });
  await user.click(mark);
  expect(read).toEqual([mark]);
});
