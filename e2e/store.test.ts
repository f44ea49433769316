import type { Locator, Page } from '@playwright/test';
import type { StoreItem } from '@rivalhold/shared/contract/inventory.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { expectAccessible, expectNoOverflowAtAnyWidth, type Visitor } from './browser.ts';
import { requestAs, signUpPlayer } from './players.ts';
import { expect, test } from './test.ts';

/** Return the first Store item of the given kind that a new player can use. */
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

test('a double click buys an item once, an expensive purchase needs a confirmation, and all tabs update live', async ({
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
  await Promise.all([page.goto('/store'), other.goto(`/inventory/${me.id}`)]);
  await balance(other, 50).waitFor();

  await page.getByRole('navigation', { name: 'Categories' }).getByRole('link', { name: 'Utilities' }).click();
  await page.waitForURL('**/store#utility');
  await expect
    .poll(() =>
      page.locator('#utility').evaluate((section) => Math.round(section.getBoundingClientRect().top)),
    )
    .toBeLessThan(400);

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

  // Gear shows its bonus and can be bought only once. The page updates after a purchase through the API.
  await card(page, blade).getByText(`+${blade.damage} attack compared with no weapon`).waitFor();
  coins = await buy(visitor, blade, 1);
  await balance(page, coins).waitFor();
  await card(page, blade).getByText('You already own this.').waitFor();
  await expect(card(page, blade).getByRole('button')).toHaveAttribute('aria-disabled', 'true');

  // The coin history starts with the latest purchase, and a purchase through the API appears at its top.
  await balance(page, coins).click();
  await page.getByRole('dialog', { name: 'Your coin balance' }).waitFor();
  await expectAccessible(page, '[role="dialog"]');
  await page.getByRole('dialog').getByRole('link', { name: 'Coin history' }).click();
  const newest = page.getByRole('main').getByRole('listitem').first();
  await newest.getByText(`Bought ${blade.name}`).waitFor();
  await expectAccessible(page, undefined, 'both');
  await expectNoOverflowAtAnyWidth(page);
  coins = await buy(visitor, potion, 1);
  await newest.getByText(`Balance: ${coins}`).waitFor();
});
