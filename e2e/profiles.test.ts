import type { Page } from '@playwright/test';
import { expectAccessible, expectNoHorizontalScroll } from './browser.ts';
import { openFight } from './fights.ts';
import { createPlayerAndClient, createTwoPlayers, openProfile } from './fixtures.ts';
import { MALICIOUS_TEXT } from './page-checks.ts';
import { requestAs, requestOk, signUpPlayer, uniqueUsername } from './players.ts';
import { navigate } from './steps.ts';
import { expect, test } from './test.ts';

const MALICIOUS_MARKUP = '<img src=x onerror=alert(1)><b>bold</b>';

const statusButton = (page: Page) => page.getByRole('button', { name: /^Edit status/ });
const statusField = (page: Page) => page.getByLabel('Status message');

test('a player changes their status by keyboard, and another player sees it live', async ({ newVisitor }) => {
  const { here, me, there } = await createTwoPlayers(newVisitor);
  const { page } = here;
  await openProfile(there.page, me.id);
  await there.page.getByText('Let’s play!').waitFor();
  await openProfile(page, me.id);
  await statusButton(page).click();
  await statusField(page).fill('  Two lines:');
  await page.keyboard.press('Shift+Enter');
  await page.keyboard.type('this one too  ');
  await page.keyboard.press('Enter');
  await expect.poll(() => statusButton(page).textContent()).toContain('Two lines:\nthis one too');
  await expect(statusButton(page)).toBeFocused();
  await there.page.getByText('this one too').waitFor();
});

test('on a page opened by its URL, going back first closes an open dialog and then leaves the page', async ({
  newVisitor,
  newClient,
}) => {
  const { here, other } = await createPlayerAndClient({ newVisitor, newClient });
  const { page } = here;
  await page.goto('/faq');
  await page.goto(`/profiles/${other.id}`);
  const button = page.getByRole('main').getByRole('button', { name: /^Report/ });
  const question = page.getByRole('dialog', { name: /^Report/ });
  const balance = page.getByRole('dialog', { name: 'Your coin balance' });
  const coins = page.getByRole('button', { name: /^You have \d+ coins/ });
  const held = () => page.evaluate(() => history.length);
  for (let times = 0; times < 2; times++) {
    await button.click();
    await question.waitFor();
    await page.goBack();
    await question.waitFor({ state: 'detached' });
  }
  const length = await held();
  // A dialog that is closed with Escape leaves no history entry.
  await coins.click();
  await balance.waitFor();
  await page.keyboard.press('Escape');
  await balance.waitFor({ state: 'detached' });
  // After the player follows a link in a dialog, going back returns to the page.
  await coins.click();
  await balance.getByRole('link').first().click();
  await page.waitForURL((url) => url.pathname !== `/profiles/${other.id}`);
  await page.goBack();
  await page.getByRole('heading', { level: 1, name: other.username }).waitFor();
  // Going back closes the dialog, both before and after a reload.
  for (let times = 0; times < 2; times++) {
    await button.click();
    await question.waitFor();
    await page.goBack();
    await question.waitFor({ state: 'detached' });
    expect(new URL(page.url()).pathname).toBe(`/profiles/${other.id}`);
    if (times === 0) await page.reload();
  }
  expect(await held()).toBeLessThanOrEqual(length + 2);
  await page.goBack();
  await page.waitForURL('**/faq');

  // If the URL changes after a dialog closes, the change must not leave an additional history entry.
  await page.goto('/directory');
  await coins.click();
  await balance.waitFor();
  await page.keyboard.press('Escape');
  await balance.waitFor({ state: 'detached' });
  await page.getByRole('searchbox').fill(other.username);
  await page.waitForURL((url) => url.search.includes(other.username));
  await page.goBack();
  await page.waitForURL('**/faq');

  // After a jump within the page, dialogs can still be opened.
  await page.getByRole('link', { name: 'Skip to content' }).focus();
  await page.keyboard.press('Enter');
  await coins.click();
  await balance.waitFor();
});

test('the quick view opens by keyboard, restores the focus, and leads to the profile, also in a new tab', async ({
  newVisitor,
  newClient,
}) => {
  const { here, other } = await createPlayerAndClient({ newVisitor, newClient });
  const { page } = here;
  // Skip the quests, because they can suggest a fight with the other player. The first link with that player's name
  // would then lead to the fight instead of opening the quick view.
  await requestAs(here, 'POST', '/api/quests/skip');
  await page.goto('/dashboard');
  // Wait until all lists are loaded. Otherwise, another link to the same player could appear above the first.
  await page.waitForLoadState('networkidle');
  const link = page.getByRole('main').getByRole('link', { name: other.username }).first();
  await link.focus();
  await page.keyboard.press('Enter');
  const view = page.getByRole('dialog', { name: other.username });
  await view.getByText('Let’s play!', { exact: true }).waitFor();
  await view.getByRole('link', { name: 'Challenge' }).waitFor();
  await view.getByRole('button', { name: 'Add Friend' }).waitFor();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await view.waitFor({ state: 'detached' });
  await expect(link).toBeFocused();

  await page.setViewportSize({ width: 360, height: 800 });
  await link.click();
  await view.getByText('Let’s play!', { exact: true }).waitFor();
  // Wait until all buttons are shown. Otherwise, they could move during the next click.
  await view.getByRole('button', { name: 'Add Friend' }).waitFor();
  await expectNoHorizontalScroll(page);
  // Going back first closes the upper of two dialogs and then the lower one, without scrolling or leaving the
  // page.
  await view.getByRole('button', { name: /^Report/ }).click();
  const question = page.getByRole('dialog', { name: /^Report/ });
  await question.waitFor();
  const scrolled = await page.evaluate(() => scrollY);
  await page.goBack();
  await question.waitFor({ state: 'detached' });
  await page.goBack();
  await view.waitFor({ state: 'detached' });
  expect([new URL(page.url()).pathname, await page.evaluate(() => scrollY)]).toEqual([
    '/dashboard',
    scrolled,
  ]);
  await link.click();
  await view.getByRole('link', { name: 'View Profile' }).click();
  await page.waitForURL(`**/profiles/${other.id}`);
  await view.waitFor({ state: 'detached' });

  await navigate(page, '/profiles');
  const quickView = page.getByRole('link', { name: `Quick view of ${other.username}` });
  const opened = here.context.waitForEvent('page');
  await quickView.click({ modifiers: ['ControlOrMeta'] });
  // The browser decides when a background tab loads its page, so check the link instead of the tab's content.
  await opened;
  await expect(quickView).toHaveAttribute('href', `/profiles/${other.id}`);
  expect(await page.getByRole('dialog').count()).toBe(0);
  await page.getByRole('link', { name: other.username, exact: true }).click();
  await page.waitForURL(`**/profiles/${other.id}`);
});

test('malicious texts and names of maximum length are shown as text and cause no horizontal overflow on a phone', async ({
  newVisitor,
  newClient,
}) => {
  const [here, there] = [await newVisitor({ width: 360 }), await newClient()];
  const me = await signUpPlayer(here, uniqueUsername('W').padEnd(24, 'W'));
  const rival = await signUpPlayer(there, uniqueUsername('M').padEnd(24, 'M'));
  const { page } = here;
  const facts = {
    location: '<i>مرحبا</i> W'.padEnd(80, 'W'),
    sex: 'non_binary',
    age: 33,
    relationshipStatus: 'its_complicated',
  };
  await requestAs(here, 'GET', `/api/combat/${me.id}?opponentId=${rival.id}`);
  for (const body of [MALICIOUS_TEXT, '🔥'.repeat(140), 'W'.repeat(1_000)]) {
    await requestAs(there, 'POST', `/api/profiles/${me.id}/status/comments`, { body });
  }
  const statusMessage = MALICIOUS_TEXT.padEnd(140, 'W');
  await requestOk(here, 'PATCH', '/api/profiles/profile', { ...facts, statusMessage });
  await openProfile(page, me.id);
  for (const text of [MALICIOUS_MARKUP, '🔥'.repeat(140)])
    await page.getByRole('listitem').filter({ hasText: text }).first().waitFor();
  await expectNoHorizontalScroll(page);
  expect(await page.locator('main b, main img[src="x"]').count()).toBe(0);
  await navigate(page, '/profiles');
  await page.getByRole('link', { name: `Quick view of ${me.username}` }).click();
  await page.getByRole('dialog', { name: me.username }).getByText('Its complicated').waitFor();
  await expectNoHorizontalScroll(page);
  for (const path of ['/dashboard', `/profiles/${rival.id}`]) {
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await page.waitForLoadState('networkidle');
    await expectNoHorizontalScroll(page);
  }
  await expectAccessible(page);
  await openFight(page, rival.id);
  await expectNoHorizontalScroll(page);
});
