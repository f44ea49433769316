import type { Locator, Page } from '@playwright/test';
import type { StoreItem } from '@rivalhold/shared/contract/inventory.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { expectAccessible, expectNoHorizontalScroll, type Visitor } from './browser.ts';
import { clickRetry, failWith, intercept } from './fixtures.ts';
import { requestAs, signUpPlayer } from './players.ts';
import { widthsOfRun } from './sample-paths.ts';
import { navigate } from './steps.ts';
import { expect, test } from './test.ts';

/** Return the first item of the given kind in the Store that a new player can use. */
async function firstItemOf(visitor: Visitor, kind: string): Promise<StoreItem> {
  const { body } = await requestAs<StoreItem[]>(visitor, 'GET', '/api/store');
  const found = body.find(({ type, minLevel }) => type === kind && minLevel === 1);
  if (!found) throw new Error(`The store has no ${kind} for a newcomer`);
  return found;
}

/** Buy an item through the API, and return the remaining balance. */
async function buy(visitor: Visitor, { id }: StoreItem, quantity: number): Promise<number> {
  const { status, body } = await requestAs<{ coins: number }>(visitor, 'POST', '/api/store/buy', {
    itemId: id,
    quantity,
  });
  expect(status, JSON.stringify(body)).toBe(200);
  return body.coins;
}

const balance = (page: Page, coins: number) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: `You have ${coins} coins` });
const card = (page: Page, { name }: StoreItem) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) });

const isFocused = (it: Locator) =>
  expect.poll(() => it.evaluate((element) => element === document.activeElement)).toBe(true);

async function openStore(page: Page, path = '/store'): Promise<void> {
  await page.goto(path);
  await page.getByRole('heading', { name: 'Potions' }).waitFor();
}

test('a double click buys an item once, an expensive item requires a confirmation, and every tab updates immediately', async ({
  newVisitor,
}) => {
  const visitor = await newVisitor();
  const me = await signUpPlayer(visitor);
  const { page } = visitor;
  const [potion, pot, blade] = [
    await firstItemOf(visitor, 'potion'),
    await firstItemOf(visitor, 'utility'),
    await firstItemOf(visitor, 'weapon'),
  ];
  const other = await visitor.context.newPage();
  await Promise.all([openStore(page), other.goto(`/inventory/${me.id}`)]);
  await balance(other, 50).waitFor();
  expect(await page.getByRole('heading', { level: 2 }).allTextContents()).toEqual([
    'Potions',
    'Weapons',
    'Armor',
    'Utilities',
  ]);

  // A double click makes only one purchase, and the other tab updates without a reload.
  await card(page, potion).getByText('You have 2').waitFor();
  await card(page, potion).getByRole('button', { name: /^Buy / }).dblclick();
  await page.getByText(`Bought 1 × ${potion.name}.`).waitFor();
  await card(page, potion).getByText('You have 3').waitFor();
  let coins = 50 - potion.price;
  await balance(page, coins).waitFor();
  await balance(other, coins).waitFor();
  await other.getByRole('heading', { name: `${potion.name} x3` }).waitFor();

  // A purchase for many coins requires confirmation. Using the keyboard, the player first cancels the dialog
  // and then confirms the purchase.
  const many = Math.ceil(LIMITS.store.confirmFromPrice / pot.price);
  const cost = many * pot.price;
  await card(page, pot).getByRole('spinbutton').fill(String(many));
  const button = page.getByRole('button', { name: `Buy ${many} × ${pot.name} for ${cost} coins` });
  await button.focus();
  await page.keyboard.press('Enter');
  const question = page.getByRole('dialog', { name: `Buy ${many} × ${pot.name}?` });
  await question.getByText(`It costs ${cost} coins. You’ll have ${coins - cost} coins left.`).waitFor();
  await expectAccessible(page, '[role="dialog"]');
  await isFocused(question.getByRole('button', { name: 'Cancel' }));
  await page.keyboard.press('Enter');
  await question.waitFor({ state: 'hidden' });
  await isFocused(button);
  await balance(page, coins).waitFor();
  await page.keyboard.press('Enter');
  await isFocused(question.getByRole('button', { name: 'Cancel' }));
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  coins -= cost;
  await balance(page, coins).waitFor();
  await card(page, pot)
    .getByText(`You have ${many + 1}`)
    .waitFor();

  // Gear shows its bonus and can be bought only once. A purchase made elsewhere appears here.
  await card(page, blade).getByText(`+${blade.damage} attack compared with no weapon`).waitFor();
  coins = await buy(visitor, blade, 1);
  await balance(page, coins).waitFor();
  await card(page, blade).getByText('You already own this.').waitFor();
  await expect(card(page, blade).getByRole('button')).toHaveAttribute('aria-disabled', 'true');

  // After the purchase, the button is disabled but keeps the focus.
  const coat = await firstItemOf(visitor, 'armor');
  await card(page, coat).getByRole('button', { name: /^Buy / }).press('Enter');
  await page
    .getByRole('dialog', { name: `Buy ${coat.name}?` })
    .getByRole('button', { name: `Buy for ${coat.price} coins` })
    .press('Enter');
  await card(page, coat).getByText('You already own this.').waitFor();
  await isFocused(card(page, coat).getByRole('button', { name: /^Buy / }));
});

test('a player with too few coins sees how many are missing and where to get more', async ({
  newVisitor,
}) => {
  const visitor = await newVisitor();
  await signUpPlayer(visitor);
  const { page } = visitor;
  const [potion, coat] = [await firstItemOf(visitor, 'potion'), await firstItemOf(visitor, 'armor')];
  const coins = await buy(visitor, potion, Math.floor(48 / potion.price));
  const missing = coat.price - coins;
  await openStore(page);
  await card(page, coat).getByText(`${missing} coins short`).waitFor();
  await card(page, coat).getByRole('button', { name: /^Buy / }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Not enough coins' });
  await dialog.getByText(`You need ${missing} more coins to buy ${coat.name}.`).waitFor();
  await expect(dialog.getByRole('link', { name: 'Buy Coins' })).toHaveAttribute('href', '/coinstore');
  await expectAccessible(page, '[role="dialog"]');
  await dialog.getByRole('link', { name: 'Find an opponent' }).click();
  await page.waitForURL('**/directory');

  // The URL contains the filters. A failed load can be retried.
  const items = await intercept(page, 'GET', '**/api/store');
  items.answer = failWith(418);
  await page.goto('/store?level=true&coins=true');
  await page.getByRole('alert').getByText('Failed to load the Store.').waitFor();
  await clickRetry(page, items, page.getByRole('button', { name: 'Try again' }));
  await card(page, potion).waitFor();
  expect(await card(page, coat).count()).toBe(0);
  // Use `click` instead of `uncheck`: the checkbox follows the URL, so it does not change in the same task as
  // the click.
  await page.getByRole('checkbox', { name: 'Items I can afford' }).click();
  await card(page, coat).waitFor();
  await expect.poll(() => new URL(page.url()).search).toBe('?level=true');
  const fold = page.getByText(/^\d+ more items? unlocks? at level [1-9]/).first();
  expect(await fold.count()).toBe(0);
  await page.getByRole('checkbox', { name: 'For my level' }).click();
  // Items of the next level are listed, and items of later levels are collapsed.
  const locked = page.getByText(/^From level [1-9]/).filter({ visible: true });
  await fold.waitFor();
  const next = await locked.count();
  expect(next).toBeGreaterThan(0);
  await fold.press('Enter');
  await expect.poll(() => locked.count()).toBeGreaterThan(next);

  // A rejected purchase shows the server's message and costs nothing.
  const buying = await intercept(page, 'POST', '**/api/store/buy');
  buying.answer = failWith(503, { code: 'unavailable', message: 'Rivalhold is busy.' });
  await card(page, potion).getByRole('button', { name: /^Buy / }).click();
  // Even a cheap item asks for confirmation if it costs a large share of the remaining coins.
  await page
    .getByRole('dialog', { name: `Buy ${potion.name}?` })
    .getByRole('button', { name: /^Buy for / })
    .click();
  await page.getByText('Rivalhold is busy.').waitFor();
  await balance(page, coins).waitFor();
});

test('the coin history lists every change, newest first', async ({ newVisitor }) => {
  const visitor = await newVisitor();
  await signUpPlayer(visitor);
  const { page } = visitor;
  const potion = await firstItemOf(visitor, 'potion');
  for (let bought = 0; bought < LIMITS.coinHistoryPage; bought++) await buy(visitor, potion, 1);
  const left = 50 - LIMITS.coinHistoryPage * potion.price;
  const history = await intercept(page, 'GET', '**/api/coins/history*');
  await page.goto('/faq');
  await balance(page, left).click();
  await page.getByRole('dialog', { name: 'Your coin balance' }).waitFor();
  await expectAccessible(page, '[role="dialog"]');
  await page.getByRole('link', { name: 'Coin history' }).click();
  const rows = page.getByRole('main').getByRole('listitem');
  await expect(rows).toHaveCount(LIMITS.coinHistoryPage);
  expect(await rows.first().textContent()).toContain(`Bought ${potion.name}`);
  expect(await rows.first().textContent()).toContain(`−${potion.price}${left} left`);
  await page.getByRole('button', { name: 'Load more' }).click();
  await expect(rows).toHaveCount(LIMITS.coinHistoryPage + 1);
  expect(await rows.last().textContent()).toContain('+5050 left');
  // A new change of the balance appears at the top of the open list.
  await buy(visitor, potion, 2);
  await rows
    .first()
    .getByText(`${left - 2 * potion.price} left`)
    .waitFor();

  const victory = { id: 9, amount: 1, reason: 'victory', balance: 51, itemId: null, fightId: 7 };
  history.answer = (route) =>
    route.fulfill({
      json: { items: [{ ...victory, createdAt: '2026-01-01T00:00:00Z' }], nextCursor: null },
    });
  await page.reload();
  const link = rows.filter({ hasText: 'Won a fight' }).getByRole('link', { name: 'Verify this fight' });
  await expect(link).toHaveAttribute('href', '/fights/7');
  history.answer = (route) => route.fulfill({ json: { items: [], nextCursor: null } });
  await page.reload();
  await page.getByText('No changes yet.').waitFor();
  history.answer = failWith(418);
  await page.reload();
  await page.getByRole('alert').getByText('Failed to load your coin history.').waitFor();
  await clickRetry(page, history, page.getByRole('button', { name: 'Try again' }));
  await expect(rows).toHaveCount(LIMITS.coinHistoryPage);
});

for (const width of widthsOfRun(375, 1280))
  test(`the store and the coin history are accessible at ${width} px`, async ({ newVisitor }) => {
    const visitor = await newVisitor({ width });
    await signUpPlayer(visitor);
    const { page } = visitor;
    await openStore(page);
    await expectAccessible(page, undefined, 'both');
    await expectNoHorizontalScroll(page);
    await page
      .getByRole('navigation', { name: 'Categories' })
      .getByRole('link', { name: 'Utilities' })
      .click();
    await page.waitForURL('**/store#utility');
    await expect
      .poll(() => page.locator('#utility').evaluate((stall) => Math.round(stall.getBoundingClientRect().top)))
      .toBeLessThan(400);
    await navigate(page, '/coins');
    await page.getByText('Starting coins').waitFor();
    await expectAccessible(page, undefined, 'both');
    await expectNoHorizontalScroll(page);
  });
