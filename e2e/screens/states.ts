import type { Page } from '@playwright/test';
import { LESSON_COINS, LESSONS, lessonXp } from '@rivalhold/shared/fights/lessons.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { FIRST_FIGHT_PATH, QUESTS } from '@rivalhold/shared/newcomer.ts';
import { FIRST_FIGHT_TEXTS } from '@rivalhold/shared/texts/first-fight.ts';
import { composer, fileChooser } from '../clips.ts';
import { attackUntilOver, openFight } from '../fights.ts';
import { failDashboardCall } from '../fixtures.ts';
import { replyField } from '../forum.ts';
import { openAndSettle } from '../layout-shifts.ts';
import { openDialog } from '../steps.ts';
import type { VisitorName } from './fixtures.ts';
import { GOAL_SCENES } from './goals.ts';
import { endFights, LIVE_FIGHT_SCENES } from './live-fights.ts';
import { createLongPosts, typeLongText } from './long-text.ts';
import { RANKED_SCENES } from './ranked.ts';
import { REACTION_SCENES } from './reactions.ts';
import type { Scene } from './scene.ts';

const overPage = (name: string, as: VisitorName, open: Scene['open']): Scene => ({
  name,
  as,
  open,
  windowOnly: true,
});
const onPage = (name: string, as: VisitorName, open: Scene['open']): Scene => ({ name, as, open });
const refused = (name: string, as: VisitorName, open: Scene['open']): Scene => ({
  name,
  as,
  open,
  refused: true,
});
const withButtonPressed = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name }).first().click();
/** Return the scene of a dialog, menu or confirmation. */
const withDialog = (name: string, as: VisitorName, open: Scene['open']): Scene => ({
  ...overPage(name, as, open),
  dialog: true,
});
/** Return the scene of a dialog, menu or confirmation that a button of a page opens. */
const withDialogOpen = (name: string, as: VisitorName, path: string, button: string | RegExp): Scene =>
  withDialog(name, as, async (page, world) => {
    await openAndSettle(
      page,
      path
        .replace('{me}', String(world.idOf('demo_player')))
        .replace('{other}', String(world.idOf('moonmilk'))),
    );
    await page.getByRole('main').getByRole('button', { name: button }).first().click();
  });

async function openExpensivePurchase(page: Page): Promise<void> {
  await openAndSettle(page, '/store');
  await page.getByRole('checkbox', { name: 'Items I can afford' }).uncheck();
  await withButtonPressed(page, /^Buy .* for \d{2,}/);
}

/** Open the lesson about heals, and choose moves by their names. */
async function openLesson(page: Page, moves: readonly string[]): Promise<void> {
  await openAndSettle(page, '/practice?lesson=heal');
  for (const name of moves) {
    const button = page.getByRole('button', { name: new RegExp(`^${name}`) });
    await button.and(page.locator('[aria-disabled="false"]')).click();
    await page.waitForTimeout(1_000);
  }
}

/**
 * Open the first fight, which is a lesson. Use fixed responses, so that in every screenshot the lesson is not completed
 * yet and has the same reward.
 */
async function openFirstFight(page: Page): Promise<void> {
  const lessons = LESSONS.map(({ id }) => ({ id, done: false, coins: LESSON_COINS, xp: lessonXp(id, 0) }));
  const [list, completion] = ['**/api/practice/lessons', '**/api/practice/lessons/strike'];
  await page.route(list, (route) => route.fulfill({ json: lessons }), { times: 1 });
  const reply = { lessons, paid: LESSON_COINS, xp: lessonXp('strike', 0) };
  await page.route(completion, (route) => route.fulfill({ json: reply }), { times: 1 });
  await openAndSettle(page, FIRST_FIGHT_PATH);
}

async function winFirstFight(page: Page): Promise<void> {
  await openFirstFight(page);
  await page.getByRole('button', { name: FIRST_FIGHT_TEXTS.start }).click();
  const attack = page.getByRole('button', { name: /^Attack/ }).and(page.locator('[aria-disabled="false"]'));
  for (let move = 0; move < 3; move++) await attack.click();
  await page
    .getByText(/about \d+%/)
    .first()
    .waitFor();
}

/** Scenes of page states: open dialogs, content and errors. */
export const STATES: Scene[] = [
  ...GOAL_SCENES,
  ...LIVE_FIGHT_SCENES,
  ...RANKED_SCENES,
  ...REACTION_SCENES,
  withDialog(
    'sign-up',
    'guest',
    async (page) => void (await openDialog(page, 'Sign Up', 'Create Your Character')),
  ),
  withDialog('sign-up-errors', 'guest', async (page) => {
    const dialog = await openDialog(page, 'Sign Up', 'Create Your Character');
    for (const label of ['Email', 'Username']) await dialog.getByLabel(label).fill('x');
    await dialog.getByLabel('Password', { exact: true }).focus();
  }),
  withDialog('sign-in', 'guest', async (page) => void (await openDialog(page, 'Log In', 'Welcome back'))),
  withDialog('cookies', 'guest', async (page) => {
    await page.goto('/');
    await page.getByRole('contentinfo').getByRole('button', { name: 'Cookie Settings' }).click();
  }),
  onPage('faq-open', 'guest', async (page) => {
    await openAndSettle(page, '/faq');
    await page.locator('summary').nth(1).click();
  }),
  refused('not-found', 'guest', (page) => openAndSettle(page, '/no-such-page')),
  refused('forbidden', 'moderator', (page) => openAndSettle(page, '/admin/users')),
  refused('unauthorized', 'deputy', async (page, world) => {
    await world.asAdmin('PATCH', `/api/admin/promote/${world.deputy.id}`);
    const socket = page.waitForEvent('websocket');
    await openAndSettle(page, '/admin/mutes');
    await socket;
    await world.asAdmin('PATCH', `/api/admin/demote/${world.deputy.id}`);
    await page.getByRole('heading', { level: 1, name: 'Unauthorized' }).waitFor();
  }),
  onPage('offline', 'traveller', async (page) => {
    const context = page.context();
    await context.setOffline(false);
    await openAndSettle(page, '/forgot-password');
    // Register the service worker here, because this viewer is a guest, and the site registers it only for players.
    await page.evaluate(async () => {
      await navigator.serviceWorker.register('/sw.js');
      await navigator.serviceWorker.ready;
    });
    await context.setOffline(true);
    await page.goto('/dashboard');
    await page.getByRole('heading', { name: 'You’re offline' }).waitFor();
  }),
  ...[
    ['menu', 'Your menu'],
    ['notifications', /^Notifications/],
    ['fights', /^Fights/],
    ['coin-balance', /^You have/],
  ].map(([name, button]) =>
    withDialog(`bar-${name}`, 'player', async (page) => {
      await openAndSettle(page, '/dashboard');
      await page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: button }).click();
    }),
  ),
  withDialog('clip', 'player', async (page) => {
    await openAndSettle(page, '/dashboard');
    await withButtonPressed(page, /: \d+ (clips?|of \d+ new)$/);
    await page.getByRole('dialog').first().waitFor();
    await page.waitForTimeout(600);
  }),
  withDialog('quick-view', 'player', async (page) => {
    await openAndSettle(page, '/forum');
    await page.goto('/dashboard');
    await page.getByRole('region', { name: 'Feed', exact: true }).getByRole('link').first().click();
  }),
  withDialog('before-fight', 'player', async (page, world) => {
    await openAndSettle(page, `/profiles/${world.idOf('moonmilk')}`);
    await page.getByRole('main').getByRole('link', { name: 'Challenge' }).click();
    await page
      .getByRole('dialog')
      .getByText(/about \d+%/)
      .waitFor();
    await page.waitForTimeout(500);
  }),
  ...(['week', 'friends', 'level'] as const).map((board) =>
    onPage(`leaderboard-${board}`, 'player', (page) => openAndSettle(page, `/leaderboard?board=${board}`)),
  ),
  withDialogOpen('report', 'player', '/dashboard', /^Report .*’s post$/),
  withDialogOpen('likers', 'player', '/dashboard', /^\d+ likes?$/),
  withDialogOpen('pick-photo', 'player', '/dashboard', /^Photo$/),
  withDialogOpen('pick-gif', 'player', '/dashboard', /^GIF$/),
  withDialogOpen('pick-youtube', 'player', '/dm/{other}', 'Add a YouTube link'),
  withDialogOpen('delete-post', 'moderator', '/dashboard', /^Delete the post/),
  withDialogOpen('delete-account', 'player', '/profiles/{me}/edit', 'Delete my account'),
  withDialogOpen('block', 'player', '/profiles/{other}', /^Block/),
  withDialogOpen('sell', 'player', '/inventory/{me}', /^Sell/),
  withDialogOpen('lobby-rules', 'moderator', '/chat', 'Lobby rules'),
  withDialog('mute', 'moderator', async (page) => {
    await openAndSettle(page, '/chat');
    const mute = page.getByRole('main').getByRole('button', { name: /^Mute 1d/ });
    // In a narrow window, the actions are hidden until a button is pressed.
    if ((await mute.count()) === 0) await withButtonPressed(page, /^Actions for/);
    await mute.first().click();
  }),
  withDialogOpen('delete-category', 'admin', '/admin/categories', /^Delete/),
  withDialogOpen('report-shortcuts', 'moderator', '/admin/reports', 'All shortcuts'),
  onPage('share-youtube', 'player', async (page) => {
    await openAndSettle(page, '/dashboard');
    await withButtonPressed(page, /^YouTube$/);
    await page.getByLabel('YouTube URL').fill('not an address');
  }),
  withDialog('upload-sheet', 'player', async (page) => {
    await openAndSettle(page, '/dashboard');
    const buffer = await page.screenshot();
    await fileChooser(page).setInputFiles({ name: 'The gate.png', mimeType: 'image/png', buffer });
    await composer(page).getByRole('img').first().waitFor();
  }),
  {
    ...withDialog('card-drawer', 'player', async (page) => {
      await openAndSettle(page, '/dashboard');
      await withButtonPressed(page, 'My card');
    }),
    upTo: 768,
  },
  withDialog('not-enough-coins', 'deputy', async (page, world) => {
    await world.asAdmin('PUT', `/api/admin/users/${world.deputy.id}`, { coins: 1, reason: null });
    await openExpensivePurchase(page);
  }),
  withDialog('buy-expensive', 'newcomer', openExpensivePurchase),
  ...['paid', 'pending', 'cancelled'].map((status) =>
    onPage(`payment-${status}`, 'player', async (page) => {
      await page.route('**/api/checkout/verify-session?*', (route) =>
        route.fulfill({ json: { status, packId: 'small', coins: 50, balance: 77 } }),
      );
      await openAndSettle(page, '/purchase/success?session_id=cs_of_the_screens');
    }),
  ),
  onPage('quests-over', 'newcomer', async (page) => {
    await failDashboardCall(page);
    const steps = QUESTS.map((quest) => ({ ...quest, state: 'claimed' }));
    await page.route('**/api/quests', (route) =>
      route.fulfill({ json: { state: 'open', steps, rival: null } }),
    );
    await openAndSettle(page, '/dashboard');
    await page.getByRole('region', { name: 'You finished all quests' }).waitFor();
  }),
  onPage('edit-user-open', 'admin', (page, world) =>
    openAndSettle(page, `/admin/edit-user?user=${world.idOf('moonmilk')}`),
  ),
  withDialog('photo-large', 'player', async (page, world) => {
    await openAndSettle(page, `/gallery/${world.idOf('moonmilk')}`);
    await page.getByRole('main').getByRole('listitem').getByRole('link').first().click();
  }),
  onPage('profile-own', 'player', (page, world) =>
    openAndSettle(page, `/profiles/${world.idOf('demo_player')}`),
  ),
  onPage('profiles-none', 'player', (page) => openAndSettle(page, '/directory?search=nobody_is_called_so')),
  onPage('thread', 'player', async (page, world) => {
    await openAndSettle(page, `/forum?thread=${world.threadId}`);
    await replyField(page).waitFor();
  }),
  withDialog('thread-new', 'player', async (page) => {
    await openAndSettle(page, '/forum');
    await withButtonPressed(page, '+ New Thread');
  }),
  onPage('fight-under-way', 'player', async (page, world) => {
    await openFight(page, world.idOf('kettlewick'));
    // Make only a few moves, because the screenshots at all widths use the same fight, and it must not end.
    const received = page.getByRole('log', { name: 'Battle Log' }).locator('p');
    for (let moves = 0; moves < 3 && (await received.count()) < 4; moves++) {
      await page.keyboard.press('s');
      await page.waitForTimeout(900);
    }
  }),
  onPage('fight-won', 'champion', async (page, world) => {
    await openFight(page, world.idOf('demo_player'));
    await attackUntilOver(page);
    await page.waitForTimeout(2_500);
  }),
  onPage('fight-reloaded', 'champion', async (page, world) => {
    await openFight(page, world.newcomer.id);
    await attackUntilOver(page);
    await page.reload();
    await page.getByRole('group', { name: 'Replay' }).waitFor();
  }),
  ...(['near', 'online', 'friends'] as const).map((filter) =>
    onPage(`players-${filter}`, 'player', (page) => openAndSettle(page, `/directory?${filter}=true`)),
  ),
  onPage('fight-lost', 'newcomer', async (page, world) => {
    await world.heal(world.newcomer);
    await openFight(page, world.champion.id);
    await attackUntilOver(page);
    await page.waitForTimeout(2_500);
  }),
  withDialog('challenge', 'moderator', async (page, world) => {
    await endFights(world);
    const { deputy } = world.visitors;
    await openAndSettle(page, '/faq');
    const challenger = await deputy.context.newPage();
    await openFight(challenger, world.idOf('demo_mod'));
    await page.getByRole('dialog').first().waitFor();
    await challenger.close();
  }),
  overPage('messages-open', 'player', async (page) => {
    await openAndSettle(page, '/dm');
    await page
      .getByRole('link', { name: /kettlewick|moonmilk|demo_mod/ })
      .first()
      .click();
    await page.getByPlaceholder('Write a message').waitFor();
    await page.waitForLoadState('networkidle');
  }),
  onPage('report-open', 'moderator', async (page) => {
    await openAndSettle(page, '/admin/reports');
    await page.getByRole('main').getByRole('listitem').getByRole('link').first().click();
    await page.waitForLoadState('networkidle');
  }),
  onPage('long-profile', 'longest', (page, world) => openAndSettle(page, `/profiles/${world.longest.id}`)),
  onPage('long-thread', 'longest', (page, world) =>
    openAndSettle(page, `/forum?thread=${world.longThreadId}`),
  ),
  onPage('long-fight', 'longest', (page, world) => openFight(page, world.newcomer.id)),
  onPage('long-dashboard', 'longest', async (page, world) => {
    await createLongPosts(world.visitors.longest);
    await openAndSettle(page, '/dashboard');
  }),
  overPage('long-messages', 'longest', async (page, world) => {
    await page.goto(`/dm/${world.champion.id}`);
    await typeLongText(page, /^Message to/, LIMITS.dm.text);
  }),
  overPage('long-conversations', 'champion', (page) => openAndSettle(page, '/dm')),
  overPage('long-lobby', 'longest', async (page) => {
    await page.goto('/chat');
    await typeLongText(page, /^Write a lobby message/, LIMITS.chat.message);
  }),
  onPage('long-friends', 'champion', (page) => openAndSettle(page, '/friends')),
  onPage('long-comments', 'champion', (page, world) => openAndSettle(page, `/profiles/${world.champion.id}`)),
  withDialog('long-notifications', 'champion', async (page) => {
    await openAndSettle(page, '/dashboard');
    await withButtonPressed(page, /^Notifications/);
  }),
  withDialog('long-caption', 'champion', async (page, world) => {
    await openAndSettle(page, `/gallery/${world.longest.id}`);
    await page.getByRole('main').getByRole('listitem').getByRole('link').first().click();
  }),
  onPage('long-report', 'moderator', async (page, world) => {
    await openAndSettle(page, '/admin/reports');
    await page
      .getByRole('link', { name: `${world.longest.username}’s post` })
      .first()
      .click();
    await page.getByRole('heading', { level: 2, name: `${world.longest.username}’s post` }).waitFor();
    await page.waitForLoadState('networkidle');
  }),
  onPage('style-own', 'player', async (page) => {
    await openAndSettle(page, '/fight-style');
    await page.getByRole('radio', { name: /^Custom/ }).check();
    await page.getByRole('button', { name: 'Add a line' }).click();
    await page.getByRole('group', { name: 'Line 6' }).getByLabel('Your health').fill('0');
    await page.getByRole('group', { name: 'Line 6' }).getByLabel('Feint').fill('5');
    await withButtonPressed(page, 'Save style');
  }),
  onPage('style-simulated', 'player', async (page) => {
    await openAndSettle(page, '/fight-style');
    await withButtonPressed(page, /^Fight \d+ times/);
    await page.getByText(/^Done in/).waitFor();
  }),
  withDialog('fight-help', 'player', async (page) => {
    await openAndSettle(page, '/practice');
    await withButtonPressed(page, 'How to fight');
  }),
  onPage('practice-fight', 'player', async (page) => {
    await openAndSettle(page, '/practice?partner=novice');
    await withButtonPressed(page, /^Attack/);
    await page.waitForTimeout(1_500);
  }),
  onPage('first-fight', 'newcomer', openFirstFight),
  onPage('first-fight-won', 'newcomer', winFirstFight),
  onPage('practice-lesson', 'player', (page) => openLesson(page, ['Guard'])),
  onPage('practice-lesson-done', 'player', (page) =>
    openLesson(page, ['Guard', 'Heal', 'Attack', 'Feint', 'Guard']),
  ),
];
