import { ADMIN_USERS_TEXTS, EDIT_USER_TEXTS } from '@rivalhold/shared/texts/admin.ts';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ADMIN, minutesAgo, STATS } from '../../testing/fixtures.ts';
import { answer, failure, listPage } from '../../testing/network.ts';
import { renderWithProviders } from '../../testing/render.tsx';
import { EditUserPage } from './edit-user-page.tsx';

const user = {
  id: 2,
  username: 'Bjorn',
  email: 'bjorn@example.com',
  avatarUrl: null,
  role: 'player' as const,
  level: 3,
  createdAt: minutesAgo(1_000),
  mutedUntil: null,
  suspended: false,
};

it('opens the chosen player after a retry, and returns to the list of players', async () => {
  answer('GET /api/admin/users', () => listPage([user]));
  answer('GET /api/store', []);
  answer('GET /api/admin/users/{id}/stats', failure('forbidden', 'No.'));
  const { user: person, path } = await renderWithProviders(<EditUserPage />, {
    me: ADMIN,
    at: '/admin/edit-user',
  });
  await person.click(await screen.findByRole('button', { name: ADMIN_USERS_TEXTS.editOf('Bjorn') }));
  expect(await screen.findByText('No.')).toBeInTheDocument();
  expect(path()).toBe('/admin/edit-user?user=2');
  answer('GET /api/admin/users/{id}/stats', { user, stats: { ...STATS, coins: 10 }, inventory: [] });
  await person.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText(EDIT_USER_TEXTS.inventoryEmpty)).toBeInTheDocument();
  await person.click(screen.getByRole('button', { name: EDIT_USER_TEXTS.another }));
  expect(await screen.findByRole('button', { name: ADMIN_USERS_TEXTS.editOf('Bjorn') })).toBeInTheDocument();
});
