import { ERRORS } from '@rivalhold/shared/contract/errors.ts';
import { PLAYER_PAGES, PUBLIC_PAGES, pageOf } from '@rivalhold/shared/pages.ts';
import { STAFF_TEXTS } from '@rivalhold/shared/texts/admin.ts';
import { SHELL_TEXTS } from '@rivalhold/shared/texts/shell.ts';
import type { Page, Route } from 'playwright-core';
import { failing } from '../people.ts';
import { settled } from '../shifts.ts';
import type { Scene } from './scene.ts';
import { STATES } from './states.ts';
import type { SnapshotWorld, Who } from './world.ts';

const PAGES_OF_ADMINS = ['/admin/users', '/admin/edit-user', '/admin/audit', '/admin/site-health'];
/** What fills the window by itself. */
const FILLING = ['/dm', '/chat'];
/** Pages that are whole without an answer; what has become of a payment is among the states. */
const STANDING = ['/purchase/success', '/purchase/cancel', '/admin'];
const ASKING = PLAYER_PAGES.filter((path) => !STANDING.includes(path));
/** Pages worth seeing in every size while they load and when they fail. */
const MAIN_PAGES = [
  '/dashboard',
  '/profiles/{userId}',
  '/fight/{userId}',
  '/forum',
  '/store',
  '/admin/reports',
];
/** Pages of somebody who has nothing yet. */
const BARE_PAGES = [
  '/dashboard',
  '/profiles/{userId}',
  '/friends',
  '/my-gallery',
  '/inventory/{userId}',
  '/store',
  '/coins',
  '/dm',
  '/dm/{userId}',
];
/** Pages of what others have left, without any of it. */
const EMPTIED_PAGES = [
  '/profiles',
  '/forum',
  '/chat',
  '/admin/users',
  '/admin/mutes',
  '/admin/edit-user',
  '/admin/categories',
  '/admin/reports',
  '/admin/audit',
];

/** Every scene there is: each page of the route table, and what can happen on them. */
export const allScenes = (): Scene[] => [
  ...[...PUBLIC_PAGES, ...PLAYER_PAGES].map(pageScene),
  ...BARE_PAGES.map(bareScene),
  ...EMPTIED_PAGES.map((path) => still('empty', path)),
  ...ASKING.map((path) => still('loading', path)),
  ...ASKING.map((path) => still('failing', path)),
  ...STATES,
];

/** What a page's heading says that is not what was asked for. */
const REFUSALS: readonly string[] = [
  STAFF_TEXTS.forbidden,
  STAFF_TEXTS.unauthorized,
  SHELL_TEXTS.notFound,
  SHELL_TEXTS.unreachable,
  SHELL_TEXTS.broken,
];

/** Throws where a page is not what a scene is of: somebody else's, or none at all. */
export async function expectThere(page: Page, { refused }: Scene): Promise<void> {
  const told = await page.locator('h1').allTextContents();
  const refusal = told.find((title) => REFUSALS.includes(title));
  if (!refused && refusal !== undefined) throw new Error(`${page.url()} says '${refusal}'`);
  if (refused && refusal === undefined) throw new Error(`${page.url()} says '${told}'`);
}

const nameOf = (path: string) =>
  path === '/' ? 'landing' : path.slice(1).replaceAll('/', '-').replaceAll(/[{}]/g, '');
const fills = (path: string) => FILLING.some((filling) => path.startsWith(filling));

function pageScene(path: string): Scene {
  const open = async (page: Page, world: SnapshotWorld) => {
    await settled(page, pathOf(path, world));
    const { pathname } = new URL(page.url());
    if (pageOf(pathname) !== path) throw new Error(`${path} led to ${pathname}`);
  };
  return { name: nameOf(path), as: whoSees(path), windowOnly: fills(path), whole: true, open };
}

function whoSees(path: string): Who {
  if (PUBLIC_PAGES.some((one) => one === path)) return 'guest';
  if (PAGES_OF_ADMINS.includes(path)) return 'admin';
  return path.startsWith('/admin') ? 'moderator' : 'player';
}

/** A path of the route table in this world. */
function pathOf(path: string, world: SnapshotWorld): string {
  const me = world.idOf('demo_player');
  const own = ['/profiles/{userId}/edit', '/inventory/{userId}'].includes(path);
  return path
    .replace('/fight/{userId}', `/fight/${world.idOf('little_howl')}`)
    .replace('{newcomer}', String(world.newcomer.id))
    .replace('{userId}', String(own ? me : world.idOf('moonmilk')))
    .replace('{id}', String(world.fightId))
    .replace('{token}', 'x'.repeat(43));
}

/** A newcomer's own page, or what they see of somebody else's. */
function bareScene(path: string): Scene {
  const own = path === '/dm/{userId}' ? path : path.replace('{userId}', '{newcomer}');
  return {
    name: `${nameOf(path)}-empty`,
    as: 'newcomer',
    windowOnly: fills(path),
    open: (page, world) => settled(page, pathOf(own, world)),
  };
}

/** A page on which nothing comes of what it asks for, on which all of that fails, or all lists are empty. */
function still(state: keyof typeof ANSWERS, path: string): Scene {
  const open = async (page: Page, world: SnapshotWorld) => {
    const at = pathOf(path, world);
    await page.route(/\/api\/(?!session|csrf)/, ANSWERS[state]);
    if (path === '/chat') await (state === 'empty' ? silenced(page) : cutOff(page));
    if (state === 'empty') return settled(page, at);
    await page.goto(at);
    if (state === 'failing') {
      await page.getByRole('main').getByRole('alert').first().waitFor();
      await page.waitForFunction(() => document.querySelector('main [aria-busy="true"]') === null);
    } else await page.locator('main :is(h1, [aria-busy="true"])').first().waitFor();
  };
  return {
    name: `${nameOf(path)}-${state}`,
    as: whoSees(path),
    windowOnly: fills(path),
    twice: state !== 'empty' && !MAIN_PAGES.includes(path),
    open,
  };
}

const ANSWERS = {
  empty: emptied,
  loading: () => new Promise<void>(() => {}),
  failing: failing(503, { code: 'unavailable', message: ERRORS.unavailable.message }),
};

/** Answers what the server does, with nothing in any list. */
async function emptied(route: Route): Promise<void> {
  const response = await route.fetch();
  const text = await response.text();
  const json = JSON.parse(text || 'null', (_, value) => (Array.isArray(value) ? [] : value));
  // Nor is there a next page.
  const { link: _next, ...headers } = response.headers();
  await route.fulfill({ status: response.status(), headers, json });
}

/** What comes over the socket neither comes nor fails by itself. */
async function cutOff(page: Page): Promise<void> {
  await page.routeWebSocket(/\/socket\.io\//, () => {});
  await page.route(/\/socket\.io\//, (route) => route.abort());
}

/** The lobby's lines come over the socket too. */
const silenced = (page: Page) =>
  page.routeWebSocket(/\/socket\.io\//, (socket) => {
    const server = socket.connectToServer();
    server.onMessage((message) => {
      const isHistory = String(message).startsWith('42["chat history",');
      socket.send(isHistory ? '42["chat history",[]]' : message);
    });
  });
