import { ADMIN_USERS_TEXTS } from '@rivalhold/shared/texts/admin.ts';
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ADMIN } from '../../testing/fixtures.ts';
import { answer, calls, failure, listPage } from '../../testing/network.ts';
import { renderWithProviders } from '../../testing/render.tsx';
import { UsersPage } from './users-page.tsx';

it('searches for a name, and stores the search in the URL', async () => {
  answer('GET /api/admin/users', () => listPage([]));
  const { user, path } = await renderWithProviders(<UsersPage />, { me: ADMIN, at: '/admin/users' });
  await user.type(screen.getByRole('searchbox', { name: ADMIN_USERS_TEXTS.search }), 'bj{Enter}');
  expect(await screen.findByText(ADMIN_USERS_TEXTS.emptyText)).toBeInTheDocument();
  await waitFor(() => expect(path()).toBe('/admin/users?search=bj'));
  await waitFor(() => expect(calls('GET /api/admin/users').at(-1)?.query).toEqual({ search: 'bj' }));
});

it('offers to load the players again after a failure', async () => {
  answer('GET /api/admin/users', failure('forbidden', 'No.'));
  const { user } = await renderWithProviders(<UsersPage />, { me: ADMIN, at: '/admin/users' });
  expect(await screen.findByText('No.')).toBeInTheDocument();
  answer('GET /api/admin/users', () => listPage([]));
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText(ADMIN_USERS_TEXTS.empty)).toBeInTheDocument();
});
