import type { Locator, Request } from '@playwright/test';
import {
  initialCallsFor,
  matchPage,
  PLAYER_PATHS,
  type PlayerPath,
  PRERENDERED_PATHS,
  STAFF_PATHS,
} from '@rivalhold/shared/pages.ts';
import type { Viewer } from '@rivalhold/shared/roles.ts';
import { MENU_TEXTS } from '@rivalhold/shared/texts/menu.ts';
import { expectAccessible, type Visitor } from './browser.ts';
import { extendLiveTimeout, failNetwork, heldResponse, intercept, setRole } from './fixtures.ts';
import { layoutShiftsOf, openAndSettle, recordLayoutShifts } from './layout-shifts.ts';
import { sendMessages } from './messages.ts';
import { type Client, requestAs, signUpPlayer } from './players.ts';
import { pagesOfRun, samplePath } from './sample-paths.ts';
import { recordScripts } from './script-size.ts';
import { openPlayerMenu } from './steps.ts';
import { expect, SOURCE_URL, test } from './test.ts';

/**
 * Maximum total sizes of the scripts on a guest page: the scripts that the page runs at first (`READY`), the same
 * together with the scripts that it prefetches (`FETCHED`), and all scripts after the app and a dialog have opened
 * (`WHOLE`). The sign-up form can additionally load the code that draws portraits (`PORTRAITS`).
 */
const READY_MAX_BYTES = 2_500;
const FETCHED_MAX_BYTES = 120 * 1024;
const WHOLE_MAX_BYTES = 212 * 1024;
const PORTRAITS_MAX_BYTES = 17 * 1024;
/** Strings that identify the socket, query and UI libraries in a bundle. */
const LIBRARIES = /staleTime|EIO|useState/;

test('an account dialog opens as a skeleton while its code loads, and can be closed and opened again', async ({
  page,
}) => {
  const loading = await intercept(page, 'GET', /\/assets\/.*\.js$/);
  await page.goto('/', { waitUntil: 'networkidle' });
  const held = heldResponse();
  loading.answer = held.answer;
  const button = page.getByRole('button', { name: 'Create Your Character' }).first();
  const dialog = page.getByRole('dialog', { name: 'Create Your Character' });
  await button.click();
  await dialog.waitFor();
  await expect(dialog.getByRole('textbox')).toHaveCount(0);
  await expectAccessible(page, 'dialog', 'both');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  await button.click();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Log In' }).click();
  const login = page.getByRole('dialog', { name: 'Welcome back' });
  await login.waitFor();
  held.release();
  await login.getByLabel('Password', { exact: true }).fill('torches');
  await expect(page.getByRole('dialog')).toHaveCount(1);
});

test('the footer links to the terms, privacy, support, guide and source', async ({ page }) => {
  await page.goto('/');
  for (const [name, path] of [
    ['Terms', '/terms'],
    ['Privacy', '/privacy'],
    ['Support', '/support'],
    ['Guide', '/guide'],
    ['Source', '/support#source'],
  ] as const) {
    await page.getByRole('contentinfo').getByRole('link', { name }).click();
    await page.waitForURL(`**${path}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
  }
});

test('guest pages have their content and their meta descriptions before any script runs', async ({
  page,
  context,
  site,
}) => {
  await page.route('**/*.js', (route) => route.abort());
  for (const path of PRERENDERED_PATHS) {
    const answer = await context.request.get(path);
    expect(answer.headers(), path).toMatchObject({
      'cache-control': 'no-cache',
      vary: expect.stringContaining('Cookie'),
    });
    const html = await answer.text();
    expect(html).not.toMatch(/%[A-Z]+_[A-Z]+%/);
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.getByRole('navigation').getByRole('button', { name: 'Log In' }).waitFor();
    const headOf = (selector: string, name: string) => page.locator(`head ${selector}`).getAttribute(name);
    expect(await headOf('link[rel="canonical"]', 'href')).toBe(site.url + path);
    expect(await headOf('meta[property="og:url"]', 'content')).toBe(site.url + path);
    expect(await headOf('meta[property="og:title"]', 'content')).toBe(await page.title());
    expect((await headOf('meta[name="description"]', 'content'))?.length, path).toBeGreaterThan(30);
    const image = await context.request.get((await headOf('meta[property="og:image"]', 'content')) ?? '');
    expect([image.status(), image.headers()['content-type']]).toEqual([200, 'image/png']);
  }
});

test('guest pages have distinct titles and meta descriptions and small scripts, and /support links to the source code', async ({
  page,
}) => {
  const texts = new Set<string>();
  for (const path of PRERENDERED_PATHS) {
    const scripts = recordScripts(page);
    await page.goto(path, { waitUntil: 'networkidle' });
    const { count, bytes, text } = scripts();
    expect(count, path).toBeGreaterThan(0);
    expect(bytes, path).toBeLessThan(READY_MAX_BYTES);
    expect(text, path).not.toMatch(LIBRARIES);
    texts.add(`${await page.title()}`);
    texts.add((await page.locator('meta[name="description"]').getAttribute('content')) ?? '');
  }
  expect(texts.size).toBe(2 * PRERENDERED_PATHS.length);
  await page.goto('/support');
  const source = page.locator('#source').getByRole('link');
  await expect(source).toHaveAttribute('href', new URL(SOURCE_URL).href);
  await page.getByRole('link', { name: 'support@rivalhold.invalid' }).waitFor();
});

test('the first paint of a guest page has the chosen theme, and the page keeps it when the app loads', async ({
  newVisitor,
}) => {
  const { page } = await newVisitor({ theme: 'dark' });
  await page.goto('/faq');
  const backgroundColor = () =>
    page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  const dark = await backgroundColor();
  await page.evaluate(() => localStorage.setItem('theme', 'light'));
  await page.reload({ waitUntil: 'commit' });
  await page.getByRole('heading', { level: 1 }).waitFor();
  const light = await backgroundColor();
  expect(light).not.toBe(dark);
  await page.getByRole('button', { name: 'Log In' }).click();
  await page.getByRole('dialog', { name: 'Welcome back' }).waitFor();
  expect(await backgroundColor()).toBe(light);
});

/** Return the tag, class, text and position of each element in a part of the page. */
const appearanceOf = (part: Locator) =>
  part.evaluate((whole) =>
    [...whole.querySelectorAll('*')].map((it) => {
      const { x, y, width, height } = it.getBoundingClientRect();
      const words = [...it.childNodes].map((node) => node.nodeValue?.trim() ?? '').join('');
      return [it.tagName, it.getAttribute('class'), words, ...[x, y, width, height].map(Math.round)].join(
        ' ',
      );
    }),
  );

test('the app takes over the prerendered page without changes or layout shifts', async ({ page }) => {
  await recordLayoutShifts(page);
  const scripts = recordScripts(page);
  await page.goto('/', { waitUntil: 'networkidle' });
  // Move the mouse to the corner, so that it hovers over no element. The browser assumes a position of the mouse even
  // if it has never moved.
  await page.mouse.move(0, 0);
  await page.evaluate(() => new Promise(requestAnimationFrame));
  const ready = scripts();
  expect(ready.count).toBeGreaterThan(0);
  expect(ready.bytes).toBeLessThan(READY_MAX_BYTES);
  // The scripts that a guest page runs at first must not contain the socket, query and UI libraries.
  expect(ready.text).not.toMatch(LIBRARIES);
  const main = page.getByRole('main');
  const opener = main.getByRole('button', { name: 'Create Your Character' }).last();
  await opener.scrollIntoViewIfNeeded();
  await page.waitForLoadState('networkidle');
  const scroll = await page.evaluate(() => window.scrollY);
  expect(scroll).toBeGreaterThan(0);
  await expect.poll(() => scripts().count).toBeGreaterThan(ready.count);
  await page.waitForLoadState('networkidle');
  expect(scripts().bytes).toBeLessThanOrEqual(FETCHED_MAX_BYTES);
  const before = await appearanceOf(main);
  await opener.click();
  const dialog = page.getByRole('dialog', { name: 'Create Your Character' });
  await dialog.getByRole('group', { name: 'Your portrait' }).waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  await expect(opener).toBeFocused();
  expect(await appearanceOf(main)).toEqual(before);
  expect(await page.evaluate(() => window.scrollY)).toBe(scroll);
  const { sum, details } = await layoutShiftsOf(page);
  expect(sum, details).toBeLessThan(0.02);
  expect(scripts().bytes).toBeLessThanOrEqual(WHOLE_MAX_BYTES + PORTRAITS_MAX_BYTES);
});

test('a section opened on a guest page stays open when the app takes over', async ({ newVisitor }) => {
  const { page } = await newVisitor({ width: 375 });
  for (const path of ['/faq', '/guide']) {
    await page.goto(path);
    const title = await page.title();
    const answers = page.locator('main details');
    await answers.last().locator('summary').click();
    const cookies = page.getByRole('contentinfo').getByRole('button', { name: 'Cookie Settings' });
    await cookies.click();
    await page.getByRole('dialog', { name: 'Cookie Settings' }).waitFor();
    const open = await answers.evaluateAll((all) => all.map((item) => (item as HTMLDetailsElement).open));
    expect(open, path).toEqual(open.map((_, index) => index === open.length - 1));
    expect(await page.title()).toBe(title);
  }
});

test('a prerendered page reports that the app failed to load, and works after a reload', async ({ page }) => {
  const loading = await intercept(page, 'GET', /\/assets\/.*\.js$/);
  await page.goto('/faq', { waitUntil: 'networkidle' });
  expect(await page.title()).toBe('FAQ · Rivalhold');
  await page.context().setOffline(true);
  loading.answer = failNetwork;
  const button = page.getByRole('button', { name: 'Log In' });
  await button.click();
  await page.getByRole('alert').getByText('Can’t reach Rivalhold').waitFor();
  await page.context().setOffline(false);
  loading.answer = null;
  await page.reload();
  await button.click();
  await page.getByRole('dialog', { name: 'Welcome back' }).waitFor();
});

test('a signed-in player goes straight to the dashboard and sees the player bar on public pages', async ({
  newVisitor,
}) => {
  const visitor = await newVisitor();
  const { page } = visitor;
  await signUpPlayer(visitor);
  await recordLayoutShifts(page);
  const answer = await page.goto('/');
  expect(new URL(answer?.url() ?? '').pathname).toBe('/dashboard');
  for (const path of ['/faq', '/support']) {
    await openAndSettle(page, path);
    await page.getByRole('button', { name: 'Your menu' }).waitFor();
    expect(await page.getByRole('button', { name: 'Log In' }).count()).toBe(0);
    const { sum, details } = await layoutShiftsOf(page);
    expect(sum, details).toBeLessThan(0.02);
  }
  await expect(page.locator('#source').getByRole('link')).toHaveAttribute('href', new URL(SOURCE_URL).href);
});

test('hovering over a link preloads the data of its page, and opening the page does not load the data again', async ({
  newVisitor,
}) => {
  const visitor = await newVisitor();
  const { page } = visitor;
  const { username } = await signUpPlayer(visitor);
  await page.goto('/dashboard');
  await openPlayerMenu(page, username);
  const link = page
    .getByRole('dialog', { name: MENU_TEXTS.profileMenu })
    .getByRole('link', { name: MENU_TEXTS.settings, exact: true });
  await link.waitFor();
  await page.waitForLoadState('networkidle');
  const requests: string[] = [];
  page.on('request', (request) => requests.push(new URL(request.url()).pathname));
  await link.hover();
  await expect.poll(() => requests).toContain('/api/sessions');
  await page.waitForLoadState('networkidle');
  await link.click();
  await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor();
  await page.waitForLoadState('networkidle');
  expect(requests.filter((path) => path === '/api/sessions')).toHaveLength(1);
});

test("a player's dashboard shows a greeting before any script runs, and the greeting stays in place", async ({
  newVisitor,
  newClient,
}) => {
  const documentOf = async ({ context: { request } }: Client) => {
    const response = await request.get('/dashboard');
    return { html: await response.text(), cache: response.headers()['cache-control'] };
  };
  const visitor = await newVisitor({ width: 375 });
  const { page } = visitor;
  const me = await signUpPlayer(visitor);
  const client = await newClient();
  const other = await signUpPlayer(client);
  expect(await documentOf(client)).toEqual({
    html: expect.stringContaining(`Welcome back, ${other.username}<`),
    cache: 'no-store',
  });
  expect((await documentOf(visitor)).html).not.toContain(other.username);
  await requestAs(client, 'DELETE', '/api/session');
  expect((await documentOf(client)).html).not.toMatch(/Welcome back/);
  const withEndedSession = await newClient({ extraHTTPHeaders: { cookie: 'rivalhold-session=ended' } });
  expect((await documentOf(withEndedSession)).html).toMatch(/app-skeleton(?!.*Welcome back)/s);

  const app = heldResponse();
  await page.route('**/assets/index-*.js', app.answer);
  await page.goto('/dashboard', { waitUntil: 'commit' });
  const greeting = page.getByText(`Welcome back, ${me.username}`);
  const early = page.locator('#app-skeleton').filter({ has: greeting }).locator('h1');
  await early.waitFor();
  await page.waitForFunction(() => document.fonts.status === 'loaded');
  const { x, y, height } = (await early.boundingBox()) as DOMRect;
  app.release();
  const heading = page.getByRole('heading', { level: 1 }).and(greeting);
  await heading.waitFor();
  expect(await heading.boundingBox()).toMatchObject({ x, y, height });
});

type FirstLoad = {
  visitor: Visitor;
  viewer: Viewer;
  path: string;
  /** Calls that the page sends or repeats once it is connected. */
  whenLive?: readonly string[] | undefined;
};

/**
 * Open a page. Expect that the page sends its initial API calls while its code loads, and sends the `whenLive` calls
 * after it is connected. It must not repeat any other call.
 */
async function expectFirstLoad({ visitor: { page }, viewer, path, whenLive = [] }: FirstLoad): Promise<void> {
  const calls = initialCallsFor(path, matchPage(path))?.(viewer) ?? [];
  const requests: string[] = [];
  const listen = (request: Request) => {
    const { pathname, search } = new URL(request.url());
    requests.push(pathname + search);
  };
  page.on('request', listen);
  const app = heldResponse();
  await page.route('**/assets/index-*.js', app.answer);
  const document = await page.goto(path, { waitUntil: 'commit' });
  const linkHeaderCalls = [...(document?.headers().link ?? '').matchAll(/<([^>]+)>/g)].map(
    ([, call]) => call,
  );
  expect(linkHeaderCalls.toSorted(), path).toEqual(calls.toSorted());
  await expect.poll(() => requests).toEqual(expect.arrayContaining(['/api/session', ...calls]));
  const named = page.locator('head link[rel="modulepreload"]');
  await expect.poll(() => named.count()).toBeGreaterThan(5);
  const files = await named.evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  await expect.poll(() => requests).toEqual(expect.arrayContaining(files));
  app.release();
  await page.locator('#root h1').first().waitFor({ state: 'attached' });
  await page.waitForLoadState('networkidle');
  const all = ['/api/session', ...calls, ...whenLive];
  await expect.poll(() => requests.filter((item) => all.includes(item)).toSorted()).toEqual(all.toSorted());
  expect(new Set(requests.filter((item) => item.endsWith('.js'))).size).toBe(
    requests.filter((item) => item.endsWith('.js')).length,
  );
  page.off('request', listen);
  await page.unroute('**/assets/index-*.js');
}

test("a signed-in player's page loads its code, the session and its initial data concurrently", async ({
  newVisitor,
  site,
}) => {
  const visitor = await newVisitor();
  await extendLiveTimeout(visitor.page);
  const other = await signUpPlayer(visitor);
  const me = await signUpPlayer(visitor);
  await sendMessages(site, visitor, me, other, ['A word']);
  const viewer: Viewer = { id: me.id, role: 'player' };
  const ids = { own: me.id, other: other.id };
  const whenLive: Partial<Record<PlayerPath, string[]>> = {
    '/dashboard': ['/api/dashboard'],
    '/friends': ['/api/friendships', '/api/friend-requests'],
  };
  // web/src/pages/loaders.test.tsx checks the initial requests of the fight pages.
  for (const page of pagesOfRun(PLAYER_PATHS.filter((path) => !path.startsWith('/fight'))))
    await expectFirstLoad({ visitor, viewer, path: samplePath(page, ids), whenLive: whenLive[page] });
  for (const path of [`/profiles/${me.id}`, `/gallery/${me.id}`, `/inventory/${other.id}`])
    await expectFirstLoad({ visitor, viewer, path });
});

test('a staff page loads its code, the session and its initial data concurrently', async ({
  newVisitor,
  site,
}) => {
  const visitor = await newVisitor();
  await extendLiveTimeout(visitor.page);
  const me = await signUpPlayer(visitor);
  setRole(site, me, 'admin');
  await expect
    .poll(async () => (await requestAs(visitor, 'GET', '/api/admin/users')).status, { timeout: 10_000 })
    .toBe(200);
  const viewer: Viewer = { id: me.id, role: 'admin' };
  // Staff pages reload the session after they connect, because the role might have changed.
  for (const path of pagesOfRun(STAFF_PATHS))
    await expectFirstLoad({ visitor, viewer, path, whenLive: ['/api/session'] });
});

test("a navigation requests the page's code and data concurrently, and the data only once", async ({
  newVisitor,
}) => {
  const visitor = await newVisitor();
  const { page } = visitor;
  await extendLiveTimeout(page);
  const { username } = await signUpPlayer(visitor);
  await page.goto('/faq');
  await openPlayerMenu(page, username);
  const requests: string[] = [];
  page.on('request', (request) => requests.push(new URL(request.url()).pathname));
  const code = heldResponse();
  await page.route('**/assets/*.js', code.answer);
  await page.getByRole('dialog', { name: 'Your menu' }).getByRole('link', { name: 'Find Players' }).click();
  await expect.poll(() => requests).toEqual(expect.arrayContaining(['/api/profiles']));
  await expect.poll(() => requests.filter((path) => path.endsWith('.js')).length).toBeGreaterThan(0);
  code.release();
  await page.getByRole('heading', { name: 'Find Players', level: 1 }).waitFor();
  await page.waitForLoadState('networkidle');
  expect(requests.filter((path) => path === '/api/profiles')).toHaveLength(1);
});

test('after a sign-up in one tab, guest pages that are already open show the player menu on the next action', async ({
  newVisitor,
}) => {
  const visitor = await newVisitor();
  const { page, context } = visitor;
  await page.goto('/faq');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Terms' }).click();
  await page.waitForURL('**/terms');
  const other = await context.newPage();
  await other.goto('/privacy');
  await signUpPlayer(visitor);
  await other.getByRole('button', { name: 'Log In' }).click();
  await other.getByRole('button', { name: 'Your menu' }).waitFor();
  await page.goBack();
  await page.waitForURL('**/faq');
  await page.getByRole('button', { name: 'Your menu' }).waitFor();
});

test('an unknown path shows a 404 page', async ({ page }) => {
  for (const path of ['/no-such-page', '/profiles/not-a-number/deeper', '/sign-in']) {
    const answer = await page.goto(path);
    expect(answer?.status(), path).toBe(404);
    await page.getByRole('heading', { name: '404 - Page Not Found' }).waitFor();
  }
});

test('an unknown API path returns a JSON 404', async ({ newClient }) => {
  const { context } = await newClient();
  const answer = await context.request.get('/api/no-such-call');
  expect(answer.status()).toBe(404);
  expect(await answer.json()).toMatchObject({ code: expect.any(String), message: expect.any(String) });
});

test('Cookie Settings lists the cookies and storage of the site', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Log In' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cookie Settings' }).click();
  const dialog = page.getByRole('dialog', { name: 'Cookie Settings' });
  await dialog.getByText('No tracking, no ads, no third-party analytics.').waitFor();
  for (const entry of ['Session cookie', 'CSRF token', 'Socket ID'])
    await dialog.getByText(entry).first().waitFor();
});
