import type { Locator, Page } from '@playwright/test';
import { expectAccessible, expectNoHorizontalScroll } from './browser.ts';
import { waitForLiveConnection } from './fixtures.ts';
import { PASSWORD, type Player, requestOk, signUpPlayer } from './players.ts';
import { answerDialog, createPost, openFeed, shareField } from './posts.ts';
import { openAs, test } from './staff.ts';
import { navigate, openPlayerMenu } from './steps.ts';
import { expect } from './test.ts';

/** Text with markup, bidirectional and invisible characters, and a word that is wider than any page. */
const MALICIOUS_TEXT = `<img src=x onerror="document.title='hurt'"> \u202Eturned\u202C \u200B${'W'.repeat(120)}`;

const heading = (page: Page, name: string): Locator =>
  page.getByRole('heading', { level: 1, name, exact: true });
const row = (page: Page, { username }: Player): Locator =>
  page.getByRole('main').getByRole('listitem').filter({ hasText: username });
const card = (page: Page, name: string): Locator =>
  page.locator('section').filter({ has: page.getByRole('heading', { level: 2, name, exact: true }) });

test('an admin promotes, demotes and deletes a player, and the player’s open page changes immediately', async ({
  newVisitor,
  admin,
}) => {
  const [there, { page }] = await Promise.all([newVisitor(), openAs(newVisitor, admin)]);
  const player = await signUpPlayer(there);
  const liveConnection = waitForLiveConnection(there.page);
  await there.page.goto('/admin/mutes');
  await there.page.waitForURL('**/dashboard');
  await liveConnection;
  await page.goto(`/admin/users?search=${player.username}`);
  await row(page, player).getByRole('button', { name: 'Promote' }).click();
  await answerDialog(page, `Make ${player.username} a moderator?`, 'Promote');
  await row(page, player).getByText('moderator', { exact: true }).waitFor();
  await expectAccessible(page);

  await openPlayerMenu(there.page, player.username);
  await there.page.getByRole('link', { name: 'Admin Panel' }).click();
  await heading(there.page, 'Admin Panel').waitFor();
  await there.page.getByRole('link', { name: /^Fights today/ }).waitFor();
  await expectAccessible(there.page);
  await navigate(there.page, '/admin/users');
  await heading(there.page, 'Forbidden').waitFor();
  await navigate(there.page, '/admin/mutes');
  await heading(there.page, 'Mutes').waitFor();

  await row(page, player).getByRole('button', { name: 'Demote' }).click();
  await answerDialog(page, `Make ${player.username} a player again?`, 'Demote');
  await heading(there.page, 'Unauthorized').waitFor();
  await row(page, player).getByRole('button', { name: 'Delete' }).click();
  await answerDialog(page, `Delete the account of ${player.username}?`, 'Delete');
  await page.getByText('No users found.').waitFor();
  await there.page.getByRole('dialog', { name: 'Welcome back' }).waitFor();
});

test('a moderator mutes and later suspends a player, who sees the reason until the sanction is lifted', async ({
  newVisitor,
  newModerator,
}) => {
  const moderator = await newModerator();
  const [there, { page }] = await Promise.all([newVisitor(), openAs(newVisitor, moderator)]);
  const player = await signUpPlayer(there);
  const liveConnection = waitForLiveConnection(there.page);
  await openFeed(there.page);
  await liveConnection;
  await shareField(there.page).fill('half a sentence');

  await page.goto('/admin/mutes');
  const lookUp = async (form: Locator) => {
    await form.getByLabel('Username').fill(player.username);
    await form.getByRole('button', { name: 'Look up' }).click();
  };
  const muting = card(page, 'Mute a player');
  await lookUp(muting);
  await muting.getByLabel('Duration').selectOption('1 month (1m)');
  await muting.getByLabel('Reason', { exact: true }).fill(MALICIOUS_TEXT);
  await muting.getByRole('button', { name: 'Mute', exact: true }).click();
  const sanctioned = row(page, player);
  const left = () => sanctioned.getByRole('timer').textContent();
  await sanctioned.waitFor();
  const first = await left();
  // The page updates its clock only once per second. The clock can be a second behind the server's, so the timer can
  // show a second more than 30 days.
  expect(first).toMatch(/^(30d 0h 0m [01]s|29d 23h \d+m \d+s)$/);
  await expect.poll(left).not.toBe(first);
  await expect(sanctioned).toContainText('<img src=x');
  await expectNoHorizontalScroll(page);
  await expectAccessible(page);

  const note = there.page.getByText(/^You are muted until .+\.$/);
  await note.waitFor();
  await expect(shareField(there.page)).toHaveCount(0);
  await there.page.getByText('<img src=x').first().waitFor();
  await expectNoHorizontalScroll(there.page);
  await sanctioned.getByRole('button', { name: 'Unmute' }).click();
  await sanctioned.waitFor({ state: 'detached' });
  await note.waitFor({ state: 'detached' });
  await expect(shareField(there.page)).toHaveValue('half a sentence');
  expect(await there.page.title()).not.toBe('hurt');

  const suspending = card(page, 'Suspend an account');
  await lookUp(suspending);
  await suspending.getByLabel('Reason').fill('Cheating <b>again</b>');
  await suspending.getByRole('button', { name: 'Suspend' }).click();
  await answerDialog(page, `Suspend ${player.username}?`, 'Suspend');
  await sanctioned.getByText('until').waitFor();
  const dialog = there.page.getByRole('dialog', { name: 'Welcome back' });
  await dialog.getByLabel('Username or email').fill(player.username);
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Sign In' }).click();
  await dialog.getByText(/^Your account is suspended until .* Reason: Cheating <b>again<\/b>$/).waitFor();
  await sanctioned.getByRole('button', { name: 'Lift' }).click();
  await sanctioned.waitFor({ state: 'detached' });
  await dialog.getByRole('button', { name: 'Sign In' }).click();
  await dialog.waitFor({ state: 'detached' });
  await expect(shareField(there.page)).toHaveValue('half a sentence');
});

test('an admin edits stats, coins and inventory, and each change of coins is applied exactly once', async ({
  newVisitor,
  newClient,
  admin,
}) => {
  const [there, { page }] = await Promise.all([newClient(), openAs(newVisitor, admin)]);
  const player = await signUpPlayer(there);
  await page.goto('/admin/edit-user');
  await row(page, player).getByRole('button', { name: 'Edit' }).click();
  await expect(page.getByRole('heading', { name: `Edit ${player.username}` })).toBeFocused();

  const stats = card(page, 'Stats');
  // Going back and then forward restores unsaved input.
  await stats.getByLabel('Attack').fill('9');
  await page.goBack();
  await row(page, player).waitFor();
  await page.goForward();
  await expect(stats.getByLabel('Attack')).toHaveValue('9');
  await stats.getByRole('button', { name: 'Save stats' }).click();
  await stats.getByText('Stats saved.').waitFor();

  const booked: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PATCH') booked.push(request.headers()['idempotency-key'] ?? '');
  });
  const coins = card(page, 'Coins');
  const balance = () => coins.getByRole('status').textContent();
  expect(await balance()).toBe('50');
  await expect(coins.getByLabel('Amount')).toHaveValue('100');
  await coins.getByRole('button', { name: 'Add' }).dblclick();
  await expect.poll(balance).toBe('150');
  expect(booked).toEqual([expect.stringMatching(/^\w{16,}$/)]);
  // Holding Enter, in the field or on a button, performs the action only once.
  for (const [place, left] of [
    [coins.getByLabel('Amount'), '250'],
    [coins.getByRole('button', { name: 'Deduct' }), '150'],
  ] as const) {
    await place.focus();
    for (const drawn of [left, left, left]) {
      await page.keyboard.down('Enter');
      await expect.poll(balance).toBe(drawn);
    }
    await page.keyboard.up('Enter');
  }
  expect(booked).toHaveLength(3);
  // Lose the first response, and reject the page's retry because the action is still in progress. The next press must
  // send the same idempotency key.
  let lost = 0;
  await page.route('**/coins', async (route) => {
    if (++lost === 1) return route.fetch().then(() => route.abort());
    if (lost > 2) return route.continue();
    await route.fulfill({
      status: 409,
      json: { code: 'inProgress', message: 'This is already in progress.' },
    });
  });
  await coins.getByRole('button', { name: 'Add' }).click();
  await coins.getByText('This is already in progress.').waitFor();
  await coins.getByRole('button', { name: 'Add' }).click();
  await expect.poll(balance).toBe('250');
  await page.unroute('**/coins');
  expect(new Set(booked.slice(3)).size).toBe(1);

  const { stats: stored } = await requestOk<{ stats: object }>(there, 'GET', `/api/game/${player.id}`);
  expect(stored).toMatchObject({ coins: 250, attack: 9 });

  const adding = card(page, 'Add an item');
  await adding.getByLabel('Type').selectOption('Armor');
  const name = (await adding.getByLabel('Item').locator('option').first().textContent()) ?? '';
  await adding.getByRole('button', { name: 'Add item' }).click();
  await card(page, 'Inventory').getByRole('listitem').filter({ hasText: name }).waitFor();
  await expectAccessible(page);
  await page.setViewportSize({ width: 375, height: 812 });
  await expectNoHorizontalScroll(page);
});

test('an admin adds a category, and deletes it after choosing where its threads move', async ({
  newVisitor,
  admin,
}) => {
  const { page } = await openAs(newVisitor, admin);
  await page.goto('/admin/categories');
  const slug = `c${process.pid}`;
  const title = `${slug} <b>W</b>${'W'.repeat(40)}`;
  const adding = card(page, 'Add a category');
  await adding.getByLabel('Slug').fill(slug);
  await adding.getByLabel('Title').fill(title);
  await adding.getByRole('button', { name: 'Add category' }).click();
  const remove = page.getByRole('button', { name: `Delete ${title}` });
  await remove.waitFor();
  await expectNoHorizontalScroll(page);
  await expectAccessible(page);

  type Categories = { id: number; slug: string }[];
  const all = await requestOk<Categories>(admin, 'GET', '/api/forum-categories');
  const [added, other] = [all.find((item) => item.slug === slug), all.find((item) => item.slug !== slug)];
  const thread = { title: 'To be moved', body: 'with its category', categoryId: added?.id };
  type Thread = { thread: { id: number; categoryId: number } };
  const { id } = (await requestOk<Thread>(admin, 'POST', '/api/forum-threads', thread)).thread;
  await page.reload();
  await remove.click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('This category has 1 thread. Choose where to move them.').waitFor();
  await expectAccessible(page, '[role="dialog"]');
  await dialog.getByLabel('Move its threads to').selectOption(String(other?.id));
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await remove.waitFor({ state: 'detached' });
  const moved = await requestOk<Thread>(admin, 'GET', `/api/forum-threads/${id}`);
  expect(moved.thread.categoryId).toBe(other?.id);
});

test('an admin restores content that a moderator deleted, and undoes all actions of the moderator', async ({
  newVisitor,
  newClient,
  admin,
  newModerator,
}) => {
  const [there, moderator] = [await newClient(), await newModerator()];
  const player = await signUpPlayer(there);
  const { id } = await createPost(there, 'Nothing wrong with this');
  await requestOk(moderator, 'DELETE', `/api/feed/${id}`);
  const until = new Date(Date.now() + 24 * 3_600_000).toISOString();
  const suspension = { until, reason: 'No reason' };
  await requestOk(moderator, 'POST', `/api/mod/suspensions/${player.id}`, suspension);

  const { page } = await openAs(newVisitor, admin);
  await page.goto('/admin/audit');
  await page.getByLabel('Done by').fill(moderator.username);
  await page.getByRole('button', { name: 'Apply' }).click();
  // Find the row by its moderator. Until the filter is applied, the list also contains entries of other tests'
  // moderators.
  const deletion = row(page, moderator).filter({ hasText: 'Post deleted' });
  await deletion.getByRole('button', { name: 'Restore' }).click();
  await deletion.getByRole('button', { name: 'Restore' }).waitFor({ state: 'detached' });
  await requestOk(admin, 'GET', `/api/feed/${id}`);

  await requestOk(moderator, 'DELETE', `/api/feed/${id}`);
  const undo = card(page, `Undo actions by ${moderator.username}`);
  await undo.getByLabel('Period').selectOption('Last hour');
  await undo.getByLabel('Your password').fill(PASSWORD);
  await undo.getByRole('button', { name: 'Undo everything' }).click();
  await answerDialog(page, `Undo actions by ${moderator.username}`, 'Undo everything');
  await undo.getByText('Content: 1 change undone. Mutes and suspensions: 1 change undone.').waitFor();
  await requestOk(admin, 'GET', `/api/feed/${id}`);
  await expectNoHorizontalScroll(page);
  await expectAccessible(page);
});
