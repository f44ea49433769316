import type { Page } from '@playwright/test';
import { HEALTH_ISSUES, type SiteHealth } from '@rivalhold/shared/contract/health.ts';
import { LONG } from '../scripts/testing/long.ts';
import { expectAccessible, expectNoHorizontalScroll, type Visitor } from './browser.ts';
import { setRole } from './fixtures.ts';
import { missingAdaptations, tabTo } from './page-checks.ts';
import { type Client, requestAs, signUpPlayer, uniqueUsername } from './players.ts';
import { createPost } from './posts.ts';
import { widthsOfRun } from './sample-paths.ts';
import { test as base, expect } from './test.ts';

type Fixtures = {
  /** Open a browser that is signed in as a new staff member. */
  staff: (role: 'moderator' | 'admin', width: number, touches?: boolean) => Promise<Visitor>;
};
const test = base.extend<Fixtures>({
  staff: ({ newVisitor, site }, use) =>
    use(async (role, width, touches = false) => {
      const visitor = await newVisitor({ width, touches });
      setRole(site, await signUpPlayer(visitor, uniqueUsername(role.slice(0, 3))), role);
      return visitor;
    }),
});

// These tests use a separate site, because the queue must be empty at the start.
test.use({ siteName: 'report-queue' });
test.describe.configure({ mode: 'default' });

const focused = (page: Page): Promise<string> =>
  page.evaluate(() => document.activeElement?.textContent ?? '');

const report = async (by: Client, id: number, reason: string) =>
  expect((await requestAs(by, 'POST', '/api/reports', { kind: 'post', id, reason })).status).toBe(201);

for (const width of widthsOfRun(375, 1440))
  test(`a moderator handles reports by keyboard, and can turn single-key shortcuts off, at ${width} px`, async ({
    newClient,
    staff,
  }) => {
    const [there, one, two] = await Promise.all([newClient(), newClient(), newClient()]);
    const author = await signUpPlayer(there);
    const reporters = [await signUpPlayer(one), await signUpPlayer(two)];
    const first = await createPost(there, 'The first of two');
    const second = await createPost(there, 'The second of two');
    const third = await createPost(there, 'One to be deleted');
    const fourth = await createPost(there, 'One too many');
    await report(one, first.id, 'Spam');
    await report(two, first.id, 'It is spam indeed');
    await report(one, second.id, 'Threats');
    for (const { id } of [third, fourth]) await report(one, id, 'Worse');

    const { page } = await staff('moderator', width);
    const { keyboard } = page;
    await page.goto('/admin/reports');
    const title = `${author.username}’s post`;
    const links = page.getByRole('list', { name: 'Reports in this list' }).getByRole('link', { name: title });
    // Two reports about the same post are one entry in the queue.
    await expect(links).toHaveCount(4);
    const file = page.getByRole('heading', { level: 2, name: title });
    await expect
      .poll(async () => {
        if (await file.isVisible()) return true;
        await keyboard.press('j');
        // If the report does not open, the page had no key listener yet, so press again. Do not press again
        // after a success, because that would open the next report.
        return file.waitFor({ timeout: 3_000 }).then(
          () => true,
          () => false,
        );
      })
      .toBe(true);

    await keyboard.press('?');
    const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await keys.getByText('next report', { exact: true }).waitFor();
    await expectAccessible(page, '[role="dialog"]');
    // Staff who use voice control or often press keys by accident can turn the shortcuts off. The setting persists.
    const all = keys.getByRole('checkbox', { name: 'Use single-key shortcuts' });
    const toggle = () => tabTo(page, /^Use single-key shortcuts/).then(() => keyboard.press('Space'));
    const close = () => keyboard.press('Escape').then(() => keys.waitFor({ state: 'detached' }));
    await toggle();
    expect(await all.isChecked()).toBe(false);
    await close();
    await page.reload();
    await page.getByText('Single-key shortcuts are off.').waitFor();
    await file.waitFor();
    for (const key of ['t', 'u', '?']) await keyboard.press(key);
    await tabTo(page, /^All shortcuts$/);
    await keyboard.press('Enter');
    await keys.waitFor();
    await toggle();
    expect(await all.isChecked()).toBe(true);
    await close();
    expect(await page.getByRole('button', { name: 'Unassign' }).count()).toBe(0);
    await file.waitFor();

    await page.getByText('Reasons from all 2 reports, which are resolved together').waitFor();
    for (const text of ['It is spam indeed', reporters[1]?.username ?? '', 'Reports sent: 4, upheld: 0'])
      await page.getByText(text).first().waitFor();
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
    expect(await page.getByLabel('Also delete the reported content').isChecked()).toBe(true);
    await expectNoHorizontalScroll(page);
    await expectAccessible(page);
    await keyboard.press('Shift+Tab');
    await keyboard.press('Control+Enter');
    await page.getByText('Warned by', { exact: false }).waitFor();
    await expect.poll(() => focused(page)).toBe('Next report');
    expect((await requestAs(one, 'GET', `/api/feed/${first.id}`)).status).toBe(404);

    await keyboard.press('Enter');
    await expect.poll(() => focused(page)).toBe(title);
    await page.getByText('The second of two').first().waitFor();
    await page.getByText('Reports received: 4, upheld: 1').waitFor();
    await keyboard.press('d');
    await keyboard.press('Control+Enter');
    await page.getByText('Dismissed by', { exact: false }).waitFor();

    const noticeField = page.getByLabel('Message to the player');
    const hasFocus = () => noticeField.evaluate((field) => field === document.activeElement);
    const ask = async (title: string) => {
      await keyboard.press('Control+Enter');
      const question = page.getByRole('dialog', { name: title });
      await expect
        .poll(() => question.evaluate((window) => window.contains(document.activeElement)).catch(() => false))
        .toBe(true);
      return question;
    };
    await expect.poll(() => focused(page)).toBe('Next report');
    await keyboard.press('Enter');
    await page.getByText('One to be deleted').first().waitFor();
    await expect.poll(() => focused(page)).toBe(title);
    await keyboard.press('x');
    const deletion = await ask('Delete the reported content?');
    if (LONG) await expectAccessible(page, '[role="dialog"]');
    await keyboard.press('Escape');
    await deletion.waitFor({ state: 'detached' });
    await expect.poll(hasFocus).toBe(true);
    expect((await requestAs(one, 'GET', `/api/feed/${third.id}`)).status).toBe(200);
    await ask('Delete the reported content?');
    await tabTo(page, /^Delete it$/);
    await keyboard.press('Enter');
    await page.getByText('Deleted by', { exact: false }).waitFor();
    await expect.poll(() => focused(page)).toBe('Next report');
    expect((await requestAs(one, 'GET', `/api/feed/${third.id}`)).status).toBe(404);

    await keyboard.press('Enter');
    await page.getByText('One too many').first().waitFor();
    await expect.poll(() => focused(page)).toBe(title);
    await keyboard.press('s');
    await keyboard.press('Control+Enter');
    await page.getByText('Enter a message. The player will see it.').waitFor();
    await keyboard.type('Cheating.');
    await ask('Suspend this account? The player is logged out and loses all open fights.');
    if (LONG) await expectAccessible(page, '[role="dialog"]');
    await tabTo(page, /^Suspend$/);
    await keyboard.press('Enter');
    await page.getByText('Suspended by', { exact: false }).waitFor();
    // There is no next report, so the focus moves to the heading.
    await expect.poll(() => focused(page)).toBe(title);
    expect((await requestAs(there, 'GET', '/api/sessions')).status).toBe(401);
    await keyboard.press('u');
    await page.getByText('No open reports.').waitFor();
  });

test('an admin sees the site health, whose layout fits very large numbers, and verifies the ledger', async ({
  staff,
}) => {
  const { page } = await staff('admin', 375);
  await page.goto('/admin/site-health');
  await page
    .getByRole('heading', {
      level: 2,
      name: /All systems are healthy|Some issues need attention|Immediate action needed/,
    })
    .waitFor();
  await page.getByText('Never verified. Verify the ledger now.').waitFor();
  await page.getByText('The ledger has never been verified').waitFor();
  await expectNoHorizontalScroll(page);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Verify now' }).click();
  await page.getByText('Every balance matches its ledger rows').waitFor();
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('table', { name: 'Nodes' }).waitFor();
  if (LONG) await expectAccessible(page);

  // The layout fits very large numbers at every width, and with enlarged text.
  await page.setViewportSize({ width: 1280, height: 800 });
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
  await page.reload();
  await page.getByRole('cell', { name: '123,456' }).first().waitFor();
  for (const width of [320, 560, 600, 640, 720, 800, 1030]) {
    await page.setViewportSize({ width, height: 800 });
    await expectNoHorizontalScroll(page);
  }
  expect(await missingAdaptations(page, '/admin/site-health')).toEqual([]);
});

test('a report by a staff member must be handled by another staff member, who needs only taps on a phone', async ({
  newClient,
  staff,
}) => {
  const [there, mine, other] = [
    await newClient(),
    await staff('moderator', 375),
    await staff('moderator', 1440, true),
  ];
  const author = await signUpPlayer(there);
  const { id } = await createPost(there, 'Seen by one of the staff');
  await report(mine, id, 'Spam');
  const refusal = 'You reported this yourself, so another staff member must handle it.';
  for (const { page } of [mine, other]) {
    await page.goto('/admin/reports');
    await page.getByRole('link', { name: `${author.username}’s post` }).click();
    await page.getByRole('heading', { level: 2, name: `${author.username}’s post` }).waitFor();
    const isMine = page === mine.page;
    expect(await page.getByText(refusal).count()).toBe(isMine ? 1 : 0);
    for (const name of ['Assign to me', 'Resolve'])
      expect(await page.getByRole('button', { name, exact: true }).count()).toBe(isMine ? 0 : 1);
    await expectNoHorizontalScroll(page);
    if (!isMine || LONG) await expectAccessible(page);
  }

  const { page } = other;
  await page.setViewportSize({ width: 375, height: 800 });
  const tap = (role: 'button' | 'link' | 'radio', name: string) =>
    page.getByRole('main').getByRole(role, { name, exact: true }).tap();
  await tap('button', 'Back to the list');
  await page.getByRole('link', { name: `${author.username}’s post` }).tap();
  await tap('radio', 'Warn');
  await tap('button', 'Please stay civil.');
  await page.getByLabel('Also delete the reported content').tap();
  await tap('button', 'Resolve');
  await page.getByText('Warned by', { exact: false }).waitFor();
  await tap('button', 'Back to the list');
  await page.getByText('No open reports.').waitFor();
  expect((await requestAs(mine, 'GET', `/api/feed/${id}`)).status).toBe(404);
});
