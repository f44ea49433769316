import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { LONG } from '../scripts/testing/long.ts';
import { expectAccessible, expectNoHorizontalScroll } from './browser.ts';
import { attackUntilOver, startFight } from './fights.ts';
import { heldResponse } from './fixtures.ts';
import { requestAs, signUpPlayer, uniqueUsername } from './players.ts';
import { changeStats, test } from './staff.ts';
import { fillSignUp, openDialog, skipFirstFight } from './steps.ts';
import { expect } from './test.ts';

const card = (page: Page) => page.getByRole('region', { name: 'Your first quests' });
const row = (page: Page, title: string) => card(page).getByRole('listitem').filter({ hasText: title });
const [FIGHT, POTION, FRIEND, POST] = [
  'Finish a fight',
  'Drink a potion',
  'Send a friend request',
  'Write your first post',
];

/** Return the coin balance in the navbar. */
async function coins(page: Page): Promise<number> {
  const balance = page.getByRole('button', { name: /^You have \d+ coins?$/ });
  return Number(/\d+/.exec((await balance.textContent()) ?? '')?.[0]);
}

/** Claim the reward of a quest by keyboard, and expect that it is credited immediately. */
async function take(page: Page, title: string, reward: number): Promise<void> {
  const before = await coins(page);
  await row(page, title)
    .getByRole('button', { name: `Claim ${reward} coins` })
    .press('Enter');
  await expect.poll(() => coins(page)).toBe(before + reward);
}

/** Return to the quest card through the toast about a completed quest. The toast appears on every page. */
async function back(page: Page, title: string): Promise<void> {
  const toast = page.getByRole('group', { name: `Quest done: ${title}` });
  await toast.getByRole('button', { name: 'Go to reward' }).press('Enter');
  await page.waitForURL('**/dashboard');
  await row(page, title).waitFor();
}

test('a new player signs up on a phone and completes all quests, partly by keyboard', async ({
  newVisitor,
  newClient,
  admin,
}) => {
  const rival = await signUpPlayer(await newClient());
  const visitor = await newVisitor({ width: 375 });
  const { page } = visitor;
  const username = uniqueUsername();
  const dialog = await openDialog(page, 'Sign Up', 'Create Your Character');
  await fillSignUp(dialog, username);
  await dialog.getByRole('button', { name: 'Sign Up', exact: true }).click();
  await skipFirstFight(page);

  // New players see the quest card first.
  await card(page).getByText('0 of 4 done').waitFor();
  await card(page).getByText('Back tomorrow?').waitFor();
  expect((await row(page, FIGHT).boundingBox())?.y).toBeLessThan(600);
  await expectAccessible(page);
  await expectNoHorizontalScroll(page);
  const { body } = await requestAs<{ user: { id: number } }>(visitor, 'GET', '/api/session');
  // With these stats, the player wins the fight within a few attacks.
  const strong = { attack: 999, defense: 999 };
  await changeStats(admin, body.user, strong);

  await row(page, FIGHT)
    .getByRole('link', { name: /^Fight / })
    .press('Enter');
  await startFight(page);
  await page.getByRole('button', { name: 'Attack' }).waitFor();
  await attackUntilOver(page);
  await back(page, FIGHT);
  await take(page, FIGHT, 3);

  // The potion quest leads an injured player to the inventory, and a player with full health to another fight.
  await changeStats(admin, body.user, { health: 40 });
  await page.reload();
  await row(page, POTION).getByRole('link', { name: 'Open inventory' }).press('Enter');
  await page.getByRole('button', { name: 'Use Embermint Draught' }).press('Enter');
  await back(page, POTION);
  await take(page, POTION, 2);

  await row(page, FRIEND).getByRole('link', { name: 'Find Players' }).press('Enter');
  const found = page.getByRole('article').filter({ hasText: rival.username });
  await found.getByRole('button', { name: 'Add Friend' }).press('Enter');
  await back(page, FRIEND);
  await take(page, FRIEND, 2);

  await row(page, POST).getByRole('button', { name: 'Start writing' }).press('Enter');
  const field = page.getByRole('textbox', { name: 'What do you want to share?' });
  await expect(field).toBeFocused();
  await page.keyboard.type('I came to fight');
  await page.keyboard.press('Control+Enter');
  await take(page, POST, 3);

  const end = page.getByRole('region', { name: 'You finished all quests' });
  await end.getByText('Full energy').waitFor();
  if (LONG) await expectAccessible(page);
  await expectNoHorizontalScroll(page);
  await end.getByRole('button', { name: 'Close' }).press('Enter');
  await end.waitFor({ state: 'detached' });
});

test('the quest card updates in every tab, can be hidden and restored, and loads nothing while it is hidden', async ({
  newVisitor,
}) => {
  const visitor = await newVisitor();
  await signUpPlayer(visitor);
  const { page, context } = visitor;
  const other = await context.newPage();
  for (const tab of [page, other]) {
    await tab.goto('/dashboard');
    await card(tab).getByText('0 of 4 done').waitFor();
  }
  await requestAs(visitor, 'POST', '/api/feed', { body: 'From elsewhere' });
  for (const tab of [page, other])
    await row(tab, POST).getByRole('button', { name: 'Claim 3 coins' }).waitFor();

  await card(page).getByRole('button', { name: 'Hide quests' }).press('Enter');
  for (const tab of [page, other]) await card(tab).waitFor({ state: 'detached' });
  await page.getByRole('region', { name: 'Recent messages' }).getByText('Back tomorrow?').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  for (const tab of [page, other]) await card(tab).getByText('1 of 4 done').waitFor();
  await card(page).getByRole('button', { name: 'Hide quests' }).click();
  await card(other).waitFor({ state: 'detached' });

  const requests: string[] = [];
  other.on('request', (request) => requests.push(new URL(request.url()).pathname));
  await other.reload();
  await other.getByRole('heading', { name: 'Top Players' }).waitFor();
  await other.waitForLoadState('networkidle');
  expect(requests).toContain('/api/dashboard');
  expect(requests).not.toContain('/api/quests');
  const scripts = requests.filter((path) => path.endsWith('.js'));
  const dist = join(import.meta.dirname, '../web/dist');
  const hasCard = (path: string) => readFileSync(join(dist, path), 'utf8').includes('Hide quests');
  const built = readdirSync(join(dist, 'assets')).filter((name) => name.endsWith('.js'));
  expect(built.filter((name) => hasCard(`/assets/${name}`))).toHaveLength(1);
  expect([scripts.length > 5, scripts.filter(hasCard)]).toEqual([true, []]);

  await other.goto('/settings');
  await other.getByRole('button', { name: 'Show quests again' }).click();
  await other.waitForURL('**/dashboard');
  for (const tab of [page, other]) await card(tab).getByText('1 of 4 done').waitFor();
});

for (const [width, typeface] of [
  [375, 'the web font'],
  ...(LONG
    ? ([
        [1280, 'the web font'],
        [1280, 'a fallback font'],
      ] as const)
    : []),
] as const)
  test(`the dashboard reserves space for a quest card that loads late (${width} px, in ${typeface})`, async ({
    newVisitor,
    newClient,
  }) => {
    const visitor = await newVisitor({ width });
    const { page } = visitor;
    await signUpPlayer(visitor);
    await signUpPlayer(await newClient());
    if (typeface === 'a fallback font') await page.route(/\.woff2?$/, (route) => route.abort());
    await requestAs(visitor, 'POST', '/api/feed', { body: 'One of four is done' });
    await page.goto('/dashboard');
    await card(page).getByText('1 of 4 done').waitFor();
    const held = heldResponse();
    await page.route('**/api/dashboard', held.answer);
    const dashboardRequest = page.waitForRequest('**/api/dashboard');
    await page.goto('/dashboard');
    await dashboardRequest;
    await page.getByRole('heading', { name: 'Top Players' }).waitFor();
    await page.getByText('1 of 4 done').waitFor({ state: 'attached' });
    expect(await card(page).count()).toBe(0);
    const next = page.getByRole('region', { name: 'Today', exact: true });
    const topOfNext = async () => (await next.boundingBox())?.y ?? 0;
    const before = await topOfNext();
    expect(before).toBeGreaterThan(200);
    held.release();
    await card(page).getByText('1 of 4 done').waitFor();
    await page.waitForLoadState('networkidle');
    expect(Math.abs((await topOfNext()) - before)).toBeLessThan(2);
  });
