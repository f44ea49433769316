import { PLAYER_PAGES, PUBLIC_PAGES } from '@rivalhold/shared/pages.ts';
import type { Page } from 'playwright-core';
import { openFight, strikeToTheEnd } from '../fights.ts';
import { replyField } from '../forum.ts';
import { failing } from '../people.ts';
import { settled } from '../shifts.ts';
import { openDialog } from '../steps.ts';
import { postAtLength, type SnapshotWorld, type Who } from './world.ts';

export type Scene = {
  name: string;
  as: Who;
  /** What fills the window and no more: a dialog, or a page that scrolls inside. */
  windowOnly?: boolean;
  open: (page: Page, world: SnapshotWorld) => Promise<void>;
};

const PAGES_OF_ADMINS = ['/admin/users', '/admin/edit-user', '/admin/audit', '/admin/site-health'];
/** What fills the window by itself. */
const FILLING = ['/dm', '/chat'];
/** Pages worth seeing while they load, when they fail, and of somebody who has nothing yet. */
const MAIN_PAGES = [
  '/dashboard',
  '/profiles',
  '/directory',
  '/friends',
  '/my-gallery',
  '/dm',
  '/forum',
  '/store',
  '/coins',
  '/chat',
  '/admin/reports',
];

/** Every scene there is: each page of the route table, and what can happen on them. */
export const allScenes = (): Scene[] => [
  ...[...PUBLIC_PAGES, ...PLAYER_PAGES].map(pageScene),
  ...MAIN_PAGES.filter((path) => !path.startsWith('/admin')).map((path) => still('empty', path, 'newcomer')),
  ...MAIN_PAGES.map((path) => still('loading', path, whoSees(path))),
  ...MAIN_PAGES.map((path) => still('failing', path, whoSees(path))),
  ...STATES,
];

function pageScene(path: string): Scene {
  const name = path === '/' ? 'landing' : path.slice(1).replaceAll('/', '-').replaceAll(/[{}]/g, '');
  const windowOnly = FILLING.some((filling) => path.startsWith(filling));
  return { name, as: whoSees(path), windowOnly, open: (page, world) => settled(page, pathOf(path, world)) };
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
    .replace('{userId}', String(own ? me : world.idOf('moonmilk')))
    .replace('{id}', String(world.fightId))
    .replace('{token}', 'x'.repeat(43));
}

/** A page on which nothing comes of what it asks for, on which all of that fails, or as it is without anything. */
function still(state: 'empty' | 'loading' | 'failing', path: string, as: Who): Scene {
  const name = `${path.slice(1).replaceAll('/', '-')}-${state}`;
  const open = async (page: Page, world: SnapshotWorld) => {
    if (state === 'empty') return settled(page, pathOf(path, world));
    const fail = failing(503, { code: 'unavailable', message: 'Unavailable' });
    await page.route(/\/api\/(?!session|csrf)/, (route) =>
      state === 'failing' ? fail(route) : new Promise<void>(() => {}),
    );
    if (path === '/chat') await cutOff(page);
    await page.goto(path);
    if (state === 'failing') await page.getByRole('main').getByRole('alert').first().waitFor();
    else await page.locator('main h1').first().waitFor();
  };
  return { name, as, windowOnly: FILLING.includes(path), open };
}

/** What comes over the socket neither comes nor fails by itself. */
async function cutOff(page: Page): Promise<void> {
  await page.routeWebSocket(/\/socket\.io\//, () => {});
  await page.route(/\/socket\.io\//, (route) => route.abort());
}

const inWindow = (name: string, as: Who, open: Scene['open']): Scene => ({
  name,
  as,
  open,
  windowOnly: true,
});
const onPage = (name: string, as: Who, open: Scene['open']): Scene => ({ name, as, open });
const pressed = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click();
const dialogOpen = (page: Page) => page.getByRole('dialog').first().waitFor();

const STATES: Scene[] = [
  inWindow(
    'sign-up',
    'guest',
    async (page) => void (await openDialog(page, 'Sign Up', 'Create Your Character')),
  ),
  inWindow('sign-up-faults', 'guest', async (page) => {
    const dialog = await openDialog(page, 'Sign Up', 'Create Your Character');
    for (const label of ['Email', 'Username']) await dialog.getByLabel(label).fill('x');
    await dialog.getByLabel('Password', { exact: true }).focus();
  }),
  inWindow('sign-in', 'guest', async (page) => void (await openDialog(page, 'Log In', 'Welcome back'))),
  inWindow('cookies', 'guest', async (page) => {
    await page.goto('/');
    await page.getByRole('contentinfo').getByRole('button', { name: 'Cookie Settings' }).click();
    await dialogOpen(page);
  }),
  onPage('faq-open', 'guest', async (page) => {
    await settled(page, '/faq');
    await page.locator('summary').nth(1).click();
  }),
  onPage('not-found', 'guest', (page) => settled(page, '/no-such-page')),
  ...[
    ['menu', 'Your menu'],
    ['notifications', /^Notifications/],
    ['fights', /^Fights/],
    ['purse', /^You have/],
  ].map(([name, button]) =>
    inWindow(`bar-${name}`, 'player', async (page) => {
      await settled(page, '/dashboard');
      await page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: button }).click();
      await dialogOpen(page);
      await page.waitForLoadState('networkidle');
    }),
  ),
  inWindow('clip', 'player', async (page) => {
    await settled(page, '/dashboard');
    await pressed(page, /: \d+ (clips?|of \d+ new)$/);
    await dialogOpen(page);
    await page.waitForTimeout(600);
  }),
  inWindow('quick-view', 'player', async (page) => {
    await settled(page, '/forum');
    await page.goto('/dashboard');
    await page.getByRole('region', { name: 'Feed', exact: true }).getByRole('link').first().click();
    await dialogOpen(page);
    await page.waitForLoadState('networkidle');
  }),
  inWindow('report', 'player', async (page) => {
    await settled(page, '/dashboard');
    await pressed(page, /^Report the post/);
    await dialogOpen(page);
  }),
  inWindow('photo-large', 'player', async (page, world) => {
    await settled(page, `/gallery/${world.idOf('moonmilk')}`);
    await page.getByRole('main').getByRole('listitem').getByRole('link').first().click();
    await dialogOpen(page);
    await page.waitForLoadState('networkidle');
  }),
  onPage('profile-own', 'player', (page, world) => settled(page, `/profiles/${world.idOf('demo_player')}`)),
  onPage('profiles-none', 'player', (page) => settled(page, '/directory?search=nobody_is_called_so')),
  onPage('thread', 'player', async (page, world) => {
    await settled(page, `/forum?thread=${world.threadId}`);
    await replyField(page).waitFor();
  }),
  inWindow('thread-new', 'player', async (page) => {
    await settled(page, '/forum');
    await pressed(page, '+ New Thread');
    await dialogOpen(page);
  }),
  onPage('fight-under-way', 'player', async (page, world) => {
    await openFight(page, world.idOf('kettlewick'));
    // One fight for every width: it is not to end on the way.
    const told = page.getByRole('log', { name: 'Battle Log' }).locator('p');
    for (let strikes = 0; strikes < 3 && (await told.count()) < 7; strikes++) {
      await page.keyboard.press('a');
      await page.waitForTimeout(900);
    }
  }),
  onPage('fight-won', 'champion', async (page, world) => {
    await openFight(page, world.idOf('demo_player'));
    await strikeToTheEnd(page);
    await page.waitForTimeout(2_500);
  }),
  onPage('fight-lost', 'newcomer', async (page, world) => {
    await world.heal(world.newcomer);
    await openFight(page, world.champion.id);
    await strikeToTheEnd(page);
    await page.waitForTimeout(2_500);
  }),
  inWindow('messages-open', 'player', async (page) => {
    await settled(page, '/dm');
    await page
      .getByRole('link', { name: /kettlewick|moonmilk|demo_mod/ })
      .first()
      .click();
    await page.getByPlaceholder('Write a message').waitFor();
    await page.waitForLoadState('networkidle');
  }),
  onPage('report-open', 'moderator', async (page) => {
    await settled(page, '/admin/reports');
    await page.getByRole('main').getByRole('listitem').getByRole('link').first().click();
    await page.waitForLoadState('networkidle');
  }),
  onPage('long-profile', 'longest', (page, world) => settled(page, `/profiles/${world.longest.id}`)),
  onPage('long-thread', 'longest', (page, world) => settled(page, `/forum?thread=${world.longThreadId}`)),
  onPage('long-fight', 'longest', (page, world) => openFight(page, world.newcomer.id)),
  onPage('long-dashboard', 'longest', async (page, world) => {
    await postAtLength(world.visitors.longest);
    await settled(page, '/dashboard');
  }),
];
