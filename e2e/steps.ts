import { expect, type Locator, type Page } from '@playwright/test';
import { FIRST_FIGHT_TEXTS } from '@rivalhold/shared/texts/first-fight.ts';
import { focusInfo, tabTo } from './page-checks.ts';
import { PASSWORD, uniqueUsername } from './players.ts';

/** Open a dialog of the landing page through its button in the navigation bar. */
export async function openDialog(page: Page, button: string, title: string): Promise<Locator> {
  if (new URL(page.url(), 'http://nowhere').pathname !== '/') await page.goto('/');
  await page.getByRole('navigation').getByRole('button', { name: button }).click();
  const dialog = page.getByRole('dialog', { name: title });
  await dialog.waitFor();
  return dialog;
}

/** Fill in the open sign-up dialog. */
export async function fillSignUp(dialog: Locator, username: string): Promise<void> {
  await dialog.getByLabel('Email').fill(`${uniqueUsername()}@example.com`);
  await dialog.getByLabel('Username').fill(username);
  await dialog.getByLabel('First name').fill('Ada');
  await dialog.getByLabel('Last name').fill('Stone');
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await dialog.getByLabel('Confirm password').fill(PASSWORD);
}

/** Fill in the sign-up form by keyboard, and submit it. */
export async function typeSignUp(page: Page, username: string): Promise<void> {
  for (const [label, text] of [
    [/^Email/, `${username}@example.com`],
    [/^Username/, username],
    [/^First name/, 'Ada'],
    [/^Last name/, 'Stone'],
    [/^Password/, PASSWORD],
    [/^Confirm password/, PASSWORD],
  ] as const) {
    if (!label.test((await focusInfo(page)).name)) await tabTo(page, label);
    await page.keyboard.type(text);
    await expect(page.locator(':focus')).toHaveValue(text);
  }
  await page.keyboard.press('Enter');
}

/** Skip the first fight by keyboard, and wait for the dashboard. The sign-up leads to this fight. */
export async function skipFirstFight(page: Page): Promise<void> {
  await page.getByRole('link', { name: FIRST_FIGHT_TEXTS.skip }).press('Enter');
  await page.waitForURL('**/dashboard');
}

/** Log in with the dialog of the landing page. */
export async function signIn(page: Page, credential: string, password = PASSWORD): Promise<void> {
  const dialog = await openDialog(page, 'Log In', 'Welcome back');
  await dialog.getByLabel('Username or email').fill(credential);
  await dialog.getByLabel('Password', { exact: true }).fill(password);
  await dialog.getByRole('button', { name: 'Sign In' }).click();
}

/** Log out through the player's menu, and wait for the landing page. */
export async function signOut(page: Page, username: string): Promise<void> {
  await openPlayerMenu(page, username);
  await page.getByRole('dialog', { name: 'Your menu' }).getByRole('button', { name: 'Log Out' }).click();
  await page.getByRole('button', { name: 'Log In' }).waitFor();
}

/** Open the player's menu in the navigation bar. */
export async function openPlayerMenu(page: Page, username: string): Promise<void> {
  await page.getByRole('navigation').getByRole('button', { name: 'Your menu' }).click();
  await page.getByRole('dialog', { name: 'Your menu' }).getByText(username).first().waitFor();
}

/** Open another page of the app as a link does, without loading the document again. */
export const navigate = (page: Page, path: string): Promise<void> =>
  page.evaluate((to) => history.pushState(null, '', to), path);
