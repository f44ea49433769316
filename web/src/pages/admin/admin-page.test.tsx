import { ADMIN_HOME_TEXTS } from '@rivalhold/shared/texts/admin.ts';
import { screen } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { ADMIN, MODERATOR, minutesAgo } from '../../testing/fixtures.ts';
import { answer, failure } from '../../testing/network.ts';
import { renderWithProviders } from '../../testing/render.tsx';
import { AdminPage } from './admin-page.tsx';
import { Figures } from './figures.tsx';

const FIGURES = {
  openReports: 2,
  openAppeals: 1,
  signUps: { today: 5, yesterday: 1 },
  fights: { today: 1_200, yesterday: 0 },
  playersOnline: 7,
  health: { state: 'warning', issues: 1 },
} as const;
beforeEach(() => answer('GET /api/mod/overview', FIGURES));

it('shows today’s figures, each with a link to its page', async () => {
  await renderWithProviders(<Figures />, { me: ADMIN });
  const link = (name: RegExp) => screen.getByRole('link', { name }).getAttribute('href');
  expect(await screen.findByRole('link', { name: /^Open reports\s*2/ })).toHaveAttribute(
    'href',
    '/admin/reports',
  );
  expect(link(/^Sign-ups today\s*5\s*1 yesterday/)).toBe('/admin/users');
  expect(link(/^Fights today\s*1,200/)).toBe('/leaderboard');
  expect(link(/^Site health.*1 problem$/)).toBe('/admin/site-health');
});

it('shows moderators no link to pages that only admins can open', async () => {
  answer('GET /api/mod/overview', { ...FIGURES, health: null });
  await renderWithProviders(<AdminPage />, { me: MODERATOR });
  expect(await screen.findByRole('link', { name: /^Sign-ups today/ })).toHaveAttribute('href', '/directory');
  expect(screen.queryByRole('link', { name: /^Site health/ })).not.toBeInTheDocument();
});

it('offers to load today’s figures again after a failure', async () => {
  answer('GET /api/mod/overview', failure('forbidden'));
  const { user } = await renderWithProviders(<AdminPage />, { me: MODERATOR });
  expect(await screen.findByText(ADMIN_HOME_TEXTS.figuresFailed)).toBeInTheDocument();
  answer('GET /api/mod/overview', FIGURES);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('link', { name: /^Open reports/ })).toBeInTheDocument();
});

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
  expect(await screen.findByText(ADMIN_HOME_TEXTS.open(FIGURES.openReports))).toBeInTheDocument();
  expect(screen.getByText(ADMIN_HOME_TEXTS.open(FIGURES.openAppeals))).toBeInTheDocument();
  expect(
    screen.queryByRole('heading', { name: ADMIN_HOME_TEXTS.places.users.title }),
  ).not.toBeInTheDocument();
  view.unmount();
  await renderWithProviders(<AdminPage />, { me: ADMIN });
  expect(screen.getByRole('heading', { name: ADMIN_HOME_TEXTS.places.users.title })).toBeInTheDocument();
});
