import type { Page } from '@playwright/test';
import { expectAccessible, expectNoHorizontalScroll } from './browser.ts';
import { signUpPlayer } from './players.ts';
import { openFeed } from './posts.ts';
import { expect, test } from './test.ts';

const opener = (page: Page) => page.getByRole('main').getByRole('button', { name: 'My card' });
const drawer = (page: Page) => page.getByRole('dialog', { name: 'My card' });
const isInside = (page: Page) => page.evaluate(() => document.activeElement?.closest('dialog') !== null);

async function closed(page: Page): Promise<void> {
  await drawer(page).waitFor({ state: 'hidden' });
  expect(new URL(page.url()).pathname).toBe('/dashboard');
  await expect(opener(page)).toBeFocused();
}

test('up to 768 px, the player card is a drawer that traps the focus, and restores it when closed in any way', async ({
  newVisitor,
}) => {
  const visitor = await newVisitor({ width: 769 });
  const { page } = visitor;
  const { username } = await signUpPlayer(visitor);
  await openFeed(page);
  const aside = page.getByRole('complementary', { name: 'My card' });
  await aside.waitFor();
  expect(await opener(page).count()).toBe(0);
  await page.setViewportSize({ width: 768, height: 800 });
  await opener(page).waitFor();
  expect(await aside.count()).toBe(0);
  await page.setViewportSize({ width: 375, height: 800 });

  await opener(page).click();
  await drawer(page).getByText(username).first().waitFor();
  await drawer(page).getByRole('meter', { name: 'Health' }).waitFor();
  await expect.poll(() => isInside(page)).toBe(true);
  await expectAccessible(page);
  await expectNoHorizontalScroll(page);
  for (let presses = 0; presses < 12; presses++) {
    await page.keyboard.press('Tab');
    // After the last element, Tab moves the focus to the browser's toolbar, so no element of the page has the focus.
    expect(
      (await page.evaluate(() => document.activeElement === document.body)) || (await isInside(page)),
    ).toBe(true);
  }
  await page.keyboard.press('Escape');
  await closed(page);

  for (const close of [
    () => page.goBack(),
    () => drawer(page).getByRole('button', { name: 'Close my card' }).press('Enter'),
    // Click outside the card.
    () => page.mouse.click(365, 400),
  ]) {
    await page.keyboard.press('Enter');
    await drawer(page).waitFor();
    await expect.poll(() => isInside(page)).toBe(true);
    await close();
    await closed(page);
  }

  // Following a link in the card closes the card.
  await page.keyboard.press('Enter');
  await drawer(page).getByRole('link', { name: 'View Profile' }).click();
  await page.waitForURL('**/profiles/*');
  await page.goBack();
  await opener(page).waitFor();
  expect(await drawer(page).count()).toBe(0);
  // The stylesheets that the profile page has loaded must not affect the dashboard.
  const board = page.getByRole('main').locator('> div').first();
  expect(await board.evaluate((it) => getComputedStyle(it).display)).toBe('flex');
});
