import { healthPoints, itemById } from '@rivalhold/shared/items/catalogue.ts';
import { saleValue } from '@rivalhold/shared/items/trade.ts';
import { expectAccessible, expectNoHorizontalScroll } from './browser.ts';
import {
  clickRetry,
  createPlayerAndClient,
  failNetwork,
  failWith,
  heldResponse,
  intercept,
  setRole,
} from './fixtures.ts';
import { requestAs, signUpPlayer } from './players.ts';
import { widthsOfRun } from './sample-paths.ts';
import { expect, test } from './test.ts';

/** Points of health that item 1 restores and item 12 removes, if the maximum health is 100. */
const heals = healthPoints(itemById(1)?.healShare ?? 0, 100);
const POT = 12;
const deals = healthPoints(itemById(POT)?.damageShare ?? 0, 100);
const DAGGER = 4;

for (const width of widthsOfRun(375, 1280))
  test(`the profile links to the inventory, which groups items by kind, and each player’s inventory is loaded separately, at ${width} px`, async ({
    newVisitor,
    newClient,
  }) => {
    const { here, me, other } = await createPlayerAndClient({ newVisitor, newClient }, { width });
    const { page } = here;
    const requests: string[] = [];
    page.on('request', (request) => {
      const path = new URL(request.url()).pathname;
      if (path.startsWith('/api/inventory/')) requests.push(path);
    });
    await page.goto(`/profiles/${me.id}`);
    await page.getByRole('link', { name: /^Inventory\s*2$/ }).click();
    await page.getByRole('heading', { name: 'Inventory', level: 1 }).waitFor();
    await page.getByRole('heading', { name: 'Potions' }).waitFor();
    expect(await page.getByRole('heading', { level: 2 }).allTextContents()).toEqual(['Potions', 'Utilitys']);
    const draught = page.getByRole('listitem').filter({ hasText: 'Embermint Draught' });
    expect(await draught.textContent()).toContain(`x2CommonHeals ${heals} HP`);
    await page.getByText(`Deals ${deals} Damage`).waitFor();
    await expectAccessible(page);
    await expectNoHorizontalScroll(page);
    // An item that would have no effect cannot be used.
    await draught.getByText('You’re at full health.').waitFor();
    expect(await page.getByRole('button', { name: 'Use Embermint Draught' }).isDisabled()).toBe(true);
    expect(await draught.textContent()).toContain('x2');

    // Open the other player's inventory first, and then switch to the player's own inventory without a page
    // load.
    await page.goto(`/inventory/${other.id}`);
    await page.getByText(`${other.username}’s inventory`).waitFor();
    await page.getByText('Embermint Draught').waitFor();
    expect(await page.getByRole('button', { name: /^Use/ }).count()).toBe(0);
    requests.length = 0;
    await page.getByRole('navigation').getByRole('button', { name: 'Your menu' }).click();
    await page.getByRole('link', { name: 'Inventory', exact: true }).click();
    await page.waitForURL(`**/inventory/${me.id}`);
    await page.getByRole('button', { name: 'Use Embermint Draught' }).waitFor();
    expect(requests).toContain(`/api/inventory/${me.id}`);
  });

test('the inventory offers a retry after errors, shows incomplete items, and is empty after a malformed response', async ({
  newVisitor,
}) => {
  const visitor = await newVisitor({ theme: 'light' });
  const me = await signUpPlayer(visitor);
  const { page } = visitor;
  const carried = await intercept(page, 'GET', '**/api/inventory/*');
  const held = heldResponse(failWith(403, { code: 'forbidden', message: 'Not today.' }));
  carried.answer = held.answer;
  await page.goto(`/inventory/${me.id}`);
  await page.getByText('Loading…').waitFor();
  held.release();
  await page.getByRole('alert').getByText('Not today.').waitFor();
  carried.answer = failWith(418);
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('alert').getByText('Failed to load inventory').waitFor();
  await expectAccessible(page);
  await clickRetry(page, carried, page.getByRole('button', { name: 'Try again' }));
  await page.getByText('Embermint Draught').waitFor();

  carried.answer = (route) => route.fulfill({ json: [{ id: 3, itemId: 4, qty: 2 }, { id: 900 }] });
  await page.reload();
  await page.getByRole('heading', { name: 'Gatewatch Dagger x2' }).waitFor();
  await page.getByRole('heading', { name: 'Unknown Item x1' }).waitFor();
  expect(await page.getByRole('heading', { level: 2 }).allTextContents()).toEqual(['Weapons', 'Utilitys']);
  carried.answer = (route) => route.fulfill({ json: { message: 'nothing of the kind' } });
  await page.reload();
  await page.getByText('You don’t have any items.').waitFor();
  await expectAccessible(page);
});

test('an item is used once despite a lost response and repeated presses', async ({
  newVisitor,
  site,
  newClient,
}) => {
  const visitor = await newVisitor();
  const me = await signUpPlayer(visitor);
  const { page } = visitor;
  const staff = await newClient();
  setRole(site, await signUpPlayer(staff), 'admin');
  await expect
    .poll(
      async () =>
        (await requestAs(staff, 'PUT', `/api/admin/users/${me.id}`, { health: 1, reason: null })).status,
    )
    .toBe(200);
  const using = await intercept(page, 'POST', '**/api/combat/use-item');
  const carried = await intercept(page, 'GET', '**/api/inventory/*');
  await page.goto(`/inventory/${me.id}`);
  const draught = page.getByRole('heading', { name: 'Embermint Draught x2' });
  await draught.waitFor();
  carried.answer = failNetwork;
  using.answer = (route) => route.fetch().then(() => route.abort());
  const use = page.getByRole('button', { name: 'Use Embermint Draught' });
  await use.click();
  await page.getByText('Can’t reach Rivalhold. Check your connection and try again.').waitFor();
  using.answer = null;
  await use.click();
  await page.getByText('Embermint Draught: +').waitFor();
  carried.answer = null;
  await page.reload();
  await page.getByRole('heading', { name: 'Embermint Draught x1' }).waitFor();
});

test('equipped gear is marked, and selling it requires a confirmation, pays a third of its price and updates every tab', async ({
  newVisitor,
  newClient,
}) => {
  const visitor = await newVisitor();
  const me = await signUpPlayer(visitor);
  const { page } = visitor;
  const dagger = itemById(DAGGER);
  const worth = dagger ? saleValue(dagger) : 0;
  const { body } = await requestAs<{ coins: number }>(visitor, 'POST', '/api/store/buy', { itemId: DAGGER });
  const other = await visitor.context.newPage();
  await Promise.all([page.goto(`/inventory/${me.id}`), other.goto(`/inventory/${me.id}`)]);
  const blade = (tab: typeof page) => tab.getByRole('listitem').filter({ hasText: 'Gatewatch Dagger' });
  await blade(page).getByText('Equipped').waitFor();
  await blade(other).waitFor();
  const selling = page.getByRole('button', { name: 'Sell Gatewatch Dagger' });
  await selling.press('Enter');
  const question = page.getByRole('dialog', { name: 'Sell Gatewatch Dagger?' });
  await question.getByText(`The Store pays ${worth} coins, a third of the price.`).waitFor();
  await expectAccessible(page, '[role="dialog"]');
  await question.getByRole('button', { name: 'Keep it' }).press('Enter');
  await expect(selling).toBeFocused();
  await selling.press('Enter');
  await question.getByRole('button', { name: `Sell for ${worth} coins` }).press('Enter');
  await page.getByText(`Sold Gatewatch Dagger for ${worth} coins.`).waitFor();
  await blade(page).waitFor({ state: 'detached' });
  await blade(other).waitFor({ state: 'detached' });
  await other
    .getByRole('navigation', { name: 'Main' })
    .getByRole('button', { name: `You have ${body.coins + worth} coins` })
    .waitFor();
  // After the sale, the focus is still on an element of the page.
  await expect.poll(() => page.evaluate(() => document.activeElement !== document.body)).toBe(true);
  // The page also updates when items are used elsewhere, such as in a fight.
  const rival = await signUpPlayer(await newClient());
  await requestAs(visitor, 'GET', `/api/combat/${me.id}?opponentId=${rival.id}`);
  const pot = other.getByRole('heading', { name: `${itemById(POT)?.name} x1` });
  await pot.waitFor();
  await requestAs(visitor, 'POST', '/api/combat/use-item', { itemId: POT, targetId: rival.id });
  await pot.waitFor({ state: 'detached' });
});
