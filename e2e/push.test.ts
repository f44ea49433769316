import { createECDH } from 'node:crypto';
import type { BrowserContext, Page, Worker } from '@playwright/test';
import sharp from 'sharp';
import { expectAccessible, expectNoHorizontalScroll } from './browser.ts';
import { befriend, createPlayerAndClient, uploadAvatar } from './fixtures.ts';
import { requestOk, signUpPlayer } from './players.ts';
import { widthsOfRun } from './sample-paths.ts';
import { navigate } from './steps.ts';
import { expect, test } from './test.ts';

/** Wait until the service worker has cached the app shell. */
const installed = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    // The page was open before the worker was installed. Wait until the worker also controls this page.
    while (!navigator.serviceWorker.controller) await new Promise((resolve) => setTimeout(resolve, 20));
  });
const cachedPaths = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const all = await Promise.all(
      (await caches.keys()).map(async (name) => (await caches.open(name)).keys()),
    );
    return all.flat().map(({ url }) => url.replace(location.origin, ''));
  });

test('the site has a manifest with icons, and after a visit its app shell opens offline without private data', async ({
  newVisitor,
  newClient,
}) => {
  const here = await newVisitor({ installs: true });
  const { page, context } = here;
  await page.goto('/', { waitUntil: 'networkidle' });
  const hrefOf = (rel: string) => page.locator(`link[rel="${rel}"]`).getAttribute('href');
  const answer = await context.request.get((await hrefOf('manifest')) ?? '');
  expect(answer.headers()['content-type']).toContain('application/manifest+json');
  const manifest = await answer.json();
  expect(manifest).toMatchObject({ name: 'Rivalhold', start_url: '/dashboard', display: 'standalone' });
  const icons = [...manifest.icons, { src: await hrefOf('apple-touch-icon'), sizes: '180x180' }];
  expect(icons.map(({ sizes, purpose = 'any' }) => `${sizes} ${purpose}`).sort()).toEqual(
    ['180x180 any', '192x192 any', '192x192 maskable', '512x512 any', '512x512 maskable', 'any any'].sort(),
  );
  for (const { src, sizes } of icons) {
    const icon = await context.request.get(src);
    expect([src, icon.status()]).toEqual([src, 200]);
    if (sizes === 'any') continue;
    expect(icon.headers()).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=31536000, immutable',
    });
    const { width, height } = await sharp(await icon.body()).metadata();
    expect(`${width}x${height}`).toBe(sizes);
  }
  for (const { url } of manifest.shortcuts) expect((await context.request.get(url)).status()).toBe(200);
  const worker = await context.request.get('/sw.js');
  expect(worker.headers()).toMatchObject({ 'cache-control': 'no-cache' });
  expect(worker.headers()['content-type']).toContain('text/javascript');
  const registered = () =>
    page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length);
  expect([await registered(), await cachedPaths(page)]).toEqual([0, []]);

  const there = await newClient();
  const [me, friend] = [await signUpPlayer(here), await signUpPlayer(there)];
  await befriend(here, me, there, friend);
  await uploadAvatar(there);
  await page.goto('/dashboard');
  await installed(page);
  // Load pages, images and API responses through the worker.
  await page.goto('/friends', { waitUntil: 'networkidle' });
  await navigate(page, `/profiles/${friend.id}`);
  await page.getByRole('heading', { name: 'Comments' }).waitFor();
  await navigate(page, `/dm/${friend.id}`);
  await page.getByRole('textbox', { name: 'Message' }).fill('For your eyes alone');
  await page.keyboard.press('Enter');
  await page.getByText('For your eyes alone').first().waitFor();
  await page.waitForLoadState('networkidle');
  const cached = await cachedPaths(page);
  expect(cached.length).toBeGreaterThan(3);
  expect(cached.filter((path) => !/^\/assets\/[\w-]+\.(html|js|css|woff2)$/.test(path))).toEqual([]);
  const texts = await page.evaluate(
    async (paths) => Promise.all(paths.map(async (path) => (await caches.match(path))?.text())),
    cached,
  );
  for (const secret of [me.username, friend.username, 'For your eyes alone'])
    expect(texts.filter((text) => text?.includes(secret))).toEqual([]);

  await context.setOffline(true);
  await page.goto(`/profiles/${friend.id}`);
  await page.getByRole('heading', { name: 'You’re offline' }).waitFor();
  await expectAccessible(page);
  expect(await page.getByText(friend.username).count()).toBe(0);
  // API responses never come from the cache, and requests for players' files never get the app shell.
  expect(
    await page.evaluate(() =>
      fetch('/api/session').then(
        () => 'answered',
        () => 'failed',
      ),
    ),
  ).toBe('failed');
  const other = await context.newPage();
  await expect(other.goto('/media/avatars/1')).rejects.toThrow();
  await other.close();
  await context.setOffline(false);
  await page.getByRole('heading', { name: friend.username }).first().waitFor();
  expect(page.url()).toContain(`/profiles/${friend.id}`);

  await test.step('without the cache, an offline visit fails, and the next online visit creates the cache again', async () => {
    await page.evaluate(async () => {
      for (const name of await caches.keys()) await caches.delete(name);
    });
    // While the browser is online, pages open even without the cache.
    await page.goto('/friends');
    await page.getByRole('heading', { name: 'Friends', exact: true }).first().waitFor();
    await context.setOffline(true);
    await expect(page.goto('/dashboard')).rejects.toThrow();
    await context.setOffline(false);
    await page.goto('/dashboard');
    await installed(page);
    expect((await cachedPaths(page)).length).toBeGreaterThan(3);
  });
});

const KEYS = { p256dh: createECDH('prime256v1').generateKeys('base64url'), auth: 'A'.repeat(22) };

/**
 * Replace the browser's push service and permission prompt with fakes, because headless browsers have neither.
 */
const withPushService = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript((keys) => {
    const requestCount = () => Number(sessionStorage.getItem('permissionRequests') ?? 0);
    Object.defineProperty(Notification, 'permission', {
      get: () => (requestCount() > 0 ? 'granted' : 'default'),
    });
    Notification.requestPermission = async () => {
      sessionStorage.setItem('permissionRequests', String(requestCount() + 1));
      return 'granted';
    };
    const currentSubscription = () => {
      const endpoint = sessionStorage.getItem('endpoint');
      const unsubscribe = async () => sessionStorage.removeItem('endpoint');
      return endpoint && { endpoint, unsubscribe, toJSON: () => ({ endpoint, keys }) };
    };
    PushManager.prototype.getSubscription = async () => currentSubscription() as PushSubscription | null;
    PushManager.prototype.subscribe = async (options) => {
      if (typeof options?.applicationServerKey !== 'string') throw new Error('The site sent no VAPID key');
      sessionStorage.setItem('endpoint', `https://push.example.com/${Math.random()}`);
      return currentSubscription() as unknown as PushSubscription;
    };
  }, KEYS);
const permissionRequests = (page: Page) => page.evaluate(() => sessionStorage.getItem('permissionRequests'));
const card = (page: Page) => page.locator('#notifications');
const openSettings = async (page: Page) => {
  await page.goto('/settings');
  await card(page).getByText('Notify me about').waitFor();
};

type Shown = { title: string; body: string; tag: string; data: string };
type Scope = { registration: ServiceWorkerRegistration; shown: Map<string, Shown> };

/** Record the worker's notifications, because headless browsers cannot show them. */
const watch = (worker: Worker): Promise<void> =>
  worker.evaluate(() => {
    const scope = self as unknown as Scope;
    scope.shown = new Map();
    scope.registration.showNotification = async (title, options) => {
      scope.shown.set(options?.tag ?? '', { title, ...options } as Shown);
    };
  });
/** Deliver a push message to the worker. */
const deliver = (worker: Worker, notice: object): Promise<void> =>
  worker.evaluate((notice) => {
    const event = { data: { json: () => notice }, waitUntil: () => {} };
    self.dispatchEvent(Object.assign(new Event('push'), event));
  }, notice);
const shown = (worker: Worker): Promise<string[]> =>
  worker.evaluate(() =>
    [...(self as unknown as Scope).shown.values()].map(({ title, body }) => `${title}: ${body}`),
  );
const press = (worker: Worker, tag: string): Promise<void> =>
  worker.evaluate((tag) => {
    const { shown } = self as unknown as Scope;
    const notification = { ...shown.get(tag), close: () => shown.delete(tag) };
    self.dispatchEvent(Object.assign(new Event('notificationclick'), { notification, waitUntil: () => {} }));
  }, tag);

for (const width of widthsOfRun(375, 1280))
  test(`a push subscription is renewed, shows notifications that open pages, and ends with the session (${width} px)`, async ({
    newVisitor,
    newClient,
  }) => {
    const options = { installs: true, width };
    const { here, me, there } = await createPlayerAndClient({ newVisitor, newClient }, options);
    const { page, context } = here;
    await withPushService(context);
    await openSettings(page);
    await card(page).getByText('Off for this device', { exact: true }).waitFor();
    expect(await permissionRequests(page)).toBeNull();
    await card(page).getByRole('button', { name: 'Turn on for this device' }).press('Enter');
    await card(page).getByText('On for this device', { exact: true }).waitFor();
    const off = card(page).getByRole('button', { name: 'Turn off for this device' });
    await expect(off).toBeFocused();
    await card(page).getByText('Chrome on Linux').waitFor();
    await card(page).getByText('This device', { exact: true }).waitFor();

    const storedEndpoint = async () =>
      (await requestOk<{ endpoint: string | null }>(here, 'GET', '/api/push')).endpoint;
    const inBrowser = () => page.evaluate(() => sessionStorage.getItem('endpoint'));
    const first = await storedEndpoint();
    expect(first).toBe(await inBrowser());

    // When a page opens, it renews an expired subscription.
    await page.evaluate(() => sessionStorage.removeItem('endpoint'));
    await page.reload();
    await expect.poll(inBrowser).not.toBeNull();
    await expect.poll(storedEndpoint).toBe(await inBrowser());
    expect(await storedEndpoint()).not.toBe(first);
    await card(page).getByText('On for this device', { exact: true }).waitFor();
    await expectAccessible(page, '#notifications');
    await expectNoHorizontalScroll(page);

    // If the browser replaces the subscription, the service worker sends the new one to the server.
    await installed(page);
    const [worker] = context.serviceWorkers();
    if (!worker) throw new Error('There is no service worker');
    const endpoint = 'https://push.example.com/by-the-worker';
    await worker.evaluate(
      ({ endpoint, keys }) => {
        PushManager.prototype.getSubscription = async () =>
          ({ toJSON: () => ({ endpoint, keys }) }) as unknown as PushSubscription;
        self.dispatchEvent(Object.assign(new Event('pushsubscriptionchange'), { waitUntil: () => {} }));
      },
      { endpoint, keys: KEYS },
    );
    await expect.poll(storedEndpoint).toBe(endpoint);

    // Push messages about the same subject show one notification. A click marks it as read, and opens its page in the
    // open tab without a reload.
    await requestOk(there, 'POST', `/api/friend-requests/${me.id}`);
    type Unread = { items: { id: number }[] };
    const unread = async () =>
      (await requestOk<Unread>(here, 'GET', '/api/notifications')).items.map(({ id }) => id);
    const [notificationId = 0] = await unread();
    await page.evaluate(() => Reflect.set(window, 'stillHere', true));
    await watch(worker);
    const tag = `notice-${notificationId}`;
    const notice = { title: 'Friend request', link: '/friends', tag };
    await deliver(worker, { ...notice, body: 'One' });
    await deliver(worker, { ...notice, body: 'Two' });
    await expect.poll(() => shown(worker)).toEqual(['Friend request: Two']);
    expect(await unread()).toEqual([notificationId]);
    await press(worker, tag);
    await page.waitForURL('**/friends');
    await page.getByRole('heading', { name: 'Friends', exact: true }).first().waitFor();
    expect(await page.evaluate(() => Reflect.get(window, 'stillHere'))).toBe(true);
    expect(await shown(worker)).toEqual([]);
    await expect.poll(unread).toEqual([]);

    await requestOk(here, 'DELETE', '/api/session');
    await expect.poll(inBrowser).toBeNull();
  });
