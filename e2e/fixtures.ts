import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, type Locator, type Page, type Route } from '@playwright/test';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { CLEAN_ENV } from '../scripts/testing/clean-env.ts';
import type { NewVisitor, Visitor } from './browser.ts';
import { postForm } from './images.ts';
import { type Player, requestAs, signUpPlayer } from './players.ts';
import type { Site } from './site.ts';

const root = join(import.meta.dirname, '..');

/** Two new players, each in a browser of their own. `options` are for the first. */
export async function createTwoPlayers(
  newVisitor: NewVisitor,
  options: { width?: number; username?: string } = {},
) {
  const [here, there] = await Promise.all([newVisitor(options), newVisitor()]);
  const me = await signUpPlayer(here, options.username);
  const other = await signUpPlayer(there);
  return { here, me, there, other };
}

/** Makes two players friends, without their pages. */
export async function befriend(one: Visitor, me: Player, two: Visitor, other: Player): Promise<void> {
  for (const [visitor, id] of [
    [one, other.id],
    [two, me.id],
  ] as const) {
    expect((await requestAs(visitor, 'POST', `/api/friend-requests/${id}`)).status).toBe(201);
  }
}

/** Opens a profile and waits until its parts are there. */
export async function openProfile(page: Page, id: number): Promise<void> {
  await page.goto(`/profiles/${id}`);
  await page.getByRole('heading', { name: 'Comments' }).waitFor();
}

/**
 * Has a page wait for its connection as long as that takes; to be called before it is opened. One that has gone without
 * for a second loads what it shows, and all of it once more when the connection comes.
 */
export const extendLiveTimeout = (page: Page): Promise<unknown> =>
  page.addInitScript((firstConnectMs) => {
    const { setTimeout } = window;
    const slowerTimeout = (act: TimerHandler, ms?: number, ...rest: unknown[]) =>
      setTimeout(act, ms === firstConnectMs ? 60_000 : ms, ...rest);
    window.setTimeout = slowerTimeout as typeof window.setTimeout;
  }, LIMITS.socket.firstConnectMs);

/** Resolves once the page's live connection stands; called before the page is opened. */
export const waitForLiveConnection = (page: Page): Promise<void> =>
  new Promise((resolve) => {
    page.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => String(payload).startsWith('40') && resolve()),
    );
  });

/** Gives a player a role by the operator's tool, while the site runs. */
export function setRole(site: Site, { username }: Player, role: 'moderator' | 'admin'): void {
  const env = { ...CLEAN_ENV, DATA_DIR: site.dataDir };
  execFileSync(process.execPath, ['server/src/cli.ts', 'user', 'role', username, role], { cwd: root, env });
}

/** Uploads what the visitor's page shows as their avatar. */
export async function uploadAvatar(visitor: Visitor): Promise<void> {
  const avatar = { name: 'me.png', mimeType: 'image/png', buffer: await visitor.page.screenshot() };
  await postForm(visitor, '/api/upload/avatar', { avatar });
}

type Answer = (route: Route) => Promise<void>;

/**
 * Stands between a page and the server for one kind of call; asked for before the page is opened, since the first
 * calls after that may pass otherwise. Set `answer` to have the calls that follow go wrong, null to let them through.
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

/** Has a dashboard ask for each of its parts by the part's own route, since the call that brings them all fails. */
export const failDashboardCall = (page: Page): Promise<unknown> =>
  page.route('**/api/dashboard', failWith(503));

/**
 * Presses a button that tries again what failed, and lets through what is asked for from then on. A page asks again by
 * itself when its connection comes: what that brought would take the button away.
 */
export async function clickRetry(
  page: Page,
  interception: { answer: Answer | null },
  button: Locator,
): Promise<void> {
  const { answer } = interception;
  await page.evaluate(() => {
    const { dataset } = document.documentElement;
    delete dataset.pressed;
    document.addEventListener('click', () => (dataset.pressed = 'yes'), { capture: true, once: true });
  });
  const isPressed = () =>
    page.evaluate(() => document.documentElement.dataset.pressed === 'yes').catch(() => true);
  interception.answer = async (route) => ((await isPressed()) ? route.continue() : answer?.(route));
  await button.click();
  interception.answer = null;
}

/** Lets calls through, or answers them by `then`, once they are let go. */
export function heldResponse(then: Answer = (route) => route.continue()): {
  answer: Answer;
  letGo: () => void;
} {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { answer: (route) => promise.then(() => then(route)), letGo: resolve };
}

/** Answers with a failure of that status. */
export const failWith =
  (status: number, body: object = {}): Answer =>
  (route) =>
    route.fulfill({ status, json: body });

/** Answers nothing, as where there is no network. */
export const failNetwork: Answer = (route) => route.abort();
