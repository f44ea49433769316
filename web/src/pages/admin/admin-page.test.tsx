import { ADMIN_HOME_TEXTS } from '@rivalhold/shared/texts/admin.ts';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ADMIN, MODERATOR, minutesAgo } from '../../testing/fixtures.ts';
import { answer } from '../../testing/network.ts';
import { renderWithProviders } from '../../testing/render.tsx';
import { AdminPage } from './admin-page.tsx';

it('shows the open tasks, and the pages that the role can open', async () => {
  const mute = {
    userId: 2,
    username: 'Bjorn',
    avatarUrl: null,
    reason: null,
    mutedBy: null,
    mayChange: true,
  };
  answer('GET /api/mod/mutes', [
    { ...mute, mutedUntil: minutesAgo(-60) },
    { ...mute, userId: 3, mutedUntil: minutesAgo(60) },
  ]);
  const view = await renderWithProviders(<AdminPage />, { me: MODERATOR });
  expect(await screen.findByText(ADMIN_HOME_TEXTS.muted(1))).toBeInTheDocument();
  expect(
    screen.queryByRole('heading', { name: ADMIN_HOME_TEXTS.places.users.title }),
  ).not.toBeInTheDocument();
  view.unmount();
  await renderWithProviders(<AdminPage />, { me: ADMIN });
  expect(screen.getByRole('heading', { name: ADMIN_HOME_TEXTS.places.users.title })).toBeInTheDocument();
});
