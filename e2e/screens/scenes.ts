import type { Page, Route } from '@playwright/test';
import { matchPage, PAGES, type PagePath, PUBLIC_PATHS, pageFacts } from '@rivalhold/shared/pages.ts';
import { STAFF_ACCESS_TEXTS } from '@rivalhold/shared/texts/admin.ts';
import { ERROR_TEXTS } from '@rivalhold/shared/texts/errors.ts';
import { SHELL_TEXTS } from '@rivalhold/shared/texts/shell.ts';
import { failWith } from '../fixtures.ts';
import { openAndSettle } from '../layout-shifts.ts';
import { samplePath } from '../sample-paths.ts';
import type { ScreenshotFixtures, VisitorName } from './fixtures.ts';
import type { Scene } from './scene.ts';
import { STATES } from './states.ts';

const PATHS = Object.keys(PAGES) as PagePath[];
const PUBLIC: readonly PagePath[] = PUBLIC_PATHS.filter((path) => !pageFacts(path).rendered);
/** Pages whose content depends on API responses. */
const LOADING = PATHS.filter((path) => !PUBLIC.includes(path) && !pageFacts(path).e2e?.needsNoData);
const emptyFor = (viewer: 'newcomer' | 'site') =>
  PATHS.filter((path) => pageFacts(path).e2e?.emptyFor === viewer);
/** Pages whose loading and error states are captured at every width instead of only two. */
const MAIN_PAGES: readonly PagePath[] = [
  '/dashboard',
  '/profiles/{userId}',
  '/fight/{userId}',
  '/forum',
  '/store',
  '/admin/reports',
];

/** Return all scenes: each page of the site, and its states. */
export const allScenes = (): Scene[] => [
  ...PATHS.map(pageScene),
  ...emptyFor('newcomer').map(newcomerScene),
  ...emptyFor('site').map((path) => stateScene('empty', path)),
  ...LOADING.map((path) => stateScene('loading', path)),
  ...LOADING.map((path) => stateScene('failing', path)),
  ...STATES,
];

/** Headings for denied access, unknown pages and errors. */
const ERROR_HEADINGS: readonly string[] = [
  STAFF_ACCESS_TEXTS.forbidden,
  STAFF_ACCESS_TEXTS.unauthorized,
  SHELL_TEXTS.notFound,
  SHELL_TEXTS.unreachable,
  SHELL_TEXTS.broken,
];

/**
 * If the scene has a dialog, wait for it. Throw if the page shows an unexpected error heading, or does not show an
 * expected one.
 */
export async function expectSceneShown(page: Page, { refused, dialog }: Scene): Promise<void> {
  if (dialog) await expectDialogShown(page);
  const headings = await page.locator('h1').allTextContents();
  const refusal = headings.find((title) => ERROR_HEADINGS.includes(title));
  if (!refused && refusal !== undefined) throw new Error(`${page.url()} shows '${refusal}'`);
  if (refused && refusal === undefined) throw new Error(`${page.url()} shows '${headings}'`);
}

/** Wait until a dialog is open. Playwright considers an opening dialog visible, even while it is transparent. */
async function expectDialogShown(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    [...document.querySelectorAll('dialog[open], [role$="dialog"]')].some(
      (dialog) => !dialog.hasAttribute('data-starting-style') && dialog.getAnimations().length === 0,
    ),
  );
  await page.waitForLoadState('networkidle');
}

const nameOf = (path: string) =>
  path === '/' ? 'landing' : path.slice(1).replaceAll('/', '-').replaceAll(/[{}]/g, '');
const fillsWindow = (path: PagePath) => pageFacts(path).e2e?.fillsWindow;

function pageScene(path: PagePath): Scene {
  const open = async (page: Page, world: ScreenshotFixtures) => {
    await openAndSettle(page, pathOf(path, world));
    const { pathname } = new URL(page.url());
    if (matchPage(pathname) !== path) throw new Error(`${path} redirected to ${pathname}`);
  };
  return { name: nameOf(path), as: viewerOf(path), windowOnly: fillsWindow(path), whole: true, open };
}

/** Return the viewer with the lowest role that can open a page. */
function viewerOf(path: PagePath): VisitorName {
  const { access } = PAGES[path];
  return access === 'public' ? 'guest' : access;
}

/** Return the path to a page, with ids of the demo world. */
const pathOf = (path: PagePath, world: ScreenshotFixtures): string =>
  samplePath(path, {
    own: world.idOf('demo_player'),
    other: world.idOf('moonmilk'),
    opponent: world.idOf('little_howl'),
    fight: world.fightId,
  });

/**
 * Return the scene of a page that is empty for a new player. The id in its path is the new player's. In the path of a
 * conversation, it is another player's.
 */
function newcomerScene(path: PagePath): Scene {
  const pathIn = (world: ScreenshotFixtures) =>
    path === '/dm/{userId}' ? pathOf(path, world) : path.replace('{userId}', String(world.newcomer.id));
  return {
    name: `${nameOf(path)}-empty`,
    as: 'newcomer',
    windowOnly: fillsWindow(path),
    open: (page, world) => openAndSettle(page, pathIn(world)),
  };
}

/**
 * Return the scene of a page whose API calls get no response (`loading`), fail (`failing`) or return empty lists
 * (`empty`).
 */
function stateScene(state: keyof typeof ANSWERS, path: PagePath): Scene {
  const open = async (page: Page, world: ScreenshotFixtures) => {
    const at = pathOf(path, world);
    await page.route(/\/api\/(?!session|csrf)/, ANSWERS[state]);
    if (path === '/chat') await (state === 'empty' ? withoutChatHistory(page) : blockSocket(page));
    if (state === 'empty') return openAndSettle(page, at);
    await page.goto(at);
    if (state === 'failing') {
      await page.getByRole('main').getByRole('alert').first().waitFor();
      await page.waitForFunction(() => document.querySelector('main [aria-busy="true"]') === null);
    } else await page.locator('main :is(h1, [aria-busy="true"])').first().waitFor();
  };
  return {
    name: `${nameOf(path)}-${state}`,
    // A page that the server renders for guests does not call the API for them, so view it as a player.
    as: pageFacts(path).rendered ? 'player' : viewerOf(path),
    windowOnly: fillsWindow(path),
    twice: state !== 'empty' && !MAIN_PAGES.includes(path),
    open,
  };
}

const ANSWERS = {
  empty: withEmptyLists,
  loading: () => new Promise<void>(() => {}),
  failing: failWith(503, { code: 'unavailable', message: ERROR_TEXTS.unavailable }),
};

/** Respond like the server, but with empty lists. */
async function withEmptyLists(route: Route): Promise<void> {
  const response = await route.fetch();
  const text = await response.text();
  const json = JSON.parse(text || 'null', (_, value) => (Array.isArray(value) ? [] : value));
  // Remove the link to the next page, because an empty list has none.
  const { link: _next, ...headers } = response.headers();
  await route.fulfill({ status: response.status(), headers, json });
}

/** Block the socket without an error, so that the page never receives messages. */
async function blockSocket(page: Page): Promise<void> {
  await page.routeWebSocket(/\/socket\.io\//, () => {});
  await page.route(/\/socket\.io\//, (route) => route.abort());
}

/** Remove the messages from the Lobby's history, which arrives over the socket. */
const withoutChatHistory = (page: Page) =>
  page.routeWebSocket(/\/socket\.io\//, (socket) => {
    const server = socket.connectToServer();
    server.onMessage((message) => {
      const isHistory = String(message).startsWith('42["chat history",');
      socket.send(isHistory ? '42["chat history",[]]' : message);
    });
  });
