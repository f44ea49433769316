import type { Page } from '@playwright/test';
import { expectAccessible, expectNoHorizontalScroll } from './browser.ts';
import { openFight } from './fights.ts';
import {
  befriend,
  createPlayerAndClient,
  createTwoPlayers,
  failNetwork,
  failWith,
  intercept,
  openProfile,
  setRole,
  uploadAvatar,
} from './fixtures.ts';
import { MALICIOUS_TEXT } from './page-checks.ts';
import { requestAs, signUpPlayer, uniqueUsername } from './players.ts';
import { answerDialog } from './posts.ts';
import { navigate } from './steps.ts';
import { expect, test } from './test.ts';

const statusButton = (page: Page) => page.getByRole('button', { name: /^Edit status/ });
const statusField = (page: Page) => page.getByLabel('Status message');

test('a player changes their status, another player sees it live, and a failed change can be retried', async ({
  newVisitor,
}) => {
  const { here, me, there } = await createTwoPlayers(newVisitor);
  const { page } = here;
  await openProfile(there.page, me.id);
  await there.page.getByText('Let’s play!').waitFor();
  expect(await statusButton(there.page).count()).toBe(0);

  const saving = await intercept(page, 'PATCH', '**/api/users/me/status');
  await openProfile(page, me.id);
  await page.getByText('You', { exact: true }).waitFor();
  await page.getByRole('link', { name: 'Edit', exact: true }).waitFor();
  for (const name of ['Challenge', 'Message']) expect(await page.getByRole('link', { name }).count()).toBe(0);
  await statusButton(page).click();
  await statusField(page).fill('  Two lines:');
  await page.keyboard.press('Shift+Enter');
  await page.keyboard.type('this one too  ');
  await page.getByText('23/140').waitFor();
  await page.keyboard.press('Enter');
  await expect.poll(() => statusButton(page).textContent()).toContain('Two lines:\nthis one too');
  await expect(statusButton(page)).toBeFocused();
  await there.page.getByText('this one too').waitFor();

  await page.keyboard.press('Enter');
  await statusField(page).fill('never mind');
  await page.keyboard.press('Escape');
  await expect.poll(() => statusButton(page).textContent()).toContain('this one too');

  await statusButton(page).click();
  await statusField(page).fill('x'.repeat(141));
  await page.getByText('141/140').waitFor();
  await page.keyboard.press('Enter');
  await statusField(page).waitFor();
  await statusField(page).fill('');
  await page.keyboard.press('Enter');
  await there.page.getByText('Let’s play!').waitFor();

  // If the status cannot be saved, the page shows the reason, and the player can retry.
  await statusButton(page).click();
  await statusField(page).fill('Again and again');
  saving.answer = failNetwork;
  await page.keyboard.press('Enter');
  await page.getByRole('alert').getByText('Failed to update status').waitFor();
  const message = 'You are muted until tomorrow.';
  saving.answer = failWith(403, { code: 'forbidden', message });
  await page.keyboard.press('Enter');
  await page.getByRole('alert').getByText(message).waitFor();
  saving.answer = null;
  await page.getByRole('button', { name: 'Save' }).click();
  await there.page.getByText('Again and again').waitFor();
});

test('a profile shows that its owner and the viewer have not fought yet, and groups the activity of a day', async ({
  newVisitor,
  newClient,
}) => {
  const { here, me, there, other } = await createPlayerAndClient({ newVisitor, newClient }, { width: 375 });
  const third = await newClient();
  const friend = await signUpPlayer(third);
  await befriend(there, other, here, me);
  await befriend(there, other, third, friend);
  const { page } = here;
  await openProfile(page, other.id);
  const glance = page.getByRole('list', { name: 'At a glance' });
  await glance.getByText('No results yet').waitFor();
  await glance.getByRole('link', { name: 'No wins yet' }).waitFor();
  await glance.getByText('Weapon').waitFor();
  const group = page
    .getByRole('listitem')
    .filter({ hasText: `${other.username} made 2 new friends` })
    .last();
  await group.getByText('Show all 2').press('Enter');
  await group.getByText(`is now friends with ${friend.username}`).waitFor();
  await expectAccessible(page);
  await expectNoHorizontalScroll(page);
});

test('staff remove an avatar after a confirmation; players cannot', async ({
  newVisitor,
  newClient,
  site,
}) => {
  const { here, me, there, other } = await createPlayerAndClient({ newVisitor, newClient });
  await uploadAvatar(there);
  const clearing = await intercept(here.page, 'PATCH', '**/avatar/clear');
  const portrait = here.page.getByRole('img', { name: `Portrait of ${other.username}` });
  const button = here.page.getByRole('button', { name: 'Remove avatar' });
  await openProfile(here.page, other.id);
  await expect.poll(() => portrait.evaluate((element) => element.tagName)).toBe('IMG');
  expect(await button.count()).toBe(0);

  setRole(site, me, 'moderator');
  await expect
    .poll(
      async () => (await requestAs<{ user: { role: string } }>(here, 'GET', '/api/session')).body.user.role,
    )
    .toBe('moderator');
  await openProfile(here.page, other.id);
  await button.click();
  await answerDialog(here.page, 'Remove avatar?', 'Cancel');
  const question = here.page.getByRole('dialog', { name: 'Remove avatar?' });
  clearing.answer = failWith(500);
  await button.click();
  await question.getByRole('button', { name: 'Remove' }).click();
  await here.page.getByRole('alert').getByText('Failed to remove avatar').waitFor();
  clearing.answer = null;
  await button.click();
  await question.getByRole('button', { name: 'Remove' }).click();
  await expect.poll(() => portrait.evaluate((element) => element.tagName)).toBe('SPAN');
  expect(await button.count()).toBe(0);
  await openProfile(here.page, me.id);
  expect(await button.count()).toBe(0);
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
  // A dialog that is closed with Escape leaves no history entry. Going back also works after a link inside a
  // dialog was followed.
  await coins.click();
  await balance.waitFor();
  await page.keyboard.press('Escape');
  await balance.waitFor({ state: 'detached' });
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
  await page.goto('/directory');
  await page.getByRole('link', { name: 'Skip to content' }).focus();
  await page.keyboard.press('Enter');
  await coins.click();
  await balance.waitFor();
});

test('the quick view opens by keyboard, restores the focus and leads to the profile, which can open in a new tab', async ({
  newVisitor,
  newClient,
}) => {
  const { here, there, other } = await createPlayerAndClient({ newVisitor, newClient });
  const { page } = here;
  const facts = { age: 33, sex: 'non_binary', relationshipStatus: 'its_complicated', location: 'The Forge' };
  expect((await requestAs(there, 'PATCH', '/api/profiles/profile', facts)).status).toBe(200);
  // Skip the quests. Otherwise, the first link with this player's name can be a suggested fight, which leads to another
  // page.
  await requestAs(here, 'POST', '/api/quests/skip');
  await page.goto('/faq');
  await page.getByRole('link', { name: 'Rivalhold' }).first().click();
  await page.waitForURL('**/dashboard');
  // Wait until all lists are loaded. Otherwise, another link to the same player could appear above the first.
  await page.waitForLoadState('networkidle');
  const link = page.getByRole('main').getByRole('link', { name: other.username }).first();
  await link.focus();
  await page.keyboard.press('Enter');
  const view = page.getByRole('dialog', { name: other.username });
  const values = ['33', 'Non binary', 'Its complicated', 'The Forge', 'Let’s play!'];
  for (const text of [...values, 'ATK', 'DEF', 'ENG', 'Wins', 'Losses', 'Level']) {
    await view.getByText(text, { exact: true }).waitFor();
  }
  for (const name of ['Health', 'XP']) await view.getByRole('meter', { name }).waitFor();
  await view.getByRole('link', { name: 'Challenge' }).waitFor();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await view.waitFor({ state: 'detached' });
  await expect(link).toBeFocused();

  // The friend button works inside the dialog.
  await page.keyboard.press('Enter');
  await view.getByRole('button', { name: 'Add Friend' }).click();
  await view.getByRole('button', { name: 'Requested…' }).waitFor();
  await page.keyboard.press('Escape');
  await view.waitFor({ state: 'detached' });

  await page.setViewportSize({ width: 360, height: 800 });
  await link.click();
  await view.getByText('ATK').waitFor();
  // Wait until all buttons are shown. Otherwise, they could move during the next click.
  await view.getByRole('button', { name: 'Requested…' }).waitFor();
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
  for (const statusMessage of ['🐉'.repeat(140), MALICIOUS_TEXT.padEnd(140, 'W')]) {
    const { status } = await requestAs(here, 'PATCH', '/api/profiles/profile', { ...facts, statusMessage });
    expect(status).toBe(200);
    await openProfile(page, me.id);
    await page
      .getByRole('listitem')
      .filter({ hasText: '<img src=x onerror=alert(1)><b>bold</b>' })
      .first()
      .waitFor();
    await expectNoHorizontalScroll(page);
    await navigate(page, '/profiles');
    await page.getByRole('link', { name: `Quick view of ${me.username}` }).click();
    await page.getByRole('dialog', { name: me.username }).getByText('Its complicated').waitFor();
    await expectNoHorizontalScroll(page);
  }
  await openProfile(page, me.id);
  await page.getByText('🔥'.repeat(140)).first().waitFor();
  expect(await page.locator('main b, main img[src="x"]').count()).toBe(0);
  await expectAccessible(page);
  for (const path of ['/dashboard', `/profiles/${rival.id}`, '/settings']) {
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await page.waitForLoadState('networkidle');
    await expectNoHorizontalScroll(page);
  }
  await openFight(page, rival.id);
  await expectNoHorizontalScroll(page);
});
