import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, type Page, type Route } from '@playwright/test';
import { SOCKET_LIMITS } from '@rivalhold/shared/socket-limits.ts';
import { CLEAN_ENV } from '../scripts/testing/clean-env.ts';
import type { NewVisitor } from './browser.ts';
import { createImage, postForm } from './images.ts';
import { type Client, type NewClient, type Player, requestAs, signUpPlayer } from './players.ts';
import type { Site } from './site.ts';

const root = join(import.meta.dirname, '..');

/** Create two new players, each in a separate browser. `options` apply to the first player. */
export async function createTwoPlayers(
  newVisitor: NewVisitor,
  options: { width?: number; username?: string } = {},
) {
  const [here, there] = await Promise.all([newVisitor(options), newVisitor()]);
  const me = await signUpPlayer(here, options.username);
  const other = await signUpPlayer(there);
  return { here, me, there, other };
}

/**
 * Create two new players. The first has a browser, to which `options` apply. The second only sends API requests, which
 * is much cheaper than a browser.
 */
export async function createPlayerAndClient(
  { newVisitor, newClient }: { newVisitor: NewVisitor; newClient: NewClient },
  options: Parameters<NewVisitor>[0] = {},
) {
  const [here, there] = await Promise.all([newVisitor(options), newClient()]);
  const [me, other] = await Promise.all([signUpPlayer(here), signUpPlayer(there)]);
  return { here, me, there, other };
}

/** Make two players friends through the API. */
export async function befriend(one: Client, me: Player, two: Client, other: Player): Promise<void> {
  for (const [visitor, id] of [
    [one, other.id],
    [two, me.id],
  ] as const) {
    expect((await requestAs(visitor, 'POST', `/api/friend-requests/${id}`)).status).toBe(201);
  }
}

/** Open a profile and wait until its sections are loaded. */
export async function openProfile(page: Page, id: number): Promise<void> {
  await page.goto(`/profiles/${id}`);
  await page.getByRole('heading', { name: 'Comments' }).waitFor();
}

/**
 * Make a page wait up to a minute for its live connection. Call this before opening the page. By default, a page that
 * has no connection after one second loads its data without waiting, and loads the data again once the connection is
 * ready.
 */
export const extendLiveTimeout = (page: Page): Promise<unknown> =>
  page.addInitScript((firstConnectMs) => {
    const { setTimeout } = window;
    const slowerTimeout = (act: TimerHandler, ms?: number, ...rest: unknown[]) =>
      setTimeout(act, ms === firstConnectMs ? 60_000 : ms, ...rest);
    window.setTimeout = slowerTimeout as typeof window.setTimeout;
  }, SOCKET_LIMITS.firstConnectMs);

/**
 * Return a promise that resolves when the page's live connection is ready. Call this before opening the page, and await
 * the promise afterwards.
 */
export const waitForLiveConnection = (page: Page): Promise<void> =>
  new Promise((resolve) => {
    page.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => String(payload).startsWith('40') && resolve()),
    );
  });

/** Set a player's role with the operator tool while the site runs. */
export function setRole(site: Site, { username }: Player, role: 'moderator' | 'admin'): void {
  const env = { ...CLEAN_ENV, DATA_DIR: site.dataDir };
  execFileSync(process.execPath, ['server/src/cli.ts', 'user', 'role', username, role], { cwd: root, env });
}

/** Upload a picture as a player's avatar. */
export async function uploadAvatar(client: Client): Promise<void> {
  await postForm(client, '/api/upload/avatar', { avatar: await createImage('me.png') });
}

type Answer = (route: Route) => Promise<void>;

/**
 * Intercept requests of a page with the given method and URL. Call this before opening the page, because earlier
 * requests are not intercepted. Set `answer` to a function that responds to the next requests, or to null to forward
 * them to the server.
 */
export async function intercept(
  page: Page,
  method: string,
  url: string | RegExp,
): Promise<{ answer: Answer | null }> {
  const interception: { answer: Answer | null } = { answer: null };
  await page.route(url, (route) =>
    interception.answer && route.request().method() === method
      ? interception.answer(route)
      : route.continue(),
  );
  return interception;
}

/** Make the dashboard load each of its sections with a separate request, by failing the request that combines them. */
export const failDashboardCall = (page: Page): Promise<unknown> =>
  page.route('**/api/dashboard', failWith(503));

/** Hold requests until `release` is called. Then forward them, or respond to them with `then`. */
export function heldResponse(then: Answer = (route) => route.continue()): {
  answer: Answer;
  release: () => void;
} {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { answer: (route) => promise.then(() => then(route)), release: resolve };
}

/** Return an answer that responds with an error status. */
export const failWith =
  (status: number, body: object = {}): Answer =>
  (route) =>
    route.fulfill({ status, json: body });

/** Abort the request, as if there were no network. */
export const failNetwork: Answer = (route) => route.abort();
