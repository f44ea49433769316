import { FRIENDS_PAGE_TEXTS } from '@rivalhold/shared/texts/friends.ts';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ME, minutesAgo, RIVAL } from '../../testing/fixtures.ts';
import { answer } from '../../testing/network.ts';
import { renderWithProviders } from '../../testing/render.tsx';
import { acknowledge, connect } from '../../testing/socket.ts';
import { FriendsPage } from './friends-page.tsx';

it('shows incoming requests before the friends', async () => {
  answer('GET /api/friendships', []);
  answer('GET /api/friend-requests', [{ id: 5, Sender: RIVAL, createdAt: minutesAgo(3) }]);
  answer('GET /api/friend-requests/outgoing', []);
  acknowledge('presence:get', () => ({ ok: true, userIds: [] }));
  await renderWithProviders(<FriendsPage />);
  expect(screen.getByText(FRIENDS_PAGE_TEXTS.loading)).toBeInTheDocument();
  await connect(ME.id);
  await screen.findByRole('button', { name: FRIENDS_PAGE_TEXTS.acceptFrom('Bjorn') });
  const titles = screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent);
  expect(titles[0]).toContain(FRIENDS_PAGE_TEXTS.incoming);
});
