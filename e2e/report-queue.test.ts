import type { Page } from '@playwright/test';
import { HEALTH_ISSUES, type SiteHealth } from '@rivalhold/shared/contract/health.ts';
import { expectAccessible, expectNoHorizontalScroll } from './browser.ts';
import { failWith, intercept } from './fixtures.ts';
import { missingAdaptations, tabTo } from './page-checks.ts';
import { type Client, requestAs, requestOk, signUpPlayer } from './players.ts';
import { createPost, openFeed, post } from './posts.ts';
import { widthsOfRun } from './sample-paths.ts';
import { openAs, test } from './staff.ts';
import { expect } from './test.ts';

const focused = (page: Page): Promise<string> =>
  page.evaluate(() => document.activeElement?.textContent ?? '');

const report = (by: Client, id: number, reason: string) =>
  requestOk(by, 'POST', '/api/reports', { kind: 'post', id, reason });
const statusOf = async (by: Client, id: number) => (await requestAs(by, 'GET', `/api/feed/${id}`)).status;

for (const width of widthsOfRun(375, 1440))
  test(`a moderator handles reports by keyboard, and can turn single-key shortcuts off (${width} px)`, async ({
    newVisitor,
    newClient,
    newModerator,
  }) => {
    const [there, one, two] = await Promise.all([newClient(), newClient(), newClient()]);
    const author = await signUpPlayer(there);
    for (const client of [one, two]) await signUpPlayer(client);
    const first = await createPost(there, 'The first of two');
    const second = await createPost(there, 'The second of two');
    await report(one, first.id, 'Spam');
    await report(two, first.id, 'It is spam indeed');
    await report(one, second.id, 'Threats');

    const { page } = await openAs(newVisitor, await newModerator(), { width });
    const { keyboard } = page;
    await page.goto('/admin/reports');
    const title = `${author.username}’s post`;
    const links = page.getByRole('list', { name: 'Reports in this list' }).getByRole('link', { name: title });
    // The three reports are two entries in the queue, because two of them are about the same post.
    await expect(links).toHaveCount(2);
    const file = page.getByRole('heading', { level: 2, name: title });
    // Find the first entry by its title, because the queue can also contain older reports by other tests.
    await tabTo(page, new RegExp(title));
    await keyboard.press('Enter');
    await file.waitFor();

    await keyboard.press('?');
    const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await keys.getByText('next report', { exact: true }).waitFor();
    await expectAccessible(page, '[role="dialog"]');
    // Staff who use voice control or often press keys by accident can turn the shortcuts off. The setting persists.
    const all = keys.getByRole('checkbox', { name: 'Use single-key shortcuts' });
    const toggle = () => tabTo(page, /^Use single-key shortcuts/).then(() => keyboard.press('Space'));
    const close = () => keyboard.press('Escape').then(() => keys.waitFor({ state: 'detached' }));
    await toggle();
    await expect(all).not.toBeChecked();
    await close();
    await page.reload();
    await page.getByText('Single-key shortcuts are off.').waitFor();
    await file.waitFor();
    for (const key of ['t', 'u', '?']) await keyboard.press(key);
    await tabTo(page, /^All shortcuts$/);
    await keyboard.press('Enter');
    await keys.waitFor();
    await toggle();
    await expect(all).toBeChecked();
    await close();
    expect(await page.getByRole('button', { name: 'Unassign' }).count()).toBe(0);
    await file.waitFor();

    await page.getByText('Reasons from all 2 reports, which are resolved together').waitFor();
    await page.getByText('It is spam indeed').first().waitFor();
    await keyboard.press('t');
    await page.getByRole('button', { name: 'Unassign' }).waitFor();
    // Text that a moderator types while a note is being sent stays in the field for the next note.
    await keyboard.press('n');
    await keyboard.type('Seen before.');
    await keyboard.press('Control+Enter');
    await keyboard.type(' And');
    await page.getByRole('listitem').filter({ hasText: 'Seen before.' }).waitFor();
    await expect.poll(() => page.getByLabel('Write a note').inputValue()).toMatch(/^ ?And$/);
    await keyboard.press('Escape');

    await keyboard.press('o');
    for (const _ of ['delete', 'warn']) await keyboard.press('ArrowDown');
    await page.getByText('The author gets a warning with your message.').waitFor();
    await keyboard.press('w');
    await keyboard.type('No more of that.');
    await keyboard.press('Tab');
    await keyboard.press('Space');
    await expect(page.getByLabel('Also delete the reported content')).toBeChecked();
    await expectNoHorizontalScroll(page);
    await expectAccessible(page);
    await keyboard.press('Shift+Tab');
    await keyboard.press('Control+Enter');
    await page.getByText('Warned by', { exact: false }).waitFor();
    await expect.poll(() => focused(page)).toBe('Next report');
    expect(await statusOf(one, first.id)).toBe(404);

    await keyboard.press('Enter');
    await page.getByText('The second of two').first().waitFor();
    await expect.poll(() => focused(page)).toBe(title);
    const question = page.getByRole('dialog', { name: 'Delete the reported content?' });
    const ask = async () => {
      await keyboard.press('Control+Enter');
      await question.and(page.locator(':focus-within')).waitFor();
    };
    await keyboard.press('x');
    await ask();
    await keyboard.press('Escape');
    await question.waitFor({ state: 'detached' });
    await expect(page.getByLabel('Message to the player')).toBeFocused();
    expect(await statusOf(one, second.id)).toBe(200);
    await ask();
    await tabTo(page, /^Delete it$/);
    await keyboard.press('Enter');
    await page.getByText('Deleted by', { exact: false }).waitFor();
    // There is no next report, so the focus moves to the heading.
    await expect.poll(() => focused(page)).toBe(title);
    expect(await statusOf(one, second.id)).toBe(404);
    await keyboard.press('u');
    await file.waitFor({ state: 'detached' });
  });

test('a player reports a post; a moderator handles the report on a phone, where unsent drafts are kept', async ({
  newVisitor,
  newClient,
  newModerator,
}) => {
  const [here, there, staff] = await Promise.all([
    newVisitor({ width: 375 }),
    newClient(),
    newModerator().then((moderator) => openAs(newVisitor, moderator, { width: 375, touches: true })),
  ]);
  const [, author] = [await signUpPlayer(here), await signUpPlayer(there)];
  const { id } = await createPost(there, `Written by ${author.username}`);
  await openFeed(here.page);
  await post(here.page, author.username)
    .getByRole('button', { name: /^Report .*’s post$/ })
    .click();
  const dialog = here.page.getByRole('dialog');
  await dialog.getByLabel('Insults or hate').check();
  await dialog.getByLabel('Details').fill('Again and again');
  await expectAccessible(here.page, '[role="dialog"]');
  await expectNoHorizontalScroll(here.page);
  await dialog.getByRole('button', { name: 'Send report' }).click();
  await here.page.getByRole('dialog', { name: 'Thanks for your report.' }).waitFor();

  const { page } = staff;
  const tap = (role: 'button' | 'link' | 'radio', name: string) =>
    page.getByRole('main').getByRole(role, { name, exact: true }).tap();
  const title = `${author.username}’s post`;
  const file = page.getByRole('heading', { level: 2, name: title });
  const openFile = async () => {
    await page.getByRole('link', { name: title }).tap();
    await file.waitFor();
  };
  await page.goto('/admin/reports');
  await openFile();
  // Drafts are stored, and the URL contains the filter and the open report.
  await page.getByLabel('Write a note').fill('half a note');
  await tap('radio', 'Warn');
  const message = page.getByLabel('Message to the player');
  await message.fill('First.');
  await page.goBack();
  await file.waitFor({ state: 'detached' });
  await tap('button', 'Assigned');
  await page.waitForURL(/state=assigned/);
  await page.goBack();
  await page.waitForURL((url) => !url.searchParams.has('state'));
  await openFile();
  await expect(page.getByLabel('Write a note')).toHaveValue('half a note');
  await expect(message).toHaveValue('First.');
  await tap('button', 'Please stay civil.');
  await expect(message).toHaveValue('First. Please stay civil.');
  await page.getByLabel('Also delete the reported content').tap();
  await expectNoHorizontalScroll(page);

  // Even in a low window, an error is visible next to the Resolve button.
  await page.setViewportSize({ width: 375, height: 480 });
  const actions = await intercept(page, 'PATCH', /\/api\/mod\/reports\/\d+$/);
  actions.answer = failWith(500);
  await tap('button', 'Resolve');
  const resolve = page.getByRole('button', { name: 'Resolve', exact: true });
  const error = page.locator('form').filter({ has: resolve }).getByRole('alert').filter({ hasText: /\w/ });
  await error.waitFor();
  await expect(error).toBeInViewport({ ratio: 1 });
  actions.answer = null;
  // Resolve by keyboard, because a second tap so soon after the first would count as a double tap and have no effect.
  await message.press('Control+Enter');
  await page.getByText('Warned by', { exact: false }).waitFor();
  await tap('button', 'Back to the list');
  await file.waitFor({ state: 'detached' });
  expect(await statusOf(there, id)).toBe(404);
});

test('an admin sees the site health, whose layout fits very large numbers, and verifies the ledger', async ({
  newVisitor,
  admin,
}) => {
  const { page } = await openAs(newVisitor, admin);
  // Block the web fonts, because the fallback fonts are wider.
  await page.route('**/*.woff2', (route) => route.abort());
  await page.route('**/api/admin/site-health', async (route) => {
    const answer = await route.fetch();
    const health = (await answer.json()) as SiteHealth;
    const taken = { count: 1_234_567, failed: 1_234_000, p50: 59_900, p95: 59_900, p99: 59_900 };
    const routes = ['PATCH /api/admin/forum-categories/:id', 'forum:watch'].map((name) => ({
      route: name,
      ...taken,
    }));
    const nodes = health.nodes.map((node) => ({
      ...node,
      ...taken,
      players: 123_456,
      sockets: 123_456,
      lagMs: 59_900,
      memoryBytes: 999_900_000,
      startedAt: new Date(Date.parse(health.at) - 59_900).toISOString(),
    }));
    const counts = {
      waiting: 123_456,
      retrying: 123_456,
      active: 123_456,
      failed: 123_456,
      oldestMs: 59_900,
    };
    const jobs = [{ name: 'notifications.push', ...counts }];
    const issues = HEALTH_ISSUES.map((kind) => ({
      kind,
      state: 'critical',
      nodes: nodes.map(({ name }) => name),
    }));
    const services = health.services.map((service) => ({
      ...service,
      isUp: true,
      since: health.at,
      ms: 59_900,
    }));
    const disk = { free: 999_900_000_000, total: 999_900_000_000_000 };
    const files = { count: 1_234_567, bytes: 999_900_000_000, countedAt: health.at };
    const storage = { files, databaseBytes: 999_900_000_000, backupAt: health.at, disk };
    const all = {
      requests: taken,
      events: taken,
      routes,
      jobs,
      nodes,
      state: 'critical',
      issues,
      services,
      storage,
    };
    await route.fulfill({ json: { ...health, ...all } });
  });
  await page.goto('/admin/site-health');
  await page.getByRole('cell', { name: '123,456' }).first().waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Verify now' }).click();
  await page.getByText('Every balance matches its ledger rows').waitFor();
  for (const width of [320, 560, 600, 640, 720, 800, 1030]) {
    await page.setViewportSize({ width, height: 800 });
    await expectNoHorizontalScroll(page);
  }
  expect(await missingAdaptations(page, '/admin/site-health')).toEqual([]);
});
