import type { Page } from '@playwright/test';
import type { Combat } from '@rivalhold/shared/contract/combat.ts';
import { LESSONS } from '@rivalhold/shared/fights/lessons.ts';
import { LONG } from '../scripts/testing/long.ts';
import { expectAccessible, expectNoHorizontalScroll, type Visitor } from './browser.ts';
import { attackByApi } from './fights.ts';
import { openProfile } from './fixtures.ts';
import { type Player, requestAs, requestOk, signUpPlayer } from './players.ts';
import { changeStats, test } from './staff.ts';
import { expect } from './test.ts';

const card = (page: Page) => page.getByRole('region', { name: 'Today', exact: true });
const goal = (page: Page, name: string) => card(page).getByRole('listitem').filter({ hasText: name });

/** Fight an absent player through the API until the end. */
async function fightThrough(visitor: Visitor, me: Player, rival: Player): Promise<void> {
  let { body: combat } = await requestAs<Combat>(
    visitor,
    'GET',
    `/api/combat/${me.id}?opponentId=${rival.id}`,
  );
  while (combat.status === 'active') combat = await attackByApi(visitor, { defenderId: rival.id });
}

test('fights advance a goal, whose reward can be claimed once', async ({ newVisitor, newClient, admin }) => {
  const visitor = await newVisitor({ width: 375 });
  const me = await signUpPlayer(visitor);
  const rivals = [await signUpPlayer(await newClient()), await signUpPlayer(await newClient())];
  // With these stats, the player wins each fight within a few attacks.
  await changeStats(admin, me, { attack: 999, defense: 999 });
  const { page } = visitor;
  await page.goto('/dashboard');
  await goal(page, 'Fight 2 players').getByText('0 of 2').waitFor();
  await card(page).getByText('No streak yet').waitFor();
  if (LONG) await expectAccessible(page);
  await expectNoHorizontalScroll(page);
  await expect(card(page).getByRole('link', { name: 'Fight now' })).toHaveAttribute('href', /^\/fight\/\d+$/);

  // The open page updates while the fights take place through the API.
  await fightThrough(visitor, me, rivals[0]!);
  await goal(page, 'Fight 2 players').getByText('1 of 2').waitFor();
  await fightThrough(visitor, me, rivals[1]!);
  const claim = goal(page, 'Fight 2 players').getByRole('button', { name: /^Claim 1 coin/ });
  await claim.press('Enter');
  await claim.waitFor({ state: 'detached' });
  await card(page).getByText('1-day streak').waitFor();
  await card(page).getByText('Today already counts.').waitFor();
  await page.goto('/coins');
  await expect(page.getByText('Goal reward')).toHaveCount(1);
});

test('a player earns a title, chooses it by keyboard, and sees it on the profile', async ({ newVisitor }) => {
  const visitor = await newVisitor();
  const me = await signUpPlayer(visitor);
  const { page } = visitor;
  await openProfile(page, me.id);
  const titles = page.locator('#titles');
  await titles.getByText('No titles yet.').waitFor();
  for (const { id, solution } of LESSONS)
    await requestOk(visitor, 'POST', `/api/practice/lessons/${id}`, { moves: solution });
  await titles.getByRole('button', { name: 'Show the title Apprentice' }).press('Enter');
  await titles.getByRole('button', { name: 'Hide the title Apprentice' }).waitFor();
  await expect(page.getByText('Apprentice', { exact: true })).toHaveCount(2);
  if (LONG) await expectAccessible(page);
});
