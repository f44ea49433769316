import type { Page } from '@playwright/test';
import { PLAYER_PATHS } from '@rivalhold/shared/pages.ts';
import { LONG } from '../scripts/testing/long.ts';
import { expectAccessible, expectNoOverflowAtAnyWidth } from './browser.ts';
import { openFight, resultHeading } from './fights.ts';
import { signUpPlayer } from './players.ts';
import { pagesOfRun, samplePath } from './sample-paths.ts';
import { openDialog, openPlayerMenu } from './steps.ts';
import { expect, test } from './test.ts';

/**
 * Check the accessibility on a desktop, and in long runs also on a phone. Check for horizontal overflow on a desktop, a
 * tablet and a phone.
 */
async function check(page: Page, part?: string): Promise<void> {
  await expectAccessible(page, part, 'both');
  await expectNoOverflowAtAnyWidth(page);
  // Check only one theme on a phone, because colors do not depend on the width.
  if (LONG) await expectAccessible(page, part, 'own');
  await page.setViewportSize({ width: 1280, height: 800 });
}

// In a short run, this test opens only a few pages. The tests in `demo-world/` check the pages with content, and the
// features' tests check the empty states of most pages.
test('the pages of a new player are accessible and have no horizontal overflow at any width', async ({
  newVisitor,
  newClient,
}) => {
  const visitor = await newVisitor();
  const { page } = visitor;
  const { id } = await signUpPlayer(visitor);
  const other = await signUpPlayer(await newClient());
  // Leave out the pages of a fight, because the last test in this file checks them.
  const pages = PLAYER_PATHS.filter((path) => !/^\/fights?\//.test(path));
  const paths = pagesOfRun(pages, ['/profiles']).map((path) =>
    samplePath(path, { own: id, other: other.id }),
  );
  for (const path of [...paths, ...pagesOfRun([`/profiles/${id}`], []), '/none']) {
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await page.waitForLoadState('networkidle');
    await check(page);
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
  await check(page, '[role="dialog"]');
  await page.getByRole('dialog').getByRole('button', { name: 'Log In' }).click();
  await page.getByRole('dialog', { name: 'Welcome back' }).waitFor();
  await check(page, '[role="dialog"]');
  await page.getByRole('button', { name: 'Forgot password?' }).click();
  await page.getByRole('dialog', { name: 'Forgot password' }).waitFor();
  await check(page, '[role="dialog"]');
  await page.getByRole('button', { name: 'Back to Login' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cookie Settings' }).click();
  await page.getByRole('dialog', { name: 'Cookie Settings' }).waitFor();
  await check(page, '[role="dialog"]');
});

test('the pages and menus of a fight are accessible and have no horizontal overflow at any width', async ({
  newVisitor,
  newClient,
}) => {
  const visitor = await newVisitor();
  const { page } = visitor;
  const player = await signUpPlayer(visitor);
  const rival = await signUpPlayer(await newClient());
  await openFight(page, rival.id);
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
  await page.getByRole('button', { name: 'Give up' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Give up' }).click();
  // Do not check the page with the result here, because `fight.test.ts` does.
  await resultHeading(page).waitFor();
  await page.getByRole('link', { name: 'Verify this fight' }).click();
  await page.getByRole('heading', { name: 'This fight was fair' }).waitFor();
  await check(page);
});
