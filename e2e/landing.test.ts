import type { Locator, Page, Request } from '@playwright/test';
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
import { PAGE_TITLES } from '@rivalhold/shared/texts/page-titles.ts';
import { LONG } from '../scripts/testing/long.ts';
import { expectAccessible, type Visitor } from './browser.ts';
import { extendLiveTimeout, failNetwork, heldResponse, intercept, setRole } from './fixtures.ts';
import { layoutShiftsOf, openAndSettle, recordLayoutShifts } from './layout-shifts.ts';
import { sendMessages } from './messages.ts';
import { type Client, requestAs, signUpPlayer } from './players.ts';
import { samplePath } from './sample-paths.ts';
import { recordScripts } from './script-size.ts';
import { openPlayerMenu } from './steps.ts';
import { expect, SOURCE_URL, test } from './test.ts';

/** Maximum gzipped size of the scripts that a guest page runs at first. */
const READY_MAX_BYTES = 2_500;
/** Maximum gzipped size of these scripts and of the scripts that the page prefetches. */
const FETCHED_MAX_BYTES = 120 * 1024;
/** Maximum gzipped size of all scripts of a guest page after a dialog has opened. */
const WHOLE_MAX_BYTES = 212 * 1024;
/** Maximum gzipped size of the code that draws portraits, which the sign-up form loads in addition. */
const PORTRAITS_MAX_BYTES = 17 * 1024;
/** Strings that identify the socket, query and UI libraries in a bundle. */
const LIBRARIES = /staleTime|EIO|useState/;

test('an account dialog shows a skeleton while its code loads, and works after a reload if loading failed', async ({
  page,
}) => {
  const loading = await intercept(page, 'GET', /\/assets\/.*\.js$/);
  await page.goto('/faq', { waitUntil: 'networkidle' });
  expect(await page.title()).toBe('FAQ · Rivalhold');
  await page.context().setOffline(true);
  loading.answer = failNetwork;
  const logIn = page.getByRole('button', { name: 'Log In' });
  await logIn.click();
  await page.getByRole('alert').getByText('Can’t reach Rivalhold').waitFor();
  await page.context().setOffline(false);
  loading.answer = null;
  // Retry, because this reload fails if the page reloads itself at the same time. The page does this when it notices
  // that the site is reachable again.
  await expect(() => page.reload({ waitUntil: 'networkidle' })).toPass();

  const held = heldResponse();
  loading.answer = held.answer;
  const signUp = page.getByRole('button', { name: 'Sign Up' });
  const dialog = page.getByRole('dialog', { name: 'Create Your Character' });
  await signUp.click();
  await dialog.waitFor();
  await expect(dialog.getByRole('textbox')).toHaveCount(0);
  await expectAccessible(page, 'dialog');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  await signUp.click();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await logIn.click();
  const login = page.getByRole('dialog', { name: 'Welcome back' });
  await login.waitFor();
  held.release();
  await login.getByLabel('Password', { exact: true }).fill('torches');
  await expect(page.getByRole('dialog')).toHaveCount(1);
});

test('the HTML of each guest page contains its content, a unique title and description, and the same scripts', async ({
  page,
  context: { request },
  site,
}) => {
  const texts = new Set<string>();
  const scripts = new Set<string>();
  for (const path of PRERENDERED_PATHS) {
    const answer = await request.get(path);
    expect(answer.headers(), path).toMatchObject({
      'cache-control': 'no-cache',
      vary: expect.stringContaining('Cookie'),
    });
    const html = await answer.text();
    expect(html).not.toMatch(/%[A-Z]+_[A-Z]+%/);
    const parsed = await parseGuestPage(page, html);
    expect(parsed, path).toMatchObject({
      heading: expect.stringMatching(/\w/),
      buttons: expect.arrayContaining(['Log In', 'Sign Up']),
      url: site.url + path,
      ogUrl: site.url + path,
      ogTitle: parsed.title,
    });
    expect(parsed.description?.length, path).toBeGreaterThan(30);
    const image = await request.get(parsed.image ?? '');
    expect([image.status(), image.headers()['content-type']]).toEqual([200, 'image/png']);
    texts.add(parsed.title).add(parsed.description ?? '');
    scripts.add(parsed.scripts.join(' '));
    if (path === '/support')
      expect(parsed.links).toEqual(
        expect.arrayContaining([new URL(SOURCE_URL).href, 'mailto:support@rivalhold.invalid']),
      );
  }
  expect(texts.size).toBe(2 * PRERENDERED_PATHS.length);
  // All guest pages have the same scripts. Another test checks their size on the landing page.
  expect(scripts.size).toBe(1);
});

/** Parse the document of a guest page without running its scripts. */
const parseGuestPage = (page: Page, html: string) =>
  page.evaluate((text) => {
    const parsed = new DOMParser().parseFromString(text, 'text/html');
    const all = (selector: string, attribute: string) =>
      [...parsed.querySelectorAll(selector)].map((element) => element.getAttribute(attribute));
    const [url] = all('link[rel="canonical"]', 'href');
    const [description] = all('meta[name="description"]', 'content');
    const [ogUrl, ogTitle, image] = ['url', 'title', 'image'].map(
      (name) => all(`meta[property="og:${name}"]`, 'content')[0],
    );
    return {
      ...{ title: parsed.title, description, url, ogUrl, ogTitle, image },
      heading: parsed.querySelector('main h1')?.textContent,
      buttons: [...parsed.querySelectorAll('nav button')].map((button) => button.textContent),
      links: all('main a', 'href'),
      scripts: [...all('script', 'src'), ...all('link[rel="modulepreload"]', 'href')],
    };
  }, html);

test('the first paint of a guest page has the chosen theme, and the app keeps the theme and the open sections', async ({
  newVisitor,
}) => {
  const { page } = await newVisitor({ theme: 'dark', width: 375 });
  await page.goto('/faq');
  const backgroundColor = () =>
    page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  const dark = await backgroundColor();
  await page.evaluate(() => localStorage.setItem('theme', 'light'));
  await page.reload({ waitUntil: 'commit' });
  await page.getByRole('heading', { level: 1 }).waitFor();
  const light = await backgroundColor();
  expect(light).not.toBe(dark);
  const title = await page.title();
  const answers = page.locator('main details');
  await answers.last().locator('summary').click();
  await page.getByRole('contentinfo').getByRole('button', { name: 'Cookie Settings' }).click();
  await page.getByRole('dialog', { name: 'Cookie Settings' }).waitFor();
  const open = await answers.evaluateAll((all) => all.map((item) => (item as HTMLDetailsElement).open));
  expect(open).toEqual(open.map((_, index) => index === open.length - 1));
  expect([await backgroundColor(), await page.title()]).toEqual([light, title]);
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
  await dialog.getByRole('group', { name: 'Your avatar' }).waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  await expect(opener).toBeFocused();
  expect(await appearanceOf(main)).toEqual(before);
  expect(await page.evaluate(() => window.scrollY)).toBe(scroll);
  const { sum, details } = await layoutShiftsOf(page);
  expect(sum, details).toBeLessThan(0.02);
  expect(scripts().bytes).toBeLessThanOrEqual(WHOLE_MAX_BYTES + PORTRAITS_MAX_BYTES);
});

test('a signed-in player goes straight to the dashboard and sees the player bar on public pages', async ({
  newVisitor,
}) => {
  const visitor = await newVisitor();
  const { page } = visitor;
  await signUpPlayer(visitor);
  await recordLayoutShifts(page);
  const answer = await page.goto('/', { waitUntil: 'commit' });
  expect(new URL(answer?.url() ?? '').pathname).toBe('/dashboard');
  await openAndSettle(page, '/support');
  await page.getByRole('button', { name: 'Your menu' }).waitFor();
  expect(await page.getByRole('button', { name: 'Log In' }).count()).toBe(0);
  const { sum, details } = await layoutShiftsOf(page);
  expect(sum, details).toBeLessThan(0.02);
  await expect(page.locator('#source').getByRole('link')).toHaveAttribute('href', new URL(SOURCE_URL).href);
});

test("a navigation requests the page's code and data concurrently, and only once even after a preload", async ({
  newVisitor,
}) => {
  const visitor = await newVisitor();
  const { page } = visitor;
  await extendLiveTimeout(page);
  const { username } = await signUpPlayer(visitor);
  await page.goto('/faq');
  await openPlayerMenu(page, username);
  const menu = page.getByRole('dialog', { name: MENU_TEXTS.profileMenu });
  const requests: string[] = [];
  page.on('request', (request) => requests.push(new URL(request.url()).pathname));
  const code = heldResponse();
  await page.route('**/assets/*.js', code.answer);
  await menu.getByRole('link', { name: PAGE_TITLES.directory }).click();
  await expect.poll(() => requests).toEqual(expect.arrayContaining(['/api/profiles']));
  await expect.poll(() => requests.filter((path) => path.endsWith('.js')).length).toBeGreaterThan(0);
  code.release();
  await page.getByRole('heading', { name: 'Find Players', level: 1 }).waitFor();
  await page.waitForLoadState('networkidle');
  expect(requests.filter((path) => path === '/api/profiles')).toHaveLength(1);

  await openPlayerMenu(page, username);
  const link = menu.getByRole('link', { name: PAGE_TITLES.settings, exact: true });
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
  /** Calls that the page sends or repeats after it has connected. */
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

/**
 * The player pages whose first load is checked. A long run checks all pages except those of fights. Other runs check a
 * page without initial API calls, a page with many calls, and a page whose calls depend on the id in its path. The
 * calls of every page are checked in web/src/pages/loaders.test.tsx.
 */
const LOADED_PATHS: readonly PlayerPath[] = LONG
  ? PLAYER_PATHS.filter((path) => !path.startsWith('/fight'))
  : ['/dashboard', '/profiles/{userId}', '/dm/{userId}'];

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
  for (const page of LOADED_PATHS)
    await expectFirstLoad({ visitor, viewer, path: samplePath(page, ids), whenLive: whenLive[page] });
  if (LONG)
    for (const path of [`/profiles/${me.id}`, `/gallery/${me.id}`, `/inventory/${other.id}`])
      await expectFirstLoad({ visitor, viewer, path });

  setRole(site, me, 'admin');
  await expect.poll(async () => (await requestAs(visitor, 'GET', '/api/admin/users')).status).toBe(200);
  const admin: Viewer = { ...viewer, role: 'admin' };
  // Staff pages reload the session after they connect, because the role might have changed.
  for (const path of LONG ? STAFF_PATHS : ['/admin/users'])
    await expectFirstLoad({ visitor, viewer: admin, path, whenLive: ['/api/session'] });
});

test('after a sign-up in one tab, open guest pages show the player menu after the next click or navigation', async ({
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
