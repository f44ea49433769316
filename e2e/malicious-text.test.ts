import type { Page } from '@playwright/test';
import { expectNoHorizontalScroll } from './browser.ts';
import { setRole } from './fixtures.ts';
import { PASSWORD, requestOk, signUpPlayer } from './players.ts';
import { createPost } from './posts.ts';
import { navigate } from './steps.ts';
import { expect, test } from './test.ts';

const MARKUP = `<img src=x onerror="document.title='hurt'"><script>document.title='hurt'</script>`;
/** Text with markup, bidirectional and invisible characters, emoji, and a word that is wider than the page. */
const MALICIOUS_TEXT = `${MARKUP} \u202Eturned \u2066in \u200B\u200Dzero ${'🐉'.repeat(140)} ${'W'.repeat(80)}`;

/** Expect the page to show the text literally and without horizontal overflow. */
async function expectHarmless(page: Page, text = MARKUP): Promise<void> {
  const main = page.getByRole('main');
  await expect.poll(() => main.textContent()).toContain(text);
  expect(await main.locator('img[src="x"], script, b').count()).toBe(0);
  await expectNoHorizontalScroll(page);
}

/** Fill every text and search field of the page with the malicious text, and expect no horizontal overflow. */
async function fillAll(page: Page): Promise<void> {
  for (const field of await page.getByRole('main').getByRole('textbox').all())
    await field.fill(MALICIOUS_TEXT);
  for (const field of await page.getByRole('main').getByRole('searchbox').all())
    await field.fill(MALICIOUS_TEXT);
  await expectNoHorizontalScroll(page);
}

test('malicious texts are shown as text in lists and forms for staff', async ({
  newVisitor,
  newClient,
  site,
}) => {
  const visitor = await newVisitor({ width: 375 });
  const { page } = visitor;
  const done = <T>(method: string, path: string, data?: unknown) => requestOk<T>(visitor, method, path, data);
  const nameOf = (sign: string) => `${'W'.repeat(23 - String(process.pid).length)}${process.pid}${sign}`;
  const name = nameOf('a');
  const [writer, reporter] = [await newClient(), await newClient()];
  const author = await signUpPlayer(writer, name);
  const { id: postId } = await createPost(writer, MALICIOUS_TEXT);
  await signUpPlayer(reporter);
  const { report } = await requestOk<{ report: { id: number } }>(reporter, 'POST', '/api/reports', {
    kind: 'post',
    id: postId,
    reason: MALICIOUS_TEXT,
  });
  const admin = await signUpPlayer(visitor, nameOf('b'));
  setRole(site, admin, 'admin');
  // Log in again, because the current session gets the admin role only after a delay.
  await done('DELETE', '/api/session');
  await done('POST', '/api/session', { credential: admin.username, password: PASSWORD });
  const reportId = report.id;
  await done('PATCH', `/api/mod/reports/${reportId}`, { action: 'note', text: MALICIOUS_TEXT });
  await done('PATCH', `/api/mod/reports/${reportId}`, { action: 'claim' });
  await done('POST', `/api/admin/mute/${author.id}`, { duration: '1y', reason: MALICIOUS_TEXT });
  await done('PATCH', `/api/admin/users/${author.id}/coins`, { amount: 1, reason: MALICIOUS_TEXT });
  const title = `<b>${process.pid}</b> \u202E${'W'.repeat(40)}`;
  const category = { slug: `h${process.pid}`, title, description: `${MARKUP}${'🐉'.repeat(50)}` };
  await done('POST', '/api/forum-categories', category);

  await page.goto('/admin/reports?state=assigned');
  await expectHarmless(page);
  await navigate(page, `/admin/reports?report=${reportId}`);
  await page.getByRole('heading', { level: 2, name: `${name}’s post` }).waitFor();
  await expectHarmless(page);
  await fillAll(page);

  await navigate(page, `/admin/edit-user?user=${author.id}`);
  await page.getByRole('heading', { level: 2, name: `Edit ${name}` }).waitFor();
  await expectHarmless(page, name);
  await fillAll(page);

  await navigate(page, '/admin/categories');
  await expectHarmless(page, `<b>${process.pid}</b>`);
  await expectHarmless(page);
  await fillAll(page);

  await done('POST', `/api/mod/suspensions/${author.id}`, { until: null, reason: MALICIOUS_TEXT });
  await navigate(page, '/admin/mutes');
  await page.getByRole('button', { name: `Unmute ${name}` }).waitFor();
  await page.getByRole('button', { name: `Lift the suspension of ${name}` }).waitFor();
  await expectHarmless(page);
  const lookUp = page.getByLabel('Username').first();
  await lookUp.fill(name);
  await lookUp.press('Enter');
  await page
    .getByText('A new mute replaces the active mute, even if the new mute is shorter.', { exact: false })
    .waitFor();
  await fillAll(page);

  await navigate(page, '/admin/audit');
  await page.getByRole('list', { name: 'Entries' }).waitFor();
  await expectHarmless(page);
  await expect(page.getByRole('link', { name: `Report ${reportId} (post ${postId})` })).toHaveCount(2);
  await fillAll(page);
  await page.getByRole('button', { name: 'Apply', exact: true }).click();
  await page.getByText('No matching entries. Try other filters.').waitFor();
  expect(await page.title()).not.toContain('hurt');
});
