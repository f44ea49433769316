import type { Page } from '@playwright/test';
import { styleLine } from '@rivalhold/shared/fights/style.ts';
import { itemById, STARTER_ITEMS } from '@rivalhold/shared/items/catalogue.ts';
import { expectAccessible, expectNoHorizontalScroll, type NewVisitor, type Visitor } from './browser.ts';
import { attackUntilOver, healthOf, openFight, strikeUntilOver } from './fights.ts';
import { failNetwork, failWith, intercept, setRole } from './fixtures.ts';
import { controlConnection } from './messages.ts';
import { type Player, requestAs, signUpPlayer } from './players.ts';
import type { Site } from './site.ts';
import { expect, test } from './test.ts';

type Profile = { experience: number; level: number; wins: number; losses: number };

async function twoPlayers(newVisitor: NewVisitor) {
  const [here, there] = await Promise.all([newVisitor(), newVisitor()]);
  const challenger = await signUpPlayer(here);
  const rival = await signUpPlayer(there);
  return { here, challenger, there, rival };
}

const profileOf = async (visitor: Visitor, player: Player) =>
  (await requestAs<Profile>(visitor, 'GET', `/api/profiles/${player.id}`)).body;
const lines = (page: Page) => page.getByRole('log', { name: 'Battle Log' }).locator('p');

test('two players fight each other live in two browsers to the end', async ({ newVisitor }) => {
  const { here, challenger, there, rival } = await twoPlayers(newVisitor);
  await there.page.goto('/dashboard');
  await there.page.getByRole('heading', { name: 'Top Players' }).waitFor();
  await here.page.goto(`/profiles/${rival.id}`);
  await here.page.getByRole('link', { name: 'Challenge' }).click();
  await here.page.getByRole('dialog').getByRole('button', { name: 'Start the fight' }).click();
  await here.page.waitForURL(`**/fight/${rival.id}`);
  await here.page.getByRole('heading', { name: 'Fight', level: 1 }).waitFor();

  // The challenge appears live as a dialog, and accepting it leads to the fight.
  const challenge = there.page.getByRole('dialog', { name: `${challenger.username} challenges you` });
  await challenge.getByRole('button', { name: 'Accept' }).click();
  await there.page.waitForURL(`**/fight/${challenger.id}`);
  await there.page.getByRole('heading', { name: 'Fight', level: 1 }).waitFor();
  await here.page.getByText(`${rival.username} joined the fight`).first().waitFor();

  // A player's move stays secret until the other player has chosen a move, too.
  await here.page.keyboard.press('a');
  await here.page.getByText(`You chose Strike. Waiting for ${rival.username}.`).first().waitFor();
  await there.page.getByText(`${challenger.username} has chosen.`).first().waitFor();
  const before = await lines(there.page).count();
  await there.page.getByRole('button', { name: 'Guard' }).click();
  await expect.poll(() => lines(there.page).count()).toBeGreaterThan(before);
  await expect
    .poll(() => healthOf(there.page, rival.username))
    .toBe(await settled(here.page, rival.username));
  // Screen readers announce the whole exchange in words.
  const spoken = here.page.getByRole('log', { name: 'Announcements' });
  const { username } = rival;
  await expect(spoken).toContainText(`You: Strike. ${username}: Guard. ${username} read you!`);
  await expect(spoken).toContainText(new RegExp(`Health: you \\d+, ${rival.username} \\d+\\. Focus: 0\\.`));

  const won = await strikeUntilOver(here.page, there.page);
  // The loser reads the result in the log, and the winner reads it in the alert.
  const result = won
    ? there.page.getByRole('log', { name: 'Battle Log' }).getByText('You were defeated.')
    : there.page.getByRole('alert').getByText(`You defeated ${challenger.username}.`);
  await result.waitFor();
  const [mine, theirs] = [await profileOf(here, challenger), await profileOf(here, rival)];
  const [winner, loser] = won ? [mine, theirs] : [theirs, mine];
  expect(winner).toMatchObject({ wins: 1, losses: 0 });
  expect(winner.experience).toBeGreaterThan(0);
  expect(loser).toMatchObject({ wins: 0, losses: 1 });
  const winnersPage = won ? here.page : there.page;
  await winnersPage.getByRole('alert').getByText('Coins: +1').waitFor();
  await winnersPage.getByRole('alert').getByText(`XP: +${winner.experience}`).waitFor();

  // Both browsers can verify the fight.
  for (const { page } of [here, there]) {
    await page.getByRole('link', { name: 'Verify this fight' }).click();
    await page.getByRole('heading', { name: 'This fight was fair' }).waitFor();
  }

  // Going back shows the result and does not start a new fight.
  for (const visitor of [here, there]) {
    await visitor.page.goBack();
    await visitor.page.getByText('The fight is over.').waitFor();
    expect((await requestAs<unknown[]>(visitor, 'GET', '/api/combat/open')).body).toEqual([]);
  }
  await here.page.getByRole('button', { name: 'Fight again' }).press('Enter');
  await here.page.getByText('The fight is over.').waitFor({ state: 'detached' });
  await expect.poll(() => here.page.evaluate(() => document.activeElement?.id)).toBe('main');
});

/**
 * Return the health of a fighter once the shown number has stopped changing. After each attack, the number changes for
 * a moment.
 */
async function settled(page: Page, username: string): Promise<number> {
  let last = -1;
  await expect
    .poll(async () => {
      const now = await healthOf(page, username);
      const same = now === last;
      last = now;
      return same;
    })
    .toBe(true);
  return last;
}

test('a challenge does not disturb a player who is typing, and both players see that it was declined', async ({
  newVisitor,
}) => {
  const { here, challenger, there, rival } = await twoPlayers(newVisitor);
  await there.page.goto('/chat');
  const field = there.page.getByLabel(/^Write a lobby message/);
  await field.fill('Good ');
  await openFight(here.page, rival.id);
  const challenge = there.page.getByRole('dialog', { name: `${challenger.username} challenges you` });
  await challenge.waitFor();
  await there.page.keyboard.type('evening');
  await expect(field).toHaveValue('Good evening');
  const [card, typed] = [await challenge.boundingBox(), await field.boundingBox()];
  expect(card && typed && card.y + card.height).toBeLessThan(typed?.y ?? 0);
  await challenge.getByRole('button', { name: 'Decline' }).click();
  await challenge.waitFor({ state: 'detached' });
  await here.page.getByText(`${rival.username} declined. Their style will fight for them.`).first().waitFor();
});

test('a challenge is shown again after a reload and in another tab, until it is answered in one of them', async ({
  newVisitor,
}) => {
  const { here, challenger, there, rival } = await twoPlayers(newVisitor);
  await there.page.goto('/faq');
  await there.page.getByRole('heading', { level: 1 }).waitFor();
  await openFight(here.page, rival.id);
  const questionOn = (page: Page) =>
    page.getByRole('dialog', { name: `${challenger.username} challenges you` });
  await questionOn(there.page).waitFor();
  await there.page.reload();
  const tab = await there.context.newPage();
  await tab.goto('/faq');
  await questionOn(tab).waitFor();
  await expectAccessible(tab, '[role="dialog"]', 'both');
  await questionOn(there.page).getByRole('button', { name: 'Accept' }).click();
  await there.page.waitForURL(`**/fight/${challenger.id}`);
  await questionOn(tab).waitFor({ state: 'detached' });
});

test('opening a page starts no fight', async ({ newVisitor }) => {
  const { here, rival } = await twoPlayers(newVisitor);
  const { page } = here;
  await page.goto(`/fight/${rival.id}`);
  await page.getByRole('button', { name: 'Start the fight', disabled: false }).waitFor();
  await expectAccessible(page, undefined, 'both');
  await page.reload();
  await page.getByRole('button', { name: 'Start the fight' }).waitFor();
  expect((await requestAs<unknown[]>(here, 'GET', '/api/combat/open')).body).toEqual([]);
});

test('every state of a fight is accessible in both themes, and no state moves the layout of the fight', async ({
  newVisitor,
}) => {
  const { here, there, rival } = await twoPlayers(newVisitor);
  const { page } = here;
  const connection = await controlConnection(here);
  await there.page.goto('/faq');
  await there.page.getByRole('heading', { level: 1 }).waitFor();
  await page.setViewportSize({ width: 375, height: 667 });
  await openFight(page, rival.id);
  await page.getByText('has been asked to join').first().waitFor();
  const place = () => page.getByRole('region', { name: 'Your actions' }).boundingBox();
  const before = await place();
  await expectAccessible(page, undefined, 'both');
  await there.page.getByRole('button', { name: 'Decline' }).click();
  await page.getByText(`${rival.username} declined`).first().waitFor();
  await page.getByRole('button', { name: /^Items/ }).click();
  await expectAccessible(page, undefined, 'both');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Guard' }).focus();
  await page.keyboard.press('Tab');
  await expectAccessible(page, undefined, 'both');
  await page.getByRole('button', { name: 'How to fight' }).click();
  await page.getByRole('dialog').waitFor();
  await expectAccessible(page, '[role="dialog"]', 'both');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await connection.cut();
  await page.getByRole('alert').getByText('Connection lost').waitFor();
  expect(await place()).toEqual(before);
  await connection.restore();
  await page.getByText('Connection lost. If time runs out').waitFor({ state: 'detached' });
  expect(await place()).toEqual(before);
  await page.getByRole('button', { name: 'Give up' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Give up' }).click();
  await page.getByRole('heading', { name: 'Defeat' }).waitFor();
  expect(await page.getByText(/\+0/).count()).toBe(0);
  await expectAccessible(page, undefined, 'both');
});

const VIEWPORTS = [
  { width: 320, height: 568 },
  { width: 360, height: 640 },
  { width: 667, height: 375 },
  { width: 844, height: 390 },
  { width: 375, height: 667 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
];

test('a fight fits every window without scrolling, in both themes', async ({ newVisitor }) => {
  const { here, challenger, rival } = await twoPlayers(newVisitor);
  const { page } = here;
  await openFight(page, rival.id);
  await page.keyboard.press('s');
  await expect.poll(() => lines(page).count()).toBeGreaterThan(1);
  for (const viewport of VIEWPORTS) {
    await page.setViewportSize(viewport);
    const moves = ['Attack', 'Guard', 'Feint', 'Heavy', 'Heal'];
    const important = [
      ...[challenger, rival].map(({ username }) =>
        page.getByRole('meter', { name: `Health of ${username}` }),
      ),
      ...[challenger, rival].map(({ username }) => page.getByRole('img', { name: `${username}’s focus` })),
      page.getByText(/Choose your move\.$/),
      ...moves.map((name) => page.getByRole('button', { name })),
    ];
    for (const part of important) await expect(part.first()).toBeInViewport({ ratio: 1 });
    await expectNoHorizontalScroll(page);
    await expectAccessible(page, undefined, 'both');
  }
});

test('the heal key heals, and the number keys use items', async ({ newVisitor }) => {
  const { here, challenger, there, rival } = await twoPlayers(newVisitor);
  const { page } = here;
  // A rival who only strikes always wounds the player before losing.
  const style = { temperament: null, lines: [styleLine({ strike: 100 })] };
  expect((await requestAs(there, 'PUT', '/api/style', style)).status).toBe(200);
  await openFight(page, rival.id);
  for (let strikes = 0; strikes < 12 && (await healthOf(page, challenger.username)) === 100; strikes++) {
    await page.keyboard.press('a');
    await page.waitForTimeout(700);
  }
  const wounded = await healthOf(page, challenger.username);
  const heal = page.getByRole('button', { name: 'Heal' });
  await expect(heal).toBeEnabled();
  await page.keyboard.press('h');
  await expect(lines(page).filter({ hasText: 'regains' })).toHaveCount(1);
  expect(wounded).toBeLessThan(100);
  const name =
    STARTER_ITEMS.map(({ itemId }) => itemById(itemId)).find((item) => item?.damageShare)?.name ?? '';
  const items = page.getByRole('region', { name: 'Use an Item' }).getByRole('button');
  const thrown = items.filter({ hasText: name });
  await expect(thrown).toBeEnabled();
  const rivalLines = lines(page).filter({ hasText: name });
  expect(await rivalLines.count()).toBe(0);
  await page.keyboard.press((await thrown.getAttribute('aria-keyshortcuts')) ?? '');
  await expect(rivalLines).toHaveCount(1);
});

test('after a reload, a fight continues where it was', async ({ newVisitor }) => {
  const { here, rival } = await twoPlayers(newVisitor);
  const { page } = here;
  await openFight(page, rival.id);
  await page.keyboard.press('a');
  await expect.poll(() => lines(page).count()).toBeGreaterThan(1);
  const health = await settled(page, rival.username);
  await page.reload();
  await page.getByRole('button', { name: 'Attack' }).waitFor();
  expect(await healthOf(page, rival.username)).toBe(health);
});

test('other players cannot see an unfinished fight', async ({ newVisitor }) => {
  const { here, challenger, rival } = await twoPlayers(newVisitor);
  await openFight(here.page, rival.id);
  const open = await requestAs<{ id: number }[]>(here, 'GET', '/api/combat/open');
  const stranger = await newVisitor();
  await signUpPlayer(stranger);
  expect((await requestAs(stranger, 'GET', `/api/combat/fights/${open.body[0]?.id}`)).status).toBe(404);
  expect(
    (await requestAs(stranger, 'GET', `/api/combat/${challenger.id}?opponentId=${rival.id}`)).status,
  ).toBe(403);
});

/** Make a visitor an admin, and return a function with which they change the stats of players. */
async function statsEditor(site: Site, admin: Visitor) {
  setRole(site, await signUpPlayer(admin), 'admin');
  return async ({ id }: Player, stats: object) =>
    expect((await requestAs(admin, 'PUT', `/api/admin/users/${id}`, stats)).status).toBe(200);
}

test('the page offers a loser the next step that fits their current health, even after a reload', async ({
  newVisitor,
  site,
}) => {
  const { here, challenger, there, rival } = await twoPlayers(newVisitor);
  const become = await statsEditor(site, await newVisitor());
  const again = (page: Page) => page.getByRole('button', { name: 'Fight again' });
  const potion = (page: Page) => page.getByRole('button', { name: /Draught \(\d\): \+\d+ health/ });
  const wounds = (page: Page) => page.getByText('Your health comes back over time.');

  // The defender keeps no damage after the fight.
  await become(challenger, { attack: 999, defense: 999 });
  await openFight(here.page, rival.id);
  await openFight(there.page, challenger.id);
  expect(await strikeUntilOver(here.page, there.page)).toBe(true);
  await there.page.getByRole('heading', { name: 'Defeat' }).waitFor();
  await again(there.page).waitFor();
  expect(await potion(there.page).count()).toBe(0);
  expect(await wounds(there.page).count()).toBe(0);
  await here.page.reload();
  await here.page.getByText(/^Coins: \+\d+$/).waitFor();
  // The ended fight can be stepped through.
  const replay = here.page.getByRole('group', { name: 'Replay' });
  const position = replay.getByRole('slider', { name: 'Exchange' });
  await position.press('Home');
  await expect(position).toHaveAttribute('aria-valuetext', /^Start \(\d+ exchanges?\)$/);
  await replay.getByRole('button', { name: 'Next exchange' }).click();
  await expect(position).toHaveAttribute('aria-valuetext', /^Exchange 1 of \d+$/);
  await expectAccessible(here.page);

  // The player who starts a fight fights with their current health, here 1.
  await become(challenger, { health: 1, attack: 0, defense: 0 });
  await become(rival, { attack: 999, defense: 999 });
  await again(here.page).click();
  const challenge = there.page.getByRole('dialog', { name: `${challenger.username} wants a rematch` });
  await challenge.getByRole('button', { name: 'Decline' }).click();
  await here.page.getByRole('button', { name: 'Attack' }).waitFor();
  expect(await attackUntilOver(here.page)).toBe(false);
  await potion(here.page).waitFor();
  await wounds(here.page).waitFor();
  await here.page.reload();
  await here.page.getByText('The fight is over.').first().waitFor();
  await again(here.page).waitFor();
  expect(await potion(here.page).count()).toBe(1);
});

/** Record the lowest bottom of all toasts about quests, because a toast soon disappears. */
const recordToasts = (page: Page) =>
  page.evaluate(() => {
    const look = () => {
      for (const toast of document.querySelectorAll('[role="group"]')) {
        const bottom = toast.textContent.startsWith('Quest done') ? toast.getBoundingClientRect().bottom : 0;
        const { lowestToast = '0' } = document.body.dataset;
        document.body.dataset.lowestToast = String(Math.max(Number(lowestToast), bottom));
      }
      requestAnimationFrame(look);
    };
    look();
  });
const bottomOfToasts = (page: Page) => page.evaluate(() => Number(document.body.dataset.lowestToast ?? 0));

test('the result and its buttons fit a small phone in landscape without scrolling', async ({
  newVisitor,
  site,
}) => {
  const { here, challenger, there, rival } = await twoPlayers(newVisitor);
  const become = await statsEditor(site, await newVisitor());
  await become(challenger, { attack: 999, defense: 999 });
  for (const { page } of [here, there]) await page.setViewportSize({ width: 568, height: 320 });
  await openFight(here.page, rival.id);
  await openFight(there.page, challenger.id);
  for (const { page } of [here, there]) await recordToasts(page);
  expect(await strikeUntilOver(here.page, there.page)).toBe(true);
  const results = [
    { page: here.page, heading: 'Victory!' },
    { page: there.page, heading: 'Defeat' },
  ];
  for (const { page, heading } of results) {
    const result = await page.getByRole('heading', { name: heading }).boundingBox();
    await expect.poll(() => bottomOfToasts(page)).toBeGreaterThan(0);
    expect(await bottomOfToasts(page)).toBeLessThanOrEqual(result!.y);
    await page.getByRole('button', { name: 'Fight again' }).waitFor();
    for (const part of [
      page.getByRole('heading', { name: heading }),
      page.getByRole('button', { name: 'Fight again' }),
      page.getByRole('main').getByRole('link', { name: 'Back', exact: true }).last(),
    ])
      await expect(part).toBeInViewport({ ratio: 1 });
    expect(await page.evaluate(() => scrollY)).toBe(0);
    await expectNoHorizontalScroll(page);
    await expectAccessible(page);
  }
});

test("a failed attack shows the server's message, or a general message without it", async ({
  newVisitor,
}) => {
  const { here, rival } = await twoPlayers(newVisitor);
  const { page } = here;
  const striking = await intercept(page, 'POST', '**/api/combat/attack');
  await openFight(page, rival.id);
  striking.answer = failWith(500, { code: 'internal', message: 'Something went wrong.' });
  await page.keyboard.press('a');
  await page.getByRole('alert').getByText('Attack failed.', { exact: true }).waitFor();
  striking.answer = failNetwork;
  await page.keyboard.press('a');
  await page.getByRole('alert').getByText('Attack failed. Can’t reach Rivalhold.').waitFor();
});
