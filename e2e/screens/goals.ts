import type { Page } from '@playwright/test';
import type { Dashboard } from '@rivalhold/shared/contract/dashboard.ts';
import type { Goals } from '@rivalhold/shared/contract/goals.ts';
import { openAndSettle } from '../layout-shifts.ts';
import type { Scene } from './scene.ts';

/** Open the dashboard with changed goals. */
async function openWithGoals(page: Page, change: (goals: Goals) => Goals): Promise<void> {
  await page.route(
    '**/api/dashboard',
    async (route) => {
      const response = await route.fetch();
      const body = (await response.json()) as Dashboard;
      if (body.goals) body.goals = change(body.goals);
      // Remove open fights, because the card does not suggest an opponent while a fight is open.
      if (body.goals?.streak.days === 0) body.fights = [];
      await route.fulfill({ response, json: body });
    },
    { times: 1 },
  );
  await openAndSettle(page, '/dashboard');
  await page.getByRole('region', { name: 'Today', exact: true }).waitFor();
}

const stateOf = (name: string, change: (goals: Goals) => Goals): Scene => ({
  name: `goals-${name}`,
  as: 'player',
  open: (page) => openWithGoals(page, change),
});
/** Set the state of the current goals, and remove goals of earlier days. */
const withState = (goals: Goals, state: 'open' | 'claimed', streak: Partial<Goals['streak']>): Goals => ({
  ...goals,
  goals: goals.goals
    .slice(-4)
    .map((goal) => ({ ...goal, state, progress: state === 'open' ? 0 : goal.target })),
  streak: { ...goals.streak, ...streak },
});

/** The dashboard with goals in all states, and the profile with titles. */
export const GOAL_SCENES: Scene[] = [
  stateOf('some', (goals) => goals),
  stateOf('none', (goals) => withState(goals, 'open', { days: 0, today: false })),
  stateOf('claimed', (goals) => withState(goals, 'claimed', { days: 31, today: true })),
  stateOf('frozen', (goals) => withState(goals, 'open', { days: 12, today: false, frozen: true })),
  stateOf('lost', (goals) => withState(goals, 'open', { days: 0, today: false, lost: 12 })),
  {
    name: 'titles',
    as: 'player',
    open: async (page, world) => {
      await openAndSettle(page, `/profiles/${world.idOf('demo_player')}`);
      await page.locator('#titles summary').click();
      await page.evaluate(() => scrollTo(0, 0));
    },
  },
];
