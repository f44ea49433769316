import type { Page } from '@playwright/test';
import { styleLine } from '@rivalhold/shared/fights/style.ts';
import { itemById, STARTER_ITEMS } from '@rivalhold/shared/items/catalogue.ts';
import { COMBAT_TEXTS, RETURN_OFFER_TEXTS } from '@rivalhold/shared/texts/combat.ts';
import { LONG } from '../scripts/testing/long.ts';
import { expectAccessible, expectNoHorizontalScroll } from './browser.ts';
import { attackUntilOver, healthOf, openFight, startFight, strikeUntilOver } from './fights.ts';
import { createPlayerAndClient, createTwoPlayers } from './fixtures.ts';
import { watchLayout } from './layout-shifts.ts';
import { controlConnection } from './messages.ts';
import { tabTo } from './page-checks.ts';
import { type Client, type Player, requestAs } from './players.ts';
import { changeStats, test } from './staff.ts';
import { expect } from './test.ts';

type Profile = { experience: number; level: number; wins: number; losses: number };

const profileOf = async (client: Client, player: Player) =>
  (await requestAs<Profile>(client, 'GET', `/api/profiles/${player.id}`)).body;
/** Find the dialog with a challenge. */
const challengeOn = (page: Page, challenger: Player) =>
  page.getByRole('dialog', { name: `${challenger.username} challenges you` });
const lines = (page: Page) => page.getByRole('log', { name: 'Battle Log' }).locator('p');

test('two players in two browsers fight each other live to the end', async ({ newVisitor }) => {
  const { here, me: challenger, there, other: rival } = await createTwoPlayers(newVisitor);
  await there.page.goto(`/profiles/${challenger.id}`);
  await there.page
    .getByRole('main')
    .getByRole('button', { name: /^Report/ })
    .click();
  const field = there.page.getByRole('dialog').getByRole('textbox');
  await field.fill('Good ');
  await here.page.goto(`/profiles/${rival.id}`);
  await here.page.getByRole('link', { name: 'Challenge' }).click();
  await here.page.getByRole('dialog').getByRole('button', { name: 'Start the fight' }).click();
  await here.page.waitForURL(`**/fight/${rival.id}`);
  await here.page.getByRole('heading', { name: 'Fight', level: 1 }).waitFor();

  await test.step('the challenge does not disturb a player who types in a dialog', async () => {
    const challenge = challengeOn(there.page, challenger);
    await challenge.waitFor();
    await there.page.keyboard.type('evening');
    await expect(field).toHaveValue('Good evening');
    const [card, typed] = [(await challenge.boundingBox())!, (await field.boundingBox())!];
    expect(card.y).toBeGreaterThanOrEqual(0);
    expect(card.y + card.height).toBeLessThanOrEqual(there.page.viewportSize()!.height);
    expect(card.y >= typed.y + typed.height || card.y + card.height <= typed.y).toBe(true);
  });

  await test.step('the challenge also appears in a tab that opens later, until it is answered', async () => {
    const tab = await there.context.newPage();
    await tab.goto('/faq');
    await challengeOn(tab, challenger).waitFor();
    await expectAccessible(tab, '[role="dialog"]');
    // The report dialog traps the focus, except that Tab also reaches the challenge.
    await tabTo(there.page, /^Accept$/);
    await there.page.keyboard.press('Enter');
    await there.page.waitForURL(`**/fight/${challenger.id}`);
    await challengeOn(tab, challenger).waitFor({ state: 'detached' });
    await tab.close();
  });
  await there.page.getByRole('heading', { name: 'Fight', level: 1 }).waitFor();
  await here.page.getByText(`${rival.username} joined the fight`).first().waitFor();

  // A player's move stays secret until the other player has chosen a move, too.
  await here.page.keyboard.press('a');
  await here.page.getByText(`You chose Strike. Waiting for ${rival.username} to choose.`).first().waitFor();
  await there.page.getByText(`${challenger.username} has chosen.`).first().waitFor();
  const before = await lines(there.page).count();
  await there.page.getByRole('button', { name: 'Guard' }).click();
  await expect.poll(() => lines(there.page).count()).toBeGreaterThan(before);
  // Screen readers announce the whole exchange in words.
  const spoken = here.page.getByRole('log', { name: 'Announcements' });
  const { username } = rival;
  await expect(spoken).toContainText(`You: Strike. ${username}: Guard. ${username}’s move wins!`);
  await expect(spoken).toContainText(
    new RegExp(`Health: you \\d+, ${rival.username} \\d+\\. Focus: you 0, ${rival.username} 1\\.`),
  );
  await expect(async () =>
    expect(await healthOf(there.page, rival.username)).toBe(await healthOf(here.page, rival.username)),
  ).toPass();

  await test.step('a player who opens another page is shown as away, and a button on that page leads back to the fight', async () => {
    await there.page.goto('/directory');
    await here.page.getByRole('main').getByText(COMBAT_TEXTS.left(rival.username)).waitFor();
    await there.page.getByRole('button', { name: RETURN_OFFER_TEXTS.back }).click();
    await here.page.getByRole('main').getByTitle(COMBAT_TEXTS.isConnected, { exact: true }).waitFor();
    await there.page.getByRole('button', { name: 'Attack' }).waitFor();
  });

  await there.page.setViewportSize({ width: 375, height: 812 });
  const placesOfFighters = () =>
    Promise.all(
      [challenger, rival].map(({ username }) =>
        there.page.getByRole('region', { name: username, exact: true }).boundingBox(),
      ),
    );
  const places = await placesOfFighters();
  expect(places).not.toContain(null);
  const devtools = await there.context.newCDPSession(there.page);
  await devtools.send('Animation.enable');
  await devtools.send('Animation.setPlaybackRate', { playbackRate: 0 });
  const won = await strikeUntilOver(here.page, there.page);
  // The loser reads the result in the log, and the winner reads it in the alert.
  const result = won
    ? there.page.getByRole('log', { name: 'Battle Log' }).getByText('You were defeated.')
    : there.page.getByRole('alert').getByText(`You defeated ${challenger.username}.`);
  await result.waitFor();
  // On a phone, the result does not move the fighters.
  expect(await placesOfFighters()).toEqual(places);
  // At first, the result ignores taps that were meant for the moves.
  const takesTaps = () =>
    there.page.getByRole('button', { name: 'Fight again' }).evaluate((button) => {
      const { x, y, width, height } = button.getBoundingClientRect();
      return button.contains(document.elementFromPoint(x + width / 2, y + height / 2));
    });
  expect(await takesTaps()).toBe(false);
  await devtools.send('Animation.setPlaybackRate', { playbackRate: 1 });
  await expect.poll(takesTaps).toBe(true);
  const [mine, theirs] = [await profileOf(here, challenger), await profileOf(here, rival)];
  const [winner, loser] = won ? [mine, theirs] : [theirs, mine];
  expect(winner).toMatchObject({ wins: 1, losses: 0 });
  expect(winner.experience).toBeGreaterThan(0);
  expect(loser).toMatchObject({ wins: 0, losses: 1 });
  const winnersPage = won ? here.page : there.page;
  await winnersPage.getByRole('alert').getByText('Coins: +1').waitFor();
  await winnersPage.getByRole('alert').getByText(`XP: +${winner.experience}`).waitFor();

  // The browser can verify the fight.
  const verifiers = LONG ? [here, there] : [here];
  for (const { page } of verifiers) {
    await page.getByRole('link', { name: 'Verify this fight' }).click();
    await page.getByRole('heading', { name: 'This fight was fair' }).waitFor();
  }

  // Going back shows the result and does not start a new fight.
  for (const visitor of verifiers) {
    await visitor.page.goBack();
    await visitor.page.getByText(/^Ended /).waitFor();
    expect((await requestAs<unknown[]>(visitor, 'GET', '/api/combat/open')).body).toEqual([]);
  }
  await here.page.getByRole('button', { name: 'Fight again' }).press('Enter');
  await here.page.getByText(/^Ended /).waitFor({ state: 'detached' });
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

const VIEWPORTS = [
  { width: 320, height: 568 },
  { width: 667, height: 375 },
  { width: 1440, height: 900 },
  ...(LONG
    ? [
        { width: 360, height: 640 },
        { width: 844, height: 390 },
        { width: 375, height: 667 },
        { width: 768, height: 1024 },
      ]
    : []),
];

test('a fight starts only on request, is accessible and fits its window in each state, and survives a reload', async ({
  newVisitor,
}) => {
  const { here, me: challenger, there, other: rival } = await createTwoPlayers(newVisitor);
  const { page } = here;
  const connection = await controlConnection(here);
  await there.page.goto('/chat');
  const field = there.page.getByLabel(/^Write a lobby message/);
  await field.fill('Good ');
  await page.setViewportSize({ width: 375, height: 667 });
  await page.goto(`/fight/${rival.id}`);
  await page.getByRole('button', { name: 'Start the fight', disabled: false }).waitFor();
  await expectAccessible(page);
  // Opening the page starts no fight.
  expect((await requestAs<unknown[]>(here, 'GET', '/api/combat/open')).body).toEqual([]);
  await startFight(page);
  await page.getByText('has been asked to join').first().waitFor();
  const place = () => page.getByRole('region', { name: 'Your actions' }).boundingBox();
  const before = await place();
  await expectAccessible(page, undefined, 'both');

  await test.step('the challenge leaves the focus in the field', async () => {
    const challenge = challengeOn(there.page, challenger);
    await challenge.waitFor();
    await there.page.keyboard.type('evening');
    await expect(field).toHaveValue('Good evening');
    const [card, typed] = [await challenge.boundingBox(), await field.boundingBox()];
    expect(card && typed && card.y + card.height).toBeLessThan(typed?.y ?? 0);
    // Make the window low, as an on-screen keyboard does.
    await there.page.setViewportSize({ width: 360, height: 340 });
    const gap = async () => {
      const [low, composer] = [await challenge.boundingBox(), await field.boundingBox()];
      return low && composer && composer.y - low.y - low.height;
    };
    await expect.poll(gap).toBeGreaterThan(0);
    for (const name of ['Decline', 'Accept'])
      await expect(challenge.getByRole('button', { name })).toBeInViewport({ ratio: 1 });
    await challenge.getByRole('button', { name: 'Decline' }).click();
    await challenge.waitFor({ state: 'detached' });
    await page.getByText(`${rival.username} declined. Their style will fight for them.`).first().waitFor();
  });

  await test.step('dialogs and a lost connection do not move the actions', async () => {
    await page.getByRole('button', { name: /^Items/ }).click();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'How to fight' }).click();
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await connection.cut();
    await page.getByRole('alert').getByText('Connection lost').waitFor();
    expect(await place()).toEqual(before);
    await connection.restore();
    await page.getByRole('alert').getByText('Connection lost').waitFor({ state: 'detached' });
    expect(await place()).toEqual(before);
  });

  await test.step('the fight fits each window without scrolling', async () => {
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
      if (LONG) await expectAccessible(page, undefined, 'both');
    }
  });

  await test.step('the fight continues after a reload', async () => {
    const health = await settled(page, rival.username);
    await page.reload();
    await page.getByRole('button', { name: 'Attack' }).waitFor();
    expect(await healthOf(page, rival.username)).toBe(health);
  });

  await page.getByRole('button', { name: 'Give up' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Give up' }).click();
  await page.getByRole('heading', { name: 'Defeat' }).waitFor();
  expect(await page.getByText(/\+0/).count()).toBe(0);
  await expectAccessible(page, undefined, 'both');
});

test('no exchange moves the layout of the fight, the heal key heals, and the number keys use items', async ({
  newVisitor,
  newClient,
  admin,
}) => {
  const { here, me, there, other: rival } = await createPlayerAndClient({ newVisitor, newClient });
  const { page } = here;
  for (const player of [me, rival]) await changeStats(admin, player, { defense: 999 });
  // Let the rival always choose Strike, so that the player is soon wounded.
  const style = { temperament: null, lines: [styleLine({ strike: 100 })] };
  expect((await requestAs(there, 'PUT', '/api/style', style)).status).toBe(200);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await openFight(page, rival.id);
  const press = async (key: string) => {
    const before = await lines(page).count();
    await page.keyboard.press(key);
    await expect.poll(() => lines(page).count()).toBeGreaterThan(before);
    await expect(page.getByRole('button', { name: 'Attack' })).toHaveAttribute('aria-disabled', 'false');
  };
  const resize = async (width: number, height: number) => {
    await page.setViewportSize({ width, height });
    await page.waitForFunction((now) => window.innerWidth === now, width);
    return watchLayout(page);
  };
  const isWounded = async () => (await healthOf(page, me.username)) < 100;

  const movedWhenWide = await resize(1440, 900);
  for (const key of 'asd') await press(key);
  expect(await movedWhenWide(), 'at 1440 px').toEqual([]);
  for (let strikes = 0; strikes < 8 && !(await isWounded()); strikes++) await press('a');
  // On a narrow screen, the list of items is closed at first. The shortcut keys of the items work nevertheless.
  const name =
    STARTER_ITEMS.map(({ itemId }) => itemById(itemId)).find((item) => item?.damageShare)?.name ?? '';
  const thrown = page
    .getByRole('region', { name: 'Use an Item' })
    .getByRole('button')
    .filter({ hasText: name });
  const itemKey = (await thrown.getAttribute('aria-keyshortcuts')) ?? '';
  const movedWhenNarrow = await resize(375, 667);
  await press('h');
  await expect(lines(page).filter({ hasText: 'regains' })).toHaveCount(1);
  await press(itemKey);
  await expect(lines(page).filter({ hasText: name })).toHaveCount(1);
  expect(await movedWhenNarrow(), 'at 375 px').toEqual([]);
  for (const { username } of [me, rival]) {
    const moves = page.getByRole('list', { name: `${username}’s last moves` }).getByRole('listitem');
    await expect(moves).toHaveCount(5);
  }
});

/** Record how far down toasts about quests reach. Check every frame, because a toast soon disappears. */
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

test('the result fits a small phone, and offers the loser a next step that depends on the remaining health', async ({
  newVisitor,
  newClient,
  admin,
}) => {
  const { here, me: challenger, other: rival } = await createPlayerAndClient({ newVisitor, newClient });
  const { page } = here;
  const again = page.getByRole('button', { name: 'Fight again' });
  // The player holds the phone in landscape, and later in portrait.
  const [landscape, portrait] = [
    { width: 568, height: 320 },
    { width: 320, height: 568 },
  ];
  const back = page.getByRole('main').getByRole('link', { name: 'Back', exact: true }).last();
  const verify = page.getByRole('link', { name: 'Verify this fight' });
  const expectResultFits = async (name: string, turned: typeof portrait) => {
    const heading = page.getByRole('heading', { name });
    for (const part of [heading, again, back]) await expect(part).toBeInViewport({ ratio: 1 });
    expect(await page.evaluate(() => scrollY)).toBe(0);
    await expectNoHorizontalScroll(page);
    if (LONG) await expectAccessible(page);
    await page.setViewportSize(turned);
    for (const part of [heading, again, turned === portrait ? verify : back])
      await expect(part).toBeInViewport({ ratio: 1 });
  };

  await changeStats(admin, challenger, { attack: 999, defense: 999 });
  await page.setViewportSize(landscape);
  await openFight(page, rival.id);
  // Wait for the navigation, because toasts appear only after it has loaded. In landscape, a fight hides it.
  await page.getByRole('button', { name: 'Your menu', includeHidden: true }).waitFor({ state: 'attached' });
  await recordToasts(page);
  expect(await attackUntilOver(page)).toBe(true);
  // Toasts cover neither the result nor the fighters.
  const parts = [challenger, rival].map(({ username }) =>
    page.getByRole('region', { name: username, exact: true }),
  );
  const tops = [page.getByRole('heading', { name: 'Victory!' }), ...parts].map(
    async (part) => (await part.boundingBox())!.y,
  );
  await expect.poll(() => bottomOfToasts(page)).toBeGreaterThan(0);
  expect(await bottomOfToasts(page)).toBeLessThanOrEqual(Math.min(...(await Promise.all(tops))));
  await expectResultFits('Victory!', portrait);

  // The fight begins with the current health of the player who starts it, here 1.
  await changeStats(admin, challenger, { health: 1, attack: 0, defense: 0 });
  await changeStats(admin, rival, { attack: 999, defense: 999 });
  await again.click();
  await page.getByRole('button', { name: 'Attack' }).waitFor();
  expect(await attackUntilOver(page)).toBe(false);
  const potion = page.getByRole('button', { name: /Draught \(\d\): \+\d+ health/ });
  await expect(potion).toHaveCount(1);
  await page.getByText('Your health comes back over time.').waitFor();
  await expectResultFits('Defeat', landscape);
});
