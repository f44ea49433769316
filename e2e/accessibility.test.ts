import type { Page } from '@playwright/test';
import { PLAYER_PATHS, PUBLIC_PATHS } from '@rivalhold/shared/pages.ts';
import { LONG } from '../scripts/testing/long.ts';
import { expectAccessible, expectNoHorizontalScroll } from './browser.ts';
import { attackUntilOver, openFight } from './fights.ts';
import { signUpPlayer } from './players.ts';
import { pagesOfRun, samplePath } from './sample-paths.ts';
import { openDialog, openPlayerMenu } from './steps.ts';
import { expect, test } from './test.ts';

/** Window widths of a desktop, of a tablet at the layout breakpoint, and of a small phone. */
const WIDTHS = [1440, 768, 375];

async function opened(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.waitForLoadState('networkidle');
}

/**
 * Check the accessibility on a desktop, and in long runs also on a phone. Check for horizontal overflow on a desktop, a
 * tablet and a phone.
 */
async function check(page: Page, part?: string): Promise<void> {
  await expectAccessible(page, part, 'both');
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 812 });
    await expectNoHorizontalScroll(page);
  }
  // Check only one theme on a phone, because colors do not depend on the width.
  if (LONG) await expectAccessible(page, part, 'own');
  await page.setViewportSize({ width: 1280, height: 800 });
}

test('guest pages are accessible and have no horizontal overflow at any width', async ({ page }) => {
  const paths = pagesOfRun(PUBLIC_PATHS).map((page) => samplePath(page, { own: 0, other: 0 }));
  for (const path of [...paths, '/none']) {
    await opened(page, path);
    await check(page);
  }
});

test('player pages are accessible and have no horizontal overflow at any width', async ({
  newVisitor,
  newClient,
}) => {
  const visitor = await newVisitor();
  const { id } = await signUpPlayer(visitor);
  const other = await signUpPlayer(await newClient());
  // Leave out the pages of a fight, because the last test checks them. In a short run, leave out most other pages too,
  // because the features' tests check them, mostly in one theme. Always check `/profiles`, which those tests leave out.
  const pages = pagesOfRun(PLAYER_PATHS.filter((page) => !/^\/fights?\//.test(page)));
  const paths = pages.map((page) => samplePath(page, { own: id, other: other.id }));
  for (const path of [...paths, '/profiles', `/profiles/${id}`, '/none']) {
    await opened(visitor.page, path);
    await check(visitor.page);
  }
});

test('guest dialogs are accessible and fit every width, and the sign-up dialog traps and restores the focus', async ({
  page,
}) => {
  await page.goto('/');
  const opener = page.getByRole('navigation').getByRole('button', { name: 'Sign Up' });
  await opener.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor();
  const inside = () =>
    page.evaluate(
      () => document.activeElement?.closest('[role="dialog"], [data-base-ui-focus-guard]') !== null,
    );
  await expect.poll(inside).toBe(true);
  for (let presses = 0; presses < 20; presses++) {
    await page.keyboard.press('Tab');
    await expect.poll(inside, { message: `after ${presses + 1} tabs` }).toBe(true);
  }
  await page.keyboard.press('Escape');
  await expect(opener).toBeFocused();

  await openDialog(page, 'Sign Up', 'Create Your Character');
  await check(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Log In' }).click();
  await page.getByRole('dialog', { name: 'Welcome back' }).waitFor();
  await check(page);
  await page.getByRole('button', { name: 'Forgot password?' }).click();
  await page.getByRole('dialog', { name: 'Forgot password' }).waitFor();
  await check(page);
  await page.getByRole('button', { name: 'Back to Login' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cookie Settings' }).click();
  await page.getByRole('dialog', { name: 'Cookie Settings' }).waitFor();
  await check(page);
});

test('the pages of a fight, and the menus that open during it, are accessible and have no horizontal overflow at any width', async ({
  newVisitor,
  newClient,
}) => {
  const visitor = await newVisitor();
  const { page } = visitor;
  const player = await signUpPlayer(visitor);
  const rival = await signUpPlayer(await newClient());
  await openFight(page, rival.id);
  await check(page);
  const log = page.getByRole('log', { name: 'Battle Log' }).locator('p');
  const before = await log.count();
  await page.keyboard.press('a');
  await expect.poll(() => log.count()).toBeGreaterThan(before);
  await check(page);
  await openPlayerMenu(page, player.username);
  await check(page, '[role="dialog"]');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^Fights/ }).click();
  await page.getByRole('dialog', { name: /^Fights/ }).waitFor();
  await check(page, '[role="dialog"]');
  await page.keyboard.press('Escape');
  await attackUntilOver(page);
  await check(page);
  await page.getByRole('link', { name: 'Verify this fight' }).click();
  await page.getByRole('heading', { name: 'This fight was fair' }).waitFor();
  await check(page);
});
