import type { Page } from '@playwright/test';
import { expectAccessible, expectNoHorizontalScroll, type Visitor } from './browser.ts';
import { focusInfo, tabTo } from './page-checks.ts';
import { requestOk, signUpPlayer } from './players.ts';
import { navigate } from './steps.ts';
import { expect, test } from './test.ts';

const PHONE = { width: 375, touches: true };
const HEIGHT = 800;

const tabs = (page: Page) => page.getByRole('navigation', { name: 'Tabs' });
const tab = (page: Page, name: string | RegExp) => tabs(page).getByRole('link', { name });
const mainLinks = (page: Page) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('list').getByRole('link');
const sheet = (page: Page) => page.getByRole('dialog', { name: /^Challenge / });
const currentNames = (page: Page, nav: string) =>
  page.getByRole('navigation', { name: nav }).locator('[aria-current]').allTextContents();
const openFightCount = async (visitor: Visitor) =>
  (await requestOk<unknown[]>(visitor, 'GET', '/api/combat/open')).length;

test('the main navigation leads through the site by keyboard and marks the current page', async ({
  newVisitor,
}) => {
  const visitor = await newVisitor({ width: 1280 });
  const { page } = visitor;
  await signUpPlayer(visitor);
  await page.goto('/dashboard');
  await expect(mainLinks(page)).toHaveText(['Home', 'Fight', 'Players', 'Forum', 'Lobby', 'Store']);
  await expect(tabs(page)).toBeHidden();
  for (const [name, path] of [
    ['Players', '/directory'],
    ['Store', '/store'],
  ] as const) {
    await page.evaluate(() => window.scrollTo(0, 0));
    await tabTo(page, /^Skip to content$/, 'Shift+Tab');
    await tabTo(page, new RegExp(`^${name}$`));
    expect((await focusInfo(page)).seen).toBe(true);
    await page.keyboard.press('Enter');
    await page.waitForURL(`**${path}`);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await expect.poll(() => currentNames(page, 'Main')).toEqual([name]);
  }
  // A page without its own link in the navigation marks the link of the page that it belongs to.
  await navigate(page, '/practice');
  await expect.poll(() => currentNames(page, 'Main')).toEqual(['Fight']);
});

test('the phone tab bar marks the current page, counts unread items, and hides in fights and during typing', async ({
  newVisitor,
  newClient,
}) => {
  const here = await newVisitor(PHONE);
  const { page } = here;
  const me = await signUpPlayer(here);
  const other = await newClient();
  const rival = await signUpPlayer(other);
  await page.goto('/dashboard');
  await expect(tabs(page).getByRole('link')).toHaveText(['Home', 'Fight', 'Social', 'Store', 'Me']);
  await expect(mainLinks(page).first()).toBeHidden();
  const box = await tabs(page).boundingBox();
  expect(Math.round(box!.y + box!.height)).toBe(HEIGHT);
  await expect.poll(() => currentNames(page, 'Tabs')).toEqual(['Home']);

  await requestOk(other, 'POST', `/api/friend-requests/${me.id}`);
  await tab(page, /^Social\s+1 new$/).tap();
  await page.getByRole('heading', { level: 1, name: 'Social' }).waitFor();
  await expectAccessible(page);
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Friends.*1 new$/ })
    .tap();
  await page.waitForURL('**/friends');
  await expect.poll(() => currentNames(page, 'Tabs')).toEqual(['1Social 1 new']);
  await tab(page, /^Me$/).tap();
  await page.waitForURL(`**/profiles/${me.id}`);
  await expect.poll(() => currentNames(page, 'Tabs')).toEqual(['Me']);

  // The message field of the Lobby is above the tab bar. The bar is hidden while the player types.
  await navigate(page, '/chat');
  await page.getByRole('heading', { level: 1, name: 'Lobby' }).waitFor();
  const field = page.getByRole('textbox').first();
  await field.waitFor();
  const [composer, bar] = [await field.boundingBox(), await tabs(page).boundingBox()];
  expect(composer!.y + composer!.height).toBeLessThanOrEqual(bar!.y);
  await field.tap();
  await expect(tabs(page)).toBeHidden();
  await page.getByRole('heading', { level: 1 }).tap();
  await expect(tabs(page)).toBeVisible();

  // The content of the profile menu scrolls if the window is low.
  await page.setViewportSize({ width: 320, height: 568 });
  await page.getByRole('button', { name: 'Your menu' }).tap();
  const menu = page.getByRole('dialog', { name: 'Your menu' });
  await expect
    .poll(async () => {
      const menuBox = await menu.boundingBox();
      return menuBox !== null && menuBox.y >= 0 && menuBox.y + menuBox.height <= 568;
    })
    .toBe(true);
  await menu.getByRole('button', { name: 'Log Out' }).scrollIntoViewIfNeeded();
  await expect(menu.getByRole('button', { name: 'Log Out' })).toBeInViewport();
  await page.keyboard.press('Escape');
  await menu.waitFor({ state: 'detached' });
  await page.setViewportSize({ width: PHONE.width, height: HEIGHT });

  await navigate(page, `/profiles/${rival.id}`);
  await page.getByRole('main').getByRole('link', { name: 'Challenge', exact: true }).tap();
  await sheet(page)
    .getByText(/about \d+%/)
    .waitFor();
  await expectAccessible(page, undefined, 'both');
  await expectNoHorizontalScroll(page);
  expect(await openFightCount(here)).toBe(0);
  await sheet(page).getByRole('button', { name: 'Start the fight' }).tap();
  await page.waitForURL(`**/fight/${rival.id}`);
  await page.getByRole('button', { name: 'Attack' }).waitFor();
  await expect(tabs(page)).toBeHidden();
});

test('a player starts a suggested fight in two taps, gives it up, and opens the replay and the leaderboards', async ({
  newVisitor,
  newClient,
}) => {
  const here = await newVisitor(PHONE);
  const { page } = here;
  await signUpPlayer(here);
  await signUpPlayer(await newClient());
  await page.goto('/fights');
  const suggestion = page
    .getByRole('main')
    .getByRole('link', { name: /^Challenge: / })
    .first();
  await page
    .getByText(/about \d+%/)
    .first()
    .waitFor();
  await expectAccessible(page);
  await suggestion.tap();
  await sheet(page).getByRole('button', { name: 'Start the fight', disabled: false }).tap();
  await page.waitForURL('**/fight/*');
  const attack = page.getByRole('button', { name: 'Attack' });
  await attack.waitFor();

  await navigate(page, '/fights');
  await page.getByRole('link', { name: /^Continue: / }).tap();
  await attack.waitFor();
  await navigate(page, '/fights');
  await page.getByRole('button', { name: /^Give up: / }).tap();
  await page.getByRole('dialog').getByRole('button', { name: 'Give up' }).tap();
  const past = page.getByRole('region').or(page.locator('section')).filter({ hasText: 'Past fights' }).last();
  await past.getByText('Lost', { exact: true }).waitFor();
  await past.getByRole('link', { name: /^Rematch: / }).waitFor();
  await past.getByRole('link', { name: /^Replay: / }).tap();
  await page.getByRole('heading', { name: 'This fight was fair' }).waitFor();

  await navigate(page, '/leaderboard');
  const boards = page.getByRole('navigation', { name: 'Boards' });
  const own = page.getByRole('region', { name: 'Your rank' });
  for (const [name, board] of [
    ['Near my level', 'level'],
    ['Wins', null],
  ] as const) {
    await boards.getByRole('link', { name }).tap();
    await expect.poll(() => new URL(page.url()).searchParams.get('board')).toBe(board);
    await expect(boards.getByRole('link', { name })).toHaveAttribute('aria-current', 'page');
    await expect(own).toBeInViewport();
    await expectNoHorizontalScroll(page);
  }
  await expect(own).toContainText('You');
});
