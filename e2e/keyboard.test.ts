import type { Page } from '@playwright/test';
import { attackUntil, attackUntilOver } from './fights.ts';
import { replyField } from './forum.ts';
import { messageRows } from './messages.ts';
import { focusInfo, tabTo } from './page-checks.ts';
import { signUpPlayer, uniqueUsername } from './players.ts';
import { post, shareField } from './posts.ts';
import { skipFirstFight, typeSignUp } from './steps.ts';
import { expect, test } from './test.ts';

/**
 * These tests complete whole flows by keyboard alone, without clicks or scripted input. They open only the
 * first page by its URL.
 */

/** Sign up from the landing page. */
async function signUp(page: Page): Promise<void> {
  const { keyboard } = page;
  const username = uniqueUsername();
  await page.goto('/');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await tabTo(page, /^Sign Up$/);
  await keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Create Your Character' }).waitFor();
  await typeSignUp(page, username);
  await skipFirstFight(page);
}

/** Open a page through its link in the player's menu. */
async function goTo(page: Page, place: RegExp): Promise<void> {
  await page.evaluate(() => window.scrollTo(0, 0));
  await tabTo(page, /^Your menu/, 'Shift+Tab');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Your menu' }).waitFor();
  await tabTo(page, place);
  await page.keyboard.press('Enter');
}

/** Open a page through its link in the main navigation. */
async function goToMain(page: Page, place: RegExp): Promise<void> {
  await page.evaluate(() => window.scrollTo(0, 0));
  await tabTo(page, /^Skip to content$/, 'Shift+Tab');
  await tabTo(page, place);
  await page.keyboard.press('Enter');
}

/** Find a player in the directory. */
async function find(page: Page, username: string): Promise<void> {
  await goTo(page, /^Find Players/i);
  await page.getByLabel('Username').waitFor();
  await tabTo(page, /^Username/);
  await page.keyboard.type(username);
  await page.getByRole('article').filter({ hasText: username }).waitFor();
  await expect(page.getByRole('article')).toHaveCount(1);
}

test('a guest signs up, finds another player, writes to them, posts and starts a thread', async ({
  page,
  newClient,
}) => {
  const rival = uniqueUsername();
  await signUpPlayer(await newClient(), rival);
  const { keyboard } = page;
  const press = (key: string) => keyboard.press(key);
  await signUp(page);

  await shareField(page).waitFor();
  await tabTo(page, /^What do you want to share/);
  await keyboard.type('Written without a mouse');
  await press('Control+Enter');
  await post(page, 'Written without a mouse').waitFor();

  await find(page, rival);
  await tabTo(page, new RegExp(`^${rival}$`));
  await press('Enter');
  await page.getByRole('link', { name: /^Message/ }).waitFor();
  await tabTo(page, /^Message/);
  await press('Enter');
  await expect.poll(async () => (await focusInfo(page)).name).toMatch(/^Message to/);
  await keyboard.type('Well met');
  await press('Enter');
  await messageRows(page, 'Well met').waitFor();
  while ((await page.getByRole('dialog').count()) > 0) await press('Escape');

  await goToMain(page, /^Forum$/);
  await page.getByRole('button', { name: '+ New Thread' }).waitFor();
  await tabTo(page, /New Thread/);
  await press('Enter');
  await page.getByRole('dialog').waitFor();
  if (!/^Title/.test((await focusInfo(page)).name)) await tabTo(page, /^Title/);
  await keyboard.type('Without a mouse');
  await tabTo(page, /^Category/);
  await press('ArrowDown');
  await tabTo(page, /^Opening text/);
  await keyboard.type('Is it as quick?');
  await tabTo(page, /^Create/);
  await press('Enter');
  await page.locator('#thread').getByRole('heading', { name: 'Without a mouse' }).waitFor();
  await tabTo(page, /^Your reply/);
  await keyboard.type('It is.');
  await press('Control+Enter');
  await page.locator('#thread').getByRole('article').filter({ hasText: 'It is.' }).waitFor();
  expect(await replyField(page).inputValue()).toBe('');
});

test('a guest signs up, challenges a rival, fights to the end and continues from there', async ({
  page,
  newClient,
}) => {
  const rival = uniqueUsername();
  await signUpPlayer(await newClient(), rival);
  const { keyboard } = page;
  await signUp(page);
  await find(page, rival);
  await tabTo(page, new RegExp(`^Challenge: ${rival}$`));
  await keyboard.press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Start the fight', disabled: false }).waitFor();
  await tabTo(page, /^Start the fight$/);
  await keyboard.press('Enter');
  await page.getByRole('button', { name: 'Attack' }).waitFor();

  // Press the heal key during an attack. The heal is performed after the result of the attack.
  const left = page.locator('#heals-left');
  const isLeft = (words: RegExp) => async () => words.test((await left.textContent()) ?? '');
  await attackUntil(page, isLeft(/2 heals/), 'h');
  expect(await left.textContent()).toMatch(/2 heals/);
  await attackUntilOver(page);
  await expect.poll(async () => (await focusInfo(page)).name).toMatch(/^(Victory!|Defeat)$/);
  const words = await page.getByRole('alert').filter({ hasText: rival }).textContent();
  expect(words).toMatch(new RegExp(`You defeated ${rival}.*Coins: \\+1|${rival} defeated you`));
  await tabTo(page, /^Verify this fight$/);
  await keyboard.press('Enter');
  await page.getByRole('heading', { name: 'This fight was fair' }).waitFor();
});
