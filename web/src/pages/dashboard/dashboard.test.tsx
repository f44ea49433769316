import type { Quests } from '@rivalhold/shared/contract/quests.ts';
import { DASHBOARD_TEXTS } from '@rivalhold/shared/texts/dashboard.ts';
import { LATEST_POSTS_TEXTS, POST_COMPOSER_TEXTS } from '@rivalhold/shared/texts/feed.ts';
import { GOAL_TEXTS } from '@rivalhold/shared/texts/goals.ts';
import { MENU_TEXTS } from '@rivalhold/shared/texts/menu.ts';
import { QUEST_TEXTS } from '@rivalhold/shared/texts/quests.ts';
import { SHELL_TEXTS } from '@rivalhold/shared/texts/shell.ts';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { makeOpenFight } from '../../features/combat/fixtures.ts';
import { hasQuestLayout, saveQuestLayout } from '../../features/quests/quest-layout.ts';
import { ME, MYSELF, makePost, makeProfile, minutesAgo, RIVAL } from '../../testing/fixtures.ts';
import { answer, failure } from '../../testing/network.ts';
import { renderWithProviders } from '../../testing/render.tsx';
import { CardDrawer } from './card-drawer.tsx';
import { DashboardPage } from './dashboard-page.tsx';
import { FirstSteps } from './first-steps.tsx';
import { LatestPosts } from './latest-posts.tsx';
import { OwnCard } from './own-card.tsx';
import { OpenFights, TopPlayers } from './side-lists.tsx';
import { TodayCard } from './today-card.tsx';

const quests = (state: Quests['state']): Quests => ({
  state,
  steps: [{ quest: 'fight', coins: 3, state: 'open' }],
  rival: null,
});

beforeEach(() => {
  answer('GET /api/levels', { thresholds: [0, 100, 250, 300, 500] });
  answer('GET /api/combat/open', []);
  answer('GET /api/quests', quests('over'));
});

it('shows the player’s card and the share box', async () => {
  answer('GET /api/profiles/{id}', makeProfile(MYSELF));
  answer('GET /api/feed', { items: [makePost()], nextCursor: null });
  answer('GET /api/activity', { items: [], nextCursor: null });
  await renderWithProviders(<DashboardPage />, { at: '/dashboard' });
  expect(screen.getByRole('heading', { name: DASHBOARD_TEXTS.welcomeBack(ME.username) })).toBeInTheDocument();
  expect(screen.getByRole('textbox', { name: POST_COMPOSER_TEXTS.label })).toBeInTheDocument();
  expect(await screen.findByRole('link', { name: DASHBOARD_TEXTS.viewProfile })).toBeInTheDocument();
});

it('opens and closes the drawer with the player’s card', async () => {
  const { user } = await renderWithProviders(<CardDrawer>my stats</CardDrawer>);
  expect(screen.queryByText('my stats')).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: DASHBOARD_TEXTS.myCard }));
  expect(screen.getByText('my stats')).toBeVisible();
  await user.click(screen.getByRole('button', { name: DASHBOARD_TEXTS.closeCard }));
  expect(screen.getByText('my stats')).not.toBeVisible();
});

it('offers to load the card again after a failure', async () => {
  answer('GET /api/profiles/{id}', failure('forbidden'));
  const { user } = await renderWithProviders(<OwnCard userId={ME.id} />);
  expect(await screen.findByText(DASHBOARD_TEXTS.profileFailed)).toBeInTheDocument();
  answer('GET /api/profiles/{id}', makeProfile(MYSELF));
  await user.click(screen.getByRole('button', { name: SHELL_TEXTS.retry }));
  expect(await screen.findByText(ME.username)).toBeInTheDocument();
});

it('shows the quests of a new player', async () => {
  answer('GET /api/quests', quests('open'));
  await renderWithProviders(<FirstSteps meId={ME.id} />);
  expect(await screen.findByRole('heading', { name: QUEST_TEXTS.title })).toBeInTheDocument();
});

it.each(['skipped', 'over'] as const)('shows no quests that are %s', async (state) => {
  answer('GET /api/quests', quests(state));
  saveQuestLayout(ME.id, 'new');
  await renderWithProviders(<FirstSteps meId={ME.id} />);
  await waitFor(() => expect(hasQuestLayout(ME.id)).toBe(false));
  expect(screen.queryByRole('heading', { name: QUEST_TEXTS.title })).not.toBeInTheDocument();
});

it('links to the latest posts', async () => {
  answer('GET /api/feed', { items: [makePost()], nextCursor: null });
  const view = await renderWithProviders(<LatestPosts />);
  expect(await screen.findByRole('link', { name: /Hello from the forge/ })).toHaveAttribute(
    'href',
    '/dashboard#post-40',
  );
  view.unmount();
});

it('shows that there are no posts', async () => {
  answer('GET /api/feed', { items: [], nextCursor: null });
  await renderWithProviders(<LatestPosts />);
  expect(await screen.findByText(LATEST_POSTS_TEXTS.empty)).toBeInTheDocument();
});

it('hides the list of open fights while it is empty', async () => {
  await renderWithProviders(<OpenFights />);
  await waitFor(() => expect(screen.queryByText(DASHBOARD_TEXTS.yourFights)).not.toBeInTheDocument());
});

it('offers to fight back against a challenger', async () => {
  answer('GET /api/combat/open', [makeOpenFight({ opponent: RIVAL, lastAt: minutesAgo(1) })]);
  await renderWithProviders(<OpenFights />);
  expect(await screen.findByRole('link', { name: new RegExp(MENU_TEXTS.fightBack) })).toHaveAttribute(
    'href',
    '/fight/2',
  );
});

it('offers a fair opponent', async () => {
  answer('GET /api/profiles/{id}', makeProfile(MYSELF));
  answer('GET /api/combat/opponent', { opponent: RIVAL });
  await renderWithProviders(<TodayCard meId={ME.id} />);
  expect(await screen.findByRole('link', { name: GOAL_TEXTS.fight })).toHaveAttribute('href', '/fight/2');
  expect(screen.getByText(GOAL_TEXTS.opponent('Bjorn', 3))).toBeInTheDocument();
  expect(await screen.findByRole('meter', { name: GOAL_TEXTS.energy })).toBeInTheDocument();
});

it('offers to resume an open fight instead of a new fight', async () => {
  const cato = { ...RIVAL, id: 3, username: 'Cato' };
  answer('GET /api/combat/open', [
    {
      id: 7,
      opponent: cato,
      isAttacker: true,
      unseen: false,
      challengeExpiresAt: null,
      isRematch: false,
      lastAt: minutesAgo(1),
    },
  ]);
  await renderWithProviders(<TodayCard meId={ME.id} />);
  expect(await screen.findByRole('link', { name: GOAL_TEXTS.resume })).toHaveAttribute('href', '/fight/3');
  expect(screen.getByText(GOAL_TEXTS.waiting('Cato'))).toBeInTheDocument();
});

it('leads to the directory if there is nobody to fight', async () => {
  answer('GET /api/combat/opponent', { opponent: null });
  await renderWithProviders(<TodayCard meId={ME.id} />);
  expect(await screen.findByRole('link', { name: GOAL_TEXTS.find })).toHaveAttribute('href', '/directory');
});

it('ranks the top players, and offers a retry after a failure', async () => {
  answer('GET /api/leaderboard', failure('forbidden'));
  const { user } = await renderWithProviders(<TopPlayers meId={ME.id} />);
  expect(await screen.findByText(DASHBOARD_TEXTS.topFailed)).toBeInTheDocument();
  answer('GET /api/leaderboard', { leaderboard: [{ ...RIVAL, wins: 9, losses: 1 }] });
  await user.click(screen.getByRole('button', { name: SHELL_TEXTS.retry }));
  expect(await screen.findByText(DASHBOARD_TEXTS.record(9, 1))).toBeInTheDocument();
});
