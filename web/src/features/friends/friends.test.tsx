import { FRIEND_TEXTS, FRIENDS_PAGE_TEXTS } from '@rivalhold/shared/texts/friends.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { ME, minutesAgo, RIVAL } from '../../testing/fixtures.ts';
import { answer, calls, failure } from '../../testing/network.ts';
import { renderWithProviders } from '../../testing/render.tsx';
import { acknowledge, connect, receive } from '../../testing/socket.ts';
import { FriendChip } from './components/friend-chip.tsx';
import { FriendList } from './components/friend-list.tsx';
import { FriendsOnline } from './components/friends-online.tsx';
import { RequestButtons } from './components/request-buttons.tsx';
import { IncomingRequests, OutgoingRequests } from './components/request-lists.tsx';

const friend = (id: number, username: string) => ({ ...RIVAL, id, username, statusMessage: '' });
const button = (name: string) => screen.getByRole('button', { name });

beforeEach(() => {
  answer('GET /api/friendships', []);
  answer('GET /api/friend-requests', []);
  answer('GET /api/friend-requests/outgoing', []);
  acknowledge('presence:get', () => ({ ok: true, userIds: [3] }));
});

it('sends a friend request once on a double click, and shows it as pending', async () => {
  const reply = Promise.withResolvers<{ request: { id: number; receiverId: number }; friends: boolean }>();
  answer('POST /api/friend-requests/{userId}', () => reply.promise);
  const { user } = await renderWithProviders(<FriendChip player={RIVAL} />);
  await connect(ME.id);
  const ask = await screen.findByRole('button', { name: FRIEND_TEXTS.chip.none });
  expect(ask).toHaveAccessibleDescription(RIVAL.username);
  await user.dblClick(ask);
  answer('GET /api/friend-requests/outgoing', [
    { id: 5, receiverId: RIVAL.id, Receiver: RIVAL, createdAt: minutesAgo(0) },
  ]);
  reply.resolve({ request: { id: 5, receiverId: RIVAL.id }, friends: false });
  expect(await screen.findByRole('button', { name: FRIEND_TEXTS.chip.outgoing })).toBeInTheDocument();
  expect(calls('POST /api/friend-requests/{userId}')).toHaveLength(1);
});

it('shows a player as a friend if both players have sent a request', async () => {
  answer('POST /api/friend-requests/{userId}', { request: { id: 5, receiverId: RIVAL.id }, friends: true });
  const { user } = await renderWithProviders(<FriendChip player={RIVAL} />);
  await connect(ME.id);
  const ask = await screen.findByRole('button', { name: FRIEND_TEXTS.chip.none });
  answer('GET /api/friendships', [friend(RIVAL.id, 'Bjorn')]);
  await user.click(ask);
  expect(await screen.findByRole('button', { name: FRIEND_TEXTS.chip.friend })).toBeInTheDocument();
});

it('loads the lists once, and once more after each action by the player or another player', async () => {
  const loads = () =>
    (['GET /api/friendships', 'GET /api/friend-requests', 'GET /api/friend-requests/outgoing'] as const).map(
      (list) => calls(list).length,
    );
  // The event about the action arrives before the response to the action.
  answer('POST /api/friend-requests/{userId}', async () => {
    await receive('friends:changed', { userId: RIVAL.id });
    return { request: { id: 5, receiverId: RIVAL.id }, friends: false };
  });
  const { user } = await renderWithProviders(
    <>
      <FriendChip player={RIVAL} />
      <FriendList />
      <IncomingRequests />
      <OutgoingRequests />
    </>,
  );
  await connect(ME.id);
  const ask = await screen.findByRole('button', { name: FRIEND_TEXTS.chip.none });
  expect(loads()).toEqual([1, 1, 1]);
  answer('GET /api/friend-requests/outgoing', [
    { id: 5, receiverId: RIVAL.id, Receiver: RIVAL, createdAt: minutesAgo(0) },
  ]);
  await user.click(ask);
  await screen.findAllByRole('button', { name: FRIEND_TEXTS.chip.outgoing });
  expect(loads()).toEqual([2, 2, 2]);
  answer('GET /api/friendships', [friend(RIVAL.id, 'Bjorn')]);
  answer('GET /api/friend-requests/outgoing', []);
  await receive('friends:changed', { userId: RIVAL.id });
  await screen.findAllByRole('button', { name: FRIEND_TEXTS.chip.friend });
  expect(loads()).toEqual([3, 3, 3]);
});

it('asks for confirmation before removing a friend', async () => {
  answer('GET /api/friendships', [friend(RIVAL.id, 'Bjorn')]);
  answer('DELETE /api/friendships/{id}', { message: '' });
  const { user } = await renderWithProviders(<FriendChip player={RIVAL} />);
  await connect(ME.id);
  await user.click(await screen.findByRole('button', { name: FRIEND_TEXTS.chip.friend }));
  await screen.findByText(FRIEND_TEXTS.removeQuestion('Bjorn'));
  answer('GET /api/friendships', []);
  await user.click(button(FRIEND_TEXTS.remove));
  expect(await screen.findByRole('button', { name: FRIEND_TEXTS.chip.none })).toBeInTheDocument();
});

it('offers a retry when the relationship cannot be loaded', async () => {
  answer('GET /api/friendships', failure('forbidden'));
  const { user } = await renderWithProviders(<FriendChip player={RIVAL} />);
  await connect(ME.id);
  const retry = await screen.findByRole('button', { name: FRIEND_TEXTS.retry });
  answer('GET /api/friendships', []);
  await user.click(retry);
  expect(await screen.findByRole('button', { name: FRIEND_TEXTS.chip.none })).toBeInTheDocument();
});

it('groups friends by presence and filters them by name', async () => {
  answer('GET /api/friendships', [friend(2, 'Bjorn'), friend(3, 'Cato')]);
  const { user } = await renderWithProviders(<FriendList />);
  await connect(ME.id);
  const online = await screen.findByRole('region', { name: FRIENDS_PAGE_TEXTS.online });
  expect(within(online).getByRole('link', { name: 'Cato' })).toBeInTheDocument();
  await user.type(screen.getByRole('searchbox', { name: FRIENDS_PAGE_TEXTS.search }), 'zz');
  expect(screen.getByText(FRIENDS_PAGE_TEXTS.noMatch)).toBeInTheDocument();
  await user.click(button(FRIENDS_PAGE_TEXTS.clear));
  expect(await screen.findByRole('link', { name: 'Bjorn' })).toBeInTheDocument();
});

it('offers a retry when the friends cannot be loaded', async () => {
  answer('GET /api/friendships', failure('forbidden'));
  const { user } = await renderWithProviders(<FriendList />);
  await connect(ME.id);
  expect(await screen.findByText(FRIENDS_PAGE_TEXTS.failed)).toBeInTheDocument();
  answer('GET /api/friendships', [friend(2, 'Bjorn')]);
  await user.click(button('Try again'));
  expect(await screen.findByRole('link', { name: 'Bjorn' })).toBeInTheDocument();
});

it('shows 50 friends at a time, and moves the focus to the first of the added friends', async () => {
  answer(
    'GET /api/friendships',
    Array.from({ length: 51 }, (_, index) => friend(101 + index, `Friend${101 + index}`)),
  );
  const { user } = await renderWithProviders(<FriendList />);
  await connect(ME.id);
  const more = await screen.findByRole('button', { name: FRIENDS_PAGE_TEXTS.showMore });
  expect(screen.queryByText('Friend151')).not.toBeInTheDocument();
  more.focus();
  await user.keyboard('{Enter}');
  expect(screen.getByText('Friend151').closest('a')).toHaveFocus();
});

it('shows an empty state when there are no friends', async () => {
  await renderWithProviders(<FriendList />);
  await connect(ME.id);
  expect(await screen.findByText(FRIENDS_PAGE_TEXTS.empty)).toBeInTheDocument();
});

it('shows only friends who are online', async () => {
  answer('GET /api/friendships', [friend(2, 'Bjorn'), friend(3, 'Cato')]);
  await renderWithProviders(<FriendsOnline />);
  await connect(ME.id);
  expect(await screen.findByRole('link', { name: 'Cato' })).toBeInTheDocument();
  expect(screen.queryByRole('link', { name: 'Bjorn' })).not.toBeInTheDocument();
});

it('accepts a request once and removes it from the list', async () => {
  answer('GET /api/friend-requests', [{ id: 5, Sender: RIVAL, createdAt: minutesAgo(3) }]);
  const reply = Promise.withResolvers<{ message: string }>();
  answer('PATCH /api/friend-requests/{id}/accept', () => reply.promise);
  const { user } = await renderWithProviders(<IncomingRequests />);
  await connect(ME.id);
  const accept = await screen.findByRole('button', { name: FRIENDS_PAGE_TEXTS.acceptFrom('Bjorn') });
  answer('GET /api/friend-requests', []);
  await user.dblClick(accept);
  reply.resolve({ message: '' });
  expect(await screen.findByText(FRIENDS_PAGE_TEXTS.incomingEmpty)).toBeInTheDocument();
  expect(calls('PATCH /api/friend-requests/{id}/accept')).toHaveLength(1);
});

it('keeps a request when declining it fails', async () => {
  answer('GET /api/friend-requests', [{ id: 5, Sender: RIVAL, createdAt: minutesAgo(3) }]);
  answer('PATCH /api/friend-requests/{id}/decline', failure('conflict'));
  const { user } = await renderWithProviders(<IncomingRequests />);
  await connect(ME.id);
  const decline = await screen.findByRole('button', { name: FRIENDS_PAGE_TEXTS.declineFrom('Bjorn') });
  await user.click(decline);
  await waitFor(() => expect(decline).not.toHaveAttribute('aria-busy'));
  expect(decline).toBeInTheDocument();
});

it('cancels a sent request', async () => {
  answer('GET /api/friend-requests/outgoing', [
    { id: 5, receiverId: RIVAL.id, Receiver: RIVAL, createdAt: minutesAgo(3) },
  ]);
  answer('DELETE /api/friend-requests/{userId}/cancel', { message: '' });
  const { user } = await renderWithProviders(<OutgoingRequests />);
  await connect(ME.id);
  const cancel = await screen.findByRole('button', { name: FRIEND_TEXTS.chip.outgoing });
  answer('GET /api/friend-requests/outgoing', []);
  await user.click(cancel);
  expect(await screen.findByText(FRIENDS_PAGE_TEXTS.outgoingEmpty)).toBeInTheDocument();
});

it('answers a friend request once', async () => {
  answer('PATCH /api/friend-requests/{id}/accept', failure('forbidden'));
  const { user } = await renderWithProviders(<RequestButtons request={{ id: 5, Sender: RIVAL }} />);
  const accept = button(FRIENDS_PAGE_TEXTS.acceptFrom(RIVAL.username));
  await user.click(accept);
  await waitFor(() => expect(accept).not.toHaveAttribute('aria-busy', 'true'));
  const reply = Promise.withResolvers<never>();
  answer('PATCH /api/friend-requests/{id}/accept', () => reply.promise);
  await user.dblClick(accept);
  await user.click(button(FRIENDS_PAGE_TEXTS.declineFrom(RIVAL.username)));
  await waitFor(() => expect(calls('PATCH /api/friend-requests/{id}/accept')).toHaveLength(2));
  expect(calls('PATCH /api/friend-requests/{id}/decline')).toEqual([]);
});
