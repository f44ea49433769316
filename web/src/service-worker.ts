/*
 * Answers requests for pages and for the files of the app shell, and shows pushed notifications. When the site is
 * unreachable, pages open from the cached shell. API responses are never cached, because players lend, lose and share
 * devices. A test verifies that only the shell is cached.
 */

type ExtendableEvent = Event & { waitUntil(work: Promise<unknown>): void };
type FetchEvent = ExtendableEvent & { request: Request; respondWith(result: Promise<Response>): void };
type PushEvent = ExtendableEvent & { data: { json(): PushMessage } | null };
type NotificationClickEvent = ExtendableEvent & { notification: Notification };
type WindowClient = {
  url: string;
  focused: boolean;
  visibilityState: DocumentVisibilityState;
  focus(): Promise<unknown>;
  navigate(url: string): Promise<unknown>;
  postMessage(message: unknown, transfer: Transferable[]): void;
};
type WorkerEvents = {
  install: ExtendableEvent;
  activate: ExtendableEvent;
  fetch: FetchEvent;
  push: PushEvent;
  pushsubscriptionchange: ExtendableEvent;
  notificationclick: NotificationClickEvent;
};
type WorkerScope = {
  location: Location;
  registration: ServiceWorkerRegistration;
  clients: {
    claim(): Promise<void>;
    matchAll(which: { type: 'window'; includeUncontrolled: true }): Promise<WindowClient[]>;
    openWindow(url: string): Promise<unknown>;
  };
  skipWaiting(): Promise<void>;
  addEventListener<K extends keyof WorkerEvents>(name: K, listener: (event: WorkerEvents[K]) => void): void;
};

/** The content of a push message. */
type PushMessage = { title: string; body: string; link: string; tag: string };

/** Values that the build inserts. */
declare const __SHELL__: {
  page: string;
  files: string[];
  icon: string;
  badge: string;
  /** `SERVER_PATHS` in shared/src/page-paths.ts. It is not imported, because the service worker must be one file. */
  serverPaths: string[];
};

const worker = self as unknown as WorkerScope;
const { page: PAGE, files: FILES, icon: ICON, badge: BADGE, serverPaths: SERVER_PATHS } = __SHELL__;
const CACHE_PREFIX = 'shell:';
/**
 * The name of this version's cache. The name of the shell page contains a hash of the page, and the page lists the
 * site's scripts. Therefore, each version of the site has a separate cache.
 */
const CACHE_NAME = CACHE_PREFIX + PAGE;
/** Maximum time (ms) to wait until a page confirms that it opens a link. */
const NAVIGATION_TIMEOUT_MS = 1_000;

worker.addEventListener('install', (event) => event.waitUntil(cacheShell()));
worker.addEventListener('activate', (event) => event.waitUntil(deleteOldCaches()));

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== worker.location.origin) return;
  if (request.mode === 'navigate') {
    if (!isServerPath(pathname)) event.respondWith(fetchPage(request));
  } else if (FILES.includes(pathname)) event.respondWith(fetchFile(request));
});

const isServerPath = (pathname: string): boolean =>
  SERVER_PATHS.some((path) => pathname === path || pathname.startsWith(`${path}/`));

async function cacheShell(): Promise<void> {
  const cache = await caches.open(CACHE_NAME);
  // Send no cookies, so that the cache contains only public responses.
  await cache.addAll([PAGE, ...FILES].map((path) => new Request(path, { credentials: 'omit' })));
  await worker.skipWaiting();
}

/** Delete the caches of older versions. Pages that still run an older version load missing files from the network. */
async function deleteOldCaches(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(
    names
      .filter((name) => name.startsWith(CACHE_PREFIX) && name !== CACHE_NAME)
      .map((name) => caches.delete(name)),
  );
  await worker.clients.claim();
}

const matchCache = async (path: Request | string): Promise<Response | undefined> =>
  (await caches.open(CACHE_NAME)).match(path, { ignoreVary: true });

/**
 * Fetch a page, or return the shell if the site is unreachable. If there is no shell, the worker unregisters itself.
 */
async function fetchPage(request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch (unreachable) {
    const shell = await matchCache(PAGE).catch(() => undefined);
    if (shell) return shell;
    await worker.registration.unregister();
    throw unreachable;
  }
}

async function fetchFile(request: Request): Promise<Response> {
  return (await matchCache(request).catch(() => undefined)) ?? fetch(request);
}

worker.addEventListener('push', (event) => {
  const notice = event.data?.json();
  if (notice) event.waitUntil(showNotification(notice));
});

const showNotification = ({ title, body, link, tag }: PushMessage): Promise<void> =>
  worker.registration.showNotification(title, { body, tag, icon: ICON, badge: BADGE, data: link });

worker.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renewSubscription()));

type PushState = { key: string; devices: { current: boolean }[] };
const readJson = async <T>(response: Promise<Response>): Promise<T> => (await response).json();

/** Register the browser's new push subscription with the server, if push is on in the current session. */
async function renewSubscription(): Promise<void> {
  const { key, devices } = await readJson<Partial<PushState>>(fetch('/api/push'));
  if (!key || !devices?.some(({ current }) => current)) return;
  const { pushManager } = worker.registration;
  const subscription =
    (await pushManager.getSubscription()) ??
    (await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key }));
  const { endpoint, keys: { p256dh, auth } = {} } = subscription.toJSON();
  await sendWithCsrf('POST', '/api/push/devices', { endpoint, keys: { p256dh, auth } });
}

async function sendWithCsrf(method: string, path: string, body: object): Promise<void> {
  // Try twice: if a page opens at the same time, it might fetch a newer CSRF token, which invalidates the first token.
  for (let tries = 0; tries < 2; tries++) {
    const { csrfToken } = await readJson<{ csrfToken: string }>(fetch('/api/csrf/restore'));
    const headers = { 'content-type': 'application/json', 'x-csrf-token': csrfToken };
    const { status } = await fetch(path, { method, headers, body: JSON.stringify(body) });
    if (status !== 403) return;
  }
}

worker.addEventListener('notificationclick', (event) => {
  const { data, tag } = event.notification;
  event.notification.close();
  event.waitUntil(Promise.all([openLink(String(data)), markRead(tag)]));
});

/** Mark the opened notification as read. If that fails, the notification stays unread. */
async function markRead(tag: string): Promise<void> {
  const [, id] = /^notice-(\d+)$/.exec(tag) ?? [];
  if (id) await sendWithCsrf('PATCH', `/api/notifications/${id}/read`, {}).catch(() => undefined);
}

/** Open a link in an existing tab, preferably in a tab that already shows it, or else in a new tab. */
async function openLink(link: string): Promise<void> {
  const { href, origin } = new URL(link, worker.location.origin);
  if (origin !== worker.location.origin) return;
  const pages = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const page =
    pages.find(({ url }) => url === href) ??
    pages.find(({ focused }) => focused) ??
    pages.find(({ visibilityState }) => visibilityState === 'visible') ??
    pages[0];
  if (!page) return void (await worker.clients.openWindow(href));
  // Some browsers forbid focusing a page. Navigate in the page anyway.
  await page.focus().catch(() => undefined);
  if (page.url === href || (await navigateInPage(page, link))) return;
  await page.navigate(href).catch(() => worker.clients.openWindow(href));
}

/** Ask the page to navigate without a reload; return true if it confirms. */
function navigateInPage(page: WindowClient, link: string): Promise<boolean> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = () => resolve(true);
    setTimeout(() => resolve(false), NAVIGATION_TIMEOUT_MS);
    page.postMessage({ open: link }, [port2]);
  });
}

export {};
