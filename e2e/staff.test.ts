import type { Locator, Page } from '@playwright/test';
import { LONG } from '../scripts/testing/long.ts';
import { expectAccessible, expectNoHorizontalScroll, type NewVisitor, type Visitor } from './browser.ts';
import { clickRetry, failWith, intercept, setRole, waitForLiveConnection } from './fixtures.ts';
import { type Client, PASSWORD, type Player, requestAs, signUpPlayer, uniqueUsername } from './players.ts';
import { answerDialog, createPost, openFeed, post, shareField } from './posts.ts';
import { navigate, openPlayerMenu } from './steps.ts';
import { test as base, expect } from './test.ts';

/** Text with markup, bidirectional and invisible characters, and a word that is wider than any page. */
const MALICIOUS_TEXT = `<img src=x onerror="document.title='hurt'"> \u202Eturned\u202C \u200B${'W'.repeat(120)}`;

/** A staff member with a session. */
type Staff = Player & Client;
type Fixtures = { admin: Staff; moderator: Staff };
const test = base.extend<Fixtures>({
  admin: async ({ newClient, site }, use) => {
    const client = await newClient();
    const admin = await signUpPlayer(client, uniqueUsername('adm'));
    setRole(site, admin, 'admin');
    await use({ ...admin, ...client });
  },
  moderator: async ({ newClient, admin }, use) => {
    const client = await newClient();
    const moderator = await signUpPlayer(client, uniqueUsername('mod'));
    expect(await changeRole(admin, moderator, 'promote')).toBe(200);
    await use({ ...moderator, ...client });
  },
});

const changeRole = async (client: Client, { id }: Player, action: 'promote' | 'demote') =>
  (await requestAs(client, 'PATCH', `/api/admin/${action}/${id}`)).status;

/** Open a browser with the session of a staff member. */
async function signedIn(newVisitor: NewVisitor, { context }: Staff): Promise<Visitor> {
  const visitor = await newVisitor();
  await visitor.context.addCookies((await context.request.storageState()).cookies);
  return visitor;
}

async function open(page: Page, path: string, heading: string): Promise<void> {
  await page.goto(path);
  await page.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor();
}

/** Leave the mutes page and return to it, so that its lists load again. */
async function openAgain(page: Page): Promise<void> {
  await navigate(page, '/admin/categories');
  await page.getByRole('heading', { level: 1, name: 'Categories', exact: true }).waitFor();
  await navigate(page, '/admin/mutes');
  await page.getByRole('heading', { level: 1, name: 'Mutes', exact: true }).waitFor();
}

const row = (page: Page, { username }: Player): Locator =>
  page.getByRole('main').getByRole('listitem').filter({ hasText: username });
/** Return the text of the focused element. */
const focused = (page: Page): Promise<string | undefined> =>
  page.evaluate(() => document.activeElement?.textContent ?? undefined);
const card = (page: Page, name: string): Locator =>
  page.locator('section').filter({ has: page.getByRole('heading', { level: 2, name, exact: true }) });

test('staff pages redirect players to the dashboard, moderators cannot open admin pages, and the loss of a role takes effect immediately', async ({
  newVisitor,
  admin,
  moderator,
}) => {
  const [guest, staff] = await Promise.all([newVisitor(), signedIn(newVisitor, moderator)]);
  const player = await signUpPlayer(guest);
  await guest.page.goto('/admin/mutes');
  await guest.page.waitForURL('**/dashboard');
  await openPlayerMenu(guest.page, player.username);
  expect(await guest.page.getByRole('link', { name: 'Admin Panel' }).count()).toBe(0);

  const { page } = staff;
  const liveConnection = waitForLiveConnection(page);
  await page.goto('/faq');
  await openPlayerMenu(page, moderator.username);
  await page.getByRole('link', { name: 'Admin Panel' }).click();
  await page.getByRole('heading', { level: 1, name: 'Admin Panel' }).waitFor();
  await page.getByRole('link', { name: /^Fights today/ }).waitFor();
  expect(await page.getByRole('link', { name: /^Site health/ }).count()).toBe(0);
  expect(await page.getByRole('main').getByRole('heading', { level: 2 }).allTextContents()).toEqual([
    'Reports',
    'Appeals',
    'Mutes',
    'Categories',
  ]);
  await expectAccessible(page);
  for (const path of ['/admin/users', '/admin/edit-user', '/admin/audit', '/admin/site-health']) {
    await navigate(page, path);
    await page.getByRole('heading', { level: 1, name: 'Forbidden' }).waitFor();
    await navigate(page, '/admin/mutes');
    await page.getByRole('heading', { level: 1, name: 'Mutes', exact: true }).waitFor();
  }

  await liveConnection;
  expect(await changeRole(admin, moderator, 'demote')).toBe(200);
  await page.getByRole('heading', { level: 1, name: 'Unauthorized' }).waitFor();
  expect(await changeRole(admin, moderator, 'promote')).toBe(200);
  await page.getByRole('heading', { level: 1, name: 'Mutes', exact: true }).waitFor();
});

test('an admin finds, promotes, demotes and deletes users, but cannot change their own account', async ({
  newVisitor,
  admin,
}) => {
  const [there, adminVisitor] = await Promise.all([newVisitor(), signedIn(newVisitor, admin)]);
  const player = await signUpPlayer(there);
  const { page } = adminVisitor;
  const gate = await intercept(page, 'GET', /\/api\/admin\/users(\?|$)/);
  gate.answer = failWith(500);
  await page.goto('/admin/users');
  await page.getByText('Failed to load users').waitFor();
  await clickRetry(page, gate, page.getByRole('button', { name: 'Try again' }));

  await row(page, admin).getByText('You', { exact: true }).waitFor();
  expect(await row(page, admin).getByRole('button').count()).toBe(0);
  await page.getByLabel('Search by name or email').fill(player.username);
  await row(page, admin).waitFor({ state: 'detached' });
  await row(page, player).getByRole('button', { name: 'Promote' }).click();
  await answerDialog(page, `Make ${player.username} a moderator?`, 'Promote');
  await row(page, player).getByText('moderator', { exact: true }).waitFor();
  await expectAccessible(page);
  await row(page, player).getByRole('button', { name: 'Demote' }).click();
  await answerDialog(page, `Make ${player.username} a player again?`, 'Demote');
  await row(page, player).getByRole('button', { name: 'Promote' }).waitFor();

  const liveConnection = waitForLiveConnection(there.page);
  await there.page.goto('/settings');
  await liveConnection;
  await row(page, player).getByRole('button', { name: 'Delete' }).click();
  await answerDialog(page, `Delete the account of ${player.username}?`, 'Delete');
  await page.getByText('No users found.').waitFor();
  // A player whose account is deleted while they are online is signed out.
  await there.page.getByRole('dialog', { name: 'Welcome back' }).waitFor();
});

test('staff see how long a mute still lasts, and can lift it; the muted player sees a note instead of the field for posts', async ({
  newVisitor,
  admin,
  moderator,
}) => {
  const [there, staff] = await Promise.all([newVisitor(), signedIn(newVisitor, moderator)]);
  const player = await signUpPlayer(there);
  const liveConnection = waitForLiveConnection(there.page);
  await openFeed(there.page);
  await liveConnection;
  await shareField(there.page).fill('half a sentence');

  const { page } = staff;
  const lookUps = await intercept(page, 'GET', /\/api\/mod\/users\/by-username\//);
  await open(page, '/admin/mutes', 'Mutes');
  const mutes = card(page, 'Mute a player');
  const lookUp = async (name: string) => {
    await mutes.getByLabel('Username').fill(name);
    await mutes.getByRole('button', { name: 'Look up' }).click();
  };
  await lookUp('nobody-of-that-name');
  await mutes.getByText('User not found').waitFor();
  lookUps.answer = (route) => route.fulfill({ json: { username: player.username } });
  await lookUp(player.username);
  await mutes.getByText('User lookup did not return an id').waitFor();
  lookUps.answer = null;
  await lookUp(player.username);
  await mutes.getByLabel('Duration').selectOption('1 month (1m)');
  await mutes.getByLabel('Reason', { exact: true }).fill(MALICIOUS_TEXT);
  await mutes.getByRole('button', { name: 'Mute', exact: true }).click();

  const muted = row(page, player);
  const left = () => muted.getByRole('timer').textContent();
  await muted.waitFor();
  const first = await left();
  // The page updates its clock once per second, so its clock can be a second behind the server's clock.
  expect(first).toMatch(/^(30d 0h 0m [01]s|29d 23h \d+m \d+s)$/);
  await expect.poll(left).not.toBe(first);
  expect(await muted.textContent()).toContain('<img src=x');
  await expectNoHorizontalScroll(page);
  await expectAccessible(page);

  // The form warns that a new mute replaces the current one.
  await lookUp(player.username);
  await mutes.getByText(`by ${moderator.username}`, { exact: false }).waitFor();
  await mutes
    .getByText('A new mute replaces the active mute, even if it’s shorter.', { exact: false })
    .waitFor();
  await mutes.getByRole('button', { name: 'Replace the mute' }).waitFor();
  const taken = await requestAs(admin, 'POST', `/api/admin/mute/${player.id}`, {
    duration: '1y',
    reason: MALICIOUS_TEXT,
  });
  expect(taken.status).toBe(200);
  await openAgain(page);
  await muted.getByText('Only admins can change it.').waitFor();
  expect(await muted.getByRole('button', { name: 'Unmute' }).count()).toBe(0);
  await lookUp(player.username);
  await mutes.getByText('Only admins can change it.', { exact: false }).waitFor();
  expect(await mutes.getByRole('button', { name: /^Mute/ }).count()).toBe(0);
  // Moderators cannot mute staff of the same or a higher role.
  await expect.poll(() => focused(page)).toBe('Look up another player');
  await page.keyboard.press('Enter');
  await lookUp(admin.username);
  await mutes.getByText('Only staff of a higher rank can do this to another staff member.').waitFor();
  expect(await mutes.getByRole('button', { name: /^Mute/ }).count()).toBe(0);
  const lifted = await requestAs(admin, 'DELETE', `/api/admin/mute/${player.id}`);
  expect(lifted.status).toBe(200);
  const again = await requestAs(moderator, 'POST', `/api/mod/mute/${player.id}`, {
    duration: '1d',
    reason: MALICIOUS_TEXT,
  });
  expect(again.status).toBe(200);
  await openAgain(page);

  const note = there.page.getByText(/^You are muted until .+\.$/);
  await note.waitFor();
  expect(await shareField(there.page).count()).toBe(0);
  await there.page.getByText('<img src=x').first().waitFor();
  if (LONG) await expectAccessible(there.page);
  await expectNoHorizontalScroll(there.page);

  await muted.getByRole('button', { name: 'Unmute' }).click();
  await muted.waitFor({ state: 'detached' });
  await note.waitFor({ state: 'detached' });
  expect(await shareField(there.page).inputValue()).toBe('half a sentence');
  expect(await there.page.title()).not.toBe('hurt');
});

test('a suspended player is signed out and sees the reason until the suspension is lifted, and an admin accepts a proposed permanent suspension', async ({
  newVisitor,
  admin,
  moderator,
}) => {
  const [there, staff] = await Promise.all([newVisitor(), signedIn(newVisitor, moderator)]);
  const player = await signUpPlayer(there);
  const liveConnection = waitForLiveConnection(there.page);
  await there.page.goto('/settings');
  await liveConnection;
  const { page } = staff;
  await open(page, '/admin/mutes', 'Mutes');
  const form = card(page, 'Suspend an account');
  await form.getByLabel('Username').fill(player.username);
  await form.getByRole('button', { name: 'Look up' }).click();
  await form.getByText('Maximum: 30 days').waitFor();
  await form.getByRole('button', { name: 'Suspend' }).click();
  await form.getByText('Enter a reason. The player sees it.').waitFor();
  await form.getByLabel('Reason').fill('Cheating <b>again</b>');
  await form.getByRole('button', { name: 'Suspend' }).click();
  await answerDialog(page, `Suspend ${player.username}?`, 'Suspend');
  await row(page, player).getByText('until').waitFor();

  const dialog = there.page.getByRole('dialog', { name: 'Welcome back' });
  await dialog.getByLabel('Username or email').fill(player.username);
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Sign In' }).click();
  await dialog.getByText(/^Your account is suspended until .* Reason: Cheating <b>again<\/b>$/).waitFor();
  await row(page, player).getByRole('button', { name: 'Lift' }).click();
  await row(page, player).waitFor({ state: 'detached' });
  await dialog.getByRole('button', { name: 'Sign In' }).click();
  await there.page.waitForURL(/\/(settings|dashboard)$/);

  await openAgain(page);
  await form.getByLabel('Username').fill(player.username);
  await form.getByRole('button', { name: 'Look up' }).click();
  await form.getByLabel('Permanent (an admin decides)').check();
  await form.getByLabel('Reason').fill('Cheats in every fight');
  await form.getByRole('button', { name: 'Propose' }).click();
  await answerDialog(page, `Propose to suspend ${player.username} permanently?`, 'Propose');
  const listed = (of: Page) =>
    card(of, 'Proposed permanent suspensions').getByRole('listitem').filter({ hasText: player.username });
  await listed(page).getByText('Cheats in every fight').waitFor();
  expect(await listed(page).getByRole('button', { name: 'Reject' }).count()).toBe(0);

  const { page: adminPage } = await signedIn(newVisitor, admin);
  await open(adminPage, '/admin/mutes', 'Mutes');
  if (LONG) await expectAccessible(adminPage);
  await listed(adminPage)
    .getByRole('button', { name: `Suspend ${player.username} permanently` })
    .click();
  await listed(adminPage).waitFor({ state: 'detached' });
  await row(adminPage, player).getByText('Permanent').waitFor();
});

test('an admin edits stats, coins and inventory, and each change of coins is applied exactly once', async ({
  newVisitor,
  newClient,
  admin,
}) => {
  const [there, adminVisitor] = await Promise.all([newClient(), signedIn(newVisitor, admin)]);
  const player = await signUpPlayer(there);
  const { page } = adminVisitor;
  await open(page, '/admin/edit-user', 'Edit user');
  expect(await row(page, admin).count()).toBe(0);
  await page.getByLabel('Search by name or email').fill(player.username);
  await row(page, player).getByRole('button', { name: 'Edit' }).click();
  await expect.poll(() => focused(page)).toBe(`Edit ${player.username}`);

  const stats = card(page, 'Stats');
  await stats.getByLabel('Attack').fill('7.5');
  await stats.getByRole('button', { name: 'Save stats' }).click();
  await stats.getByText('Enter a whole number').waitFor();
  // Going back and then forward restores unsaved input.
  await page.goBack();
  await row(page, player).waitFor();
  await page.goForward();
  await expect(stats.getByLabel('Attack')).toHaveValue('7.5');
  await stats.getByLabel('Attack').fill('9');
  const [sent] = await Promise.all([
    page.waitForRequest((request) => request.method() === 'PUT'),
    stats.getByRole('button', { name: 'Save stats' }).click(),
  ]);
  expect(sent.postDataJSON()).toEqual({ attack: 9, reason: null });
  await stats.getByText('Stats saved.').waitFor();

  const booked: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PATCH') booked.push(request.headers()['idempotency-key'] ?? '');
  });
  const coins = card(page, 'Coins');
  const balance = () => coins.getByRole('status').textContent();
  expect(await balance()).toBe('50');
  expect(await coins.getByLabel('Amount').inputValue()).toBe('100');
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
  // The response is lost, and the retry is rejected because the action is still in progress. The next press must
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
  await coins.getByRole('button', { name: 'Deduct' }).click();
  await expect.poll(balance).toBe('150');
  await coins.getByLabel('Amount').fill('0');
  await coins.getByRole('button', { name: 'Deduct' }).click();
  await coins.getByText('Enter at least 1 coin').waitFor();
  await coins.getByLabel('Amount').fill('2000000.5');
  await coins.getByRole('button', { name: 'Deduct' }).click();
  await coins.getByRole('alert').waitFor();
  expect(await coins.getByLabel('Amount').inputValue()).toBe('1000000');
  expect(await balance()).toBe('150');
  const { body } = await requestAs<{ stats: { coins: number; attack: number } }>(
    there,
    'GET',
    `/api/game/${player.id}`,
  );
  expect(body.stats).toMatchObject({ coins: 150, attack: 9 });

  const adding = card(page, 'Add an item');
  await adding.getByLabel('Type').selectOption('Armor');
  const name = (await adding.getByLabel('Item').locator('option').first().textContent()) ?? '';
  await adding.getByRole('button', { name: 'Add item' }).click();
  const item = card(page, 'Inventory').getByRole('listitem').filter({ hasText: name });
  await item.waitFor();
  await expectAccessible(page);
  await item.getByRole('button', { name: `Remove all of ${name}` }).click();
  await answerDialog(page, `Remove all of ${name}?`, 'Remove all');
  await item.waitFor({ state: 'detached' });

  await page.setViewportSize({ width: 375, height: 812 });
  await expectNoHorizontalScroll(page);
});

test('moderators add and edit categories; admins delete them and choose where their threads move', async ({
  newVisitor,
  admin,
  moderator,
}) => {
  const [{ page }, { page: adminPage }] = await Promise.all([
    signedIn(newVisitor, moderator),
    signedIn(newVisitor, admin),
  ]);
  await open(page, '/admin/categories', 'Categories');
  const slug = `c${process.pid}`;
  const title = `${slug} <b>W</b>${'W'.repeat(40)}`;
  const adding = card(page, 'Add a category');
  await adding.getByLabel('Slug').fill('   ');
  await adding.getByRole('button', { name: 'Add category' }).click();
  await adding.getByText('Enter a slug').waitFor();
  await adding.getByText('Enter a title').waitFor();
  await adding.getByLabel('Slug').fill(` ${slug} `);
  await adding.getByLabel('Title').fill(title);
  const gate = await intercept(page, 'POST', '**/api/forum-categories');
  gate.answer = failWith(500);
  await adding.getByRole('button', { name: 'Add category' }).click();
  await adding.getByText('Failed', { exact: true }).waitFor();
  gate.answer = null;
  await adding.getByRole('button', { name: 'Add category' }).click();
  const added = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title }) });
  await added.waitFor();
  await adding.getByLabel('Slug').fill(slug);
  await adding.getByLabel('Title').fill('The same again');
  await adding.getByRole('button', { name: 'Add category' }).click();
  await expect.poll(() => adding.locator('[aria-invalid="true"], [role="alert"]').count()).toBeGreaterThan(0);

  expect(await page.getByRole('button', { name: /^Delete/ }).count()).toBe(0);
  await added.getByRole('button', { name: /^Edit/ }).click();
  await page.getByRole('main').getByLabel('Description (optional)').last().fill('What it is for');
  await page.getByRole('button', { name: 'Save' }).click();
  await added.getByText('What it is for').waitFor();
  await expectNoHorizontalScroll(page);
  await expectAccessible(page);

  type Categories = { id: number; slug: string; title: string; threadCount: number }[];
  const all = async () => (await requestAs<Categories>(admin, 'GET', '/api/forum-categories')).body;
  const made = (await all()).find((item) => item.slug === slug);
  const other = (await all()).find((item) => item.slug !== slug);
  const thread = { title: 'To be moved', body: 'with its category', categoryId: made?.id };
  expect((await requestAs(admin, 'POST', '/api/forum-threads', thread)).status).toBe(201);
  await open(adminPage, '/admin/categories', 'Categories');
  await adminPage.getByRole('button', { name: `Delete ${title}` }).click();
  const dialog = adminPage.getByRole('dialog');
  await dialog.getByText('This category has 1 thread. Choose where to move them.').waitFor();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await dialog.getByText('Choose a category for the threads.').waitFor();
  await expectAccessible(adminPage, '[role="dialog"]');
  await dialog.getByLabel('Move its threads to').selectOption(String(other?.id));
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await adminPage.getByRole('button', { name: `Delete ${title}` }).waitFor({ state: 'detached' });
  await expect
    .poll(async () => (await all()).find(({ id }) => id === other?.id)?.threadCount)
    .toBe((other?.threadCount ?? 0) + 1);
});

test('a report by a player is handled by staff and recorded in the audit log', async ({
  newVisitor,
  newClient,
  admin,
  moderator,
}) => {
  const [here, there, staff, adminVisitor] = await Promise.all([
    newVisitor({ width: 375 }),
    newClient(),
    signedIn(newVisitor, moderator),
    signedIn(newVisitor, admin),
  ]);
  const [reporter, author] = [await signUpPlayer(here), await signUpPlayer(there)];
  const text = `${author.username} says ${MALICIOUS_TEXT}`;
  await createPost(there, text);
  await openFeed(here.page);
  const reportedPost = post(here.page, author.username);
  await reportedPost.getByRole('button', { name: /^Report .*’s post$/ }).click();
  const dialog = here.page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Send report' }).click();
  await dialog.getByRole('group').getByText('Choose what’s wrong with it.').waitFor();
  expect(
    await dialog
      .getByRole('radio')
      .first()
      .evaluate((it) => it === document.activeElement),
  ).toBe(true);
  await dialog.getByLabel('Insults or hate').check();
  await dialog.getByLabel('Details').fill(MALICIOUS_TEXT);
  await expectAccessible(here.page, '[role="dialog"]');
  await expectNoHorizontalScroll(here.page);
  await dialog.getByRole('button', { name: 'Send report' }).click();
  await here.page.getByRole('dialog', { name: 'Thanks for your report.' }).waitFor();
  if (LONG) await expectAccessible(here.page, '[role="dialog"]');
  await dialog.getByRole('button', { name: 'Done' }).click();

  const { page } = staff;
  const { keyboard } = page;
  await open(page, '/admin/reports', 'Reports');
  const title = `${author.username}’s post`;
  const file = page.getByRole('heading', { level: 2, name: title });
  await page.getByRole('link', { name: title }).waitFor();
  await expect
    .poll(async () => {
      await keyboard.press('j');
      return file.isVisible();
    })
    .toBe(true);
  expect(await page.getByRole('main').textContent()).toContain(text);
  await keyboard.press('t');
  await page.getByRole('button', { name: 'Unassign' }).waitFor();
  await keyboard.press('n');
  await keyboard.type('Seen <i>before</i>');
  await keyboard.press('Control+Enter');
  await page.getByText('Seen <i>before</i>', { exact: true }).waitFor();
  await expect(page.getByLabel('Write a note')).toHaveValue('');
  await keyboard.type('half a note');
  await keyboard.press('Escape');
  expect(await focused(page)).toBe(title);
  await expectNoHorizontalScroll(page);
  await expectAccessible(page);
  // Drafts are stored, and the URL contains the filter and the open report.
  await keyboard.press('w');
  await keyboard.type('half a warning');
  await page.goBack();
  await file.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Assigned', exact: true }).click();
  await page.waitForURL(/state=assigned/);
  await page.getByRole('link', { name: title }).click();
  expect(await page.getByLabel('Write a note').inputValue()).toBe('half a note');
  const reason = page.getByLabel('Message to the player');
  expect(await reason.inputValue()).toBe('half a warning');
  await reason.fill('');
  await page.goBack();
  await page.goBack();
  await page.waitForURL((url) => !url.searchParams.has('state'));
  await expect(page.getByRole('button', { name: 'Open', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await page.goForward();
  await page.getByRole('link', { name: title }).click();
  await file.waitFor();

  // Other staff members see who is assigned to the report.
  const { body } = await requestAs<{ items: { id: number; reported: Player }[] }>(
    admin,
    'GET',
    '/api/mod/reports?state=assigned',
  );
  const id = body.items.find(({ reported }) => reported.id === author.id)?.id;
  await open(adminVisitor.page, `/admin/reports?report=${id}`, 'Reports');
  await adminVisitor.page.getByText(`Assigned to ${moderator.username}`).first().waitFor();
  expect(await adminVisitor.page.getByRole('button', { name: 'Resolve', exact: true }).count()).toBe(0);

  // The letter keys work as shortcuts even while a radio button has the focus. Templates are appended to the text, and
  // an error is visible next to the Resolve button.
  await page.setViewportSize({ width: 1024, height: 480 });
  await page.getByRole('radio', { name: 'Dismiss' }).click();
  await keyboard.press('w');
  await keyboard.type('First.');
  await page.getByRole('button', { name: 'Please stay civil.' }).click();
  expect(await reason.inputValue()).toBe('First. Please stay civil.');
  const acts = await intercept(page, 'PATCH', /\/api\/mod\/reports\/\d+$/);
  acts.answer = failWith(500);
  const resolve = page.getByRole('button', { name: 'Resolve', exact: true });
  await resolve.click();
  const notice = page.locator('form').filter({ has: resolve }).getByRole('alert').filter({ hasText: /\w/ });
  await notice.waitFor();
  expect(await notice.evaluate((end) => end.getBoundingClientRect().bottom <= innerHeight)).toBe(true);
  acts.answer = null;
  await reason.fill('');
  await keyboard.press('Escape');
  // A moderator cannot replace an admin's mute.
  const byAdmin = { duration: '1d', reason: null };
  expect((await requestAs(admin, 'POST', `/api/admin/mute/${author.id}`, byAdmin)).status).toBe(200);
  await keyboard.press('m');
  await page.getByText('Only admins can change it.', { exact: false }).waitFor();
  expect(await resolve.count()).toBe(0);
  await keyboard.press('Control+Enter');
  await keyboard.press('Escape');

  await keyboard.press('w');
  await keyboard.press('Control+Enter');
  await page.getByText('Enter a message. The player will see it.').waitFor();
  await keyboard.type('Please stay civil.');
  await keyboard.press('Control+Enter');
  await page.getByText(`Warned by ${moderator.username}`).waitFor();
  await page.getByRole('button', { name: 'Resolved', exact: true }).click();
  await page.getByRole('link', { name: title }).waitFor();
  const news = await requestAs<{ items: { type: string }[] }>(here, 'GET', '/api/notifications?limit=20');
  expect(news.body.items.map(({ type }) => type)).toContain('system');
  expect(reporter.id).not.toBe(author.id);

  await navigate(adminVisitor.page, '/admin/audit');
  await adminVisitor.page.getByRole('heading', { level: 1, name: 'Audit log', exact: true }).waitFor();
  const filters = adminVisitor.page.getByRole('search');
  await filters.getByLabel('Done to').fill(author.username);
  await filters.getByLabel('Action').selectOption('Warned');
  await filters.getByRole('button', { name: 'Apply', exact: true }).click();
  const entries = adminVisitor.page.getByRole('list', { name: 'Entries' }).getByRole('listitem');
  await expect(entries).toHaveCount(1);
  expect(await entries.first().textContent()).toContain('Please stay civil.');
  await expectAccessible(adminVisitor.page);
  await filters.getByLabel('Action').selectOption('Unmuted');
  await filters.getByRole('button', { name: 'Apply', exact: true }).click();
  await adminVisitor.page.getByText('No matching entries. Try other filters.').waitFor();
  expect(await page.title()).not.toBe('hurt');
});

test('a moderator who reaches the limit of suspensions cannot suspend anyone else, and an admin confirms or undoes the moderator’s actions', async ({
  newVisitor,
  newClient,
  admin,
  moderator,
}) => {
  const there = await newClient();
  const player = await signUpPlayer(there);
  const { id } = await createPost(there, 'Nothing wrong with this');
  expect((await requestAs(moderator, 'DELETE', `/api/feed/${id}`)).status).toBe(200);
  const until = new Date(Date.now() + 24 * 3_600_000).toISOString();
  const suspension = `/api/mod/suspensions/${player.id}`;
  const suspend = async () =>
    (await requestAs(moderator, 'POST', suspension, { until, reason: 'No reason' })).status;
  for (let action = 0; action < 20; action++) expect(await suspend()).toBe(200);
  expect(await suspend()).toBe(429);

  const { page } = await signedIn(newVisitor, admin);
  await open(page, '/admin/audit', 'Audit log');
  const stop = card(page, 'Staff who reached a limit')
    .getByRole('listitem')
    .filter({ hasText: moderator.username });
  await stop.getByLabel('Your password').fill('a guess');
  await stop.getByRole('button', { name: `Confirm suspensions by ${moderator.username}` }).click();
  await stop.getByText('That’s not your password').waitFor();
  if (LONG) await expectAccessible(page);
  await stop.getByLabel('Your password').fill(PASSWORD);
  await stop.getByRole('button', { name: `Confirm suspensions by ${moderator.username}` }).click();
  await stop.waitFor({ state: 'detached' });

  await page.getByLabel('Done by').fill(moderator.username);
  await page.getByRole('button', { name: 'Apply' }).click();
  // Until the filter is applied, the list also contains the entries of other tests' moderators.
  const deletion = row(page, moderator).filter({ hasText: 'Post deleted' });
  await deletion.getByRole('button', { name: 'Restore' }).click();
  await deletion.getByRole('button', { name: 'Restore' }).waitFor({ state: 'detached' });
  expect((await requestAs(admin, 'GET', `/api/feed/${id}`)).status).toBe(200);

  expect((await requestAs(moderator, 'DELETE', `/api/feed/${id}`)).status).toBe(200);
  const undo = card(page, `Undo actions by ${moderator.username}`);
  await undo.getByLabel('Since').selectOption('Last hour');
  await undo.getByLabel('Your password').fill(PASSWORD);
  await undo.getByRole('button', { name: 'Undo everything' }).click();
  await answerDialog(page, `Undo actions by ${moderator.username}`, 'Undo everything');
  await undo.getByText('Restored 1 item, undid 1 sanction.').waitFor();
  expect((await requestAs(admin, 'GET', `/api/feed/${id}`)).status).toBe(200);
  await expectNoHorizontalScroll(page);
});
