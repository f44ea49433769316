import type { Page } from '@playwright/test';
import { openFight } from '../fights.ts';
import { openAndSettle } from '../layout-shifts.ts';
import { controlConnection } from '../messages.ts';
import { requestOk } from '../players.ts';
import type { ScreenshotFixtures } from './fixtures.ts';
import type { Scene } from './scene.ts';

/** End the fights that the deputy started, because each screenshot needs a new fight. */
export async function endFights({ visitors: { deputy } }: ScreenshotFixtures): Promise<void> {
  const open = await requestOk<{ id: number; isAttacker: boolean }[]>(deputy, 'GET', '/api/combat/open');
  for (const { id, isAttacker } of open)
    if (isAttacker) await requestOk(deputy, 'POST', `/api/combat/fights/${id}/concede`);
}

/** Challenge the moderator, who has a page open, and return that page. */
async function challenge(page: Page, world: ScreenshotFixtures): Promise<Page> {
  await world.heal(world.deputy);
  await endFights(world);
  const opponent = await world.visitors.moderator.context.newPage();
  await openAndSettle(opponent, '/faq');
  await openFight(page, world.idOf('demo_mod'));
  await opponent.getByRole('dialog', { name: /(challenges you|wants a rematch)$/ }).waitFor();
  return opponent;
}

/** Challenge the moderator, who accepts, and return their page. */
async function challengeAndJoin(page: Page, world: ScreenshotFixtures): Promise<Page> {
  const opponent = await challenge(page, world);
  await opponent.getByRole('button', { name: 'Accept' }).click();
  await page.getByText(/joined the fight/).first().waitFor();
  return opponent;
}

/** Return the scene of a live fight. `prepare` starts it, and returns the opponent's page. */
const liveFight = (
  name: string,
  prepare: typeof challenge,
  act: (page: Page, opponent: Page) => Promise<unknown>,
): Scene => ({
  name: `live-fight-${name}`,
  as: 'deputy',
  windowOnly: true,
  open: async (page, world) => {
    const opponent = await prepare(page, world);
    try {
      await act(page, opponent);
    } finally {
      await opponent.close();
    }
  },
});
const shows = (page: Page, text: RegExp) => page.getByText(text).first().waitFor();

/** A fight of two players in two browsers: invitation, presence, connection and end. */
export const LIVE_FIGHT_SCENES: Scene[] = [
  liveFight('asked', challenge, (page) => shows(page, /has been asked to join/)),
  liveFight('declined', challenge, async (page, opponent) => {
    await opponent.getByRole('button', { name: 'Decline' }).click();
    await shows(page, /declined\. Their style/);
  }),
  liveFight('chosen', challengeAndJoin, async (page) => {
    await page.keyboard.press('a');
    await shows(page, /^You chose Strike/);
  }),
  liveFight('opponent-chose', challengeAndJoin, async (page, opponent) => {
    await opponent.getByRole('button', { name: /^Guard/ }).click();
    await shows(page, /has chosen/);
  }),
  liveFight('opponent-away', challengeAndJoin, async (page, opponent) => {
    await opponent.close();
    await shows(page, /is away\. Their style/);
  }),
  liveFight('opponent-back', challengeAndJoin, async (page, opponent) => {
    await opponent.goto('/faq');
    await shows(page, /is away\. Their style/);
    await opponent.goBack();
    await shows(page, /is back\.$/);
  }),
  liveFight(
    'offline',
    async (page, world) => {
      const connection = await controlConnection({ ...world.visitors.deputy, page });
      const opponent = await challengeAndJoin(page, world);
      await connection.cut();
      // Other pages of the same browser are not offline. The socket of this page stays closed.
      await page.context().setOffline(false);
      return opponent;
    },
    (page) => shows(page, /^Connection lost/),
  ),
  liveFight('give-up', challengeAndJoin, async (page) => {
    await page.getByRole('button', { name: 'Give up' }).click();
    await page.getByRole('dialog').waitFor();
  }),
  liveFight('opponent-gave-up', challengeAndJoin, async (page, opponent) => {
    for (const each of [page, opponent]) await each.keyboard.press('a');
    await shows(page, /^(You deal|Both strike)/);
    await page.waitForTimeout(1_500);
    const other = opponent.getByRole('button', { name: 'Give up' });
    if ((await other.count()) === 0) return;
    await other.click();
    await opponent.getByRole('dialog').getByRole('button', { name: 'Give up' }).click();
    await page.getByRole('heading', { name: /^(Victory!|Defeat)$/ }).waitFor();
  }),
  {
    name: 'fight-rematch',
    as: 'moderator',
    windowOnly: true,
    open: async (page, world) => {
      const { deputy } = world.visitors;
      const challenger = await deputy.context.newPage();
      const opponent = await challengeAndJoin(challenger, world);
      await challenger.getByRole('button', { name: 'Give up' }).click();
      await challenger.getByRole('dialog').getByRole('button', { name: 'Give up' }).click();
      await challenger.getByRole('heading', { name: 'Defeat' }).waitFor();
      await opponent.close();
      await openAndSettle(page, '/faq');
      await challenger.getByRole('button', { name: 'Fight again' }).click();
      await page.getByRole('dialog', { name: /wants a rematch$/ }).waitFor();
      await challenger.close();
    },
  },
];
