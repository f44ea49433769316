import { healthPoints, itemById } from '@rivalhold/shared/items/catalogue.ts';
import { saleValue } from '@rivalhold/shared/items/trade.ts';
import { expectAccessible, expectNoHorizontalScroll } from './browser.ts';
import { requestOk, signUpPlayer } from './players.ts';
import { widthsOfRun } from './sample-paths.ts';
import { expect, test } from './test.ts';

/** Points of health that item 1 restores, if the maximum health is 100. */
const heals = healthPoints(itemById(1)?.healShare ?? 0, 100);
const POT = 12;
const DAGGER = 4;

for (const width of widthsOfRun(375, 1280))
  test(`a player opens the inventory from the profile, confirms a sale of gear, and every tab updates (${width} px)`, async ({
    newVisitor,
    newClient,
  }) => {
    const visitor = await newVisitor({ width, theme: 'light' });
    const me = await signUpPlayer(visitor);
    const { page } = visitor;
    const dagger = itemById(DAGGER);
    const worth = dagger ? saleValue(dagger) : 0;
    await requestOk(visitor, 'POST', '/api/store/buy', { itemId: DAGGER });
    const other = await visitor.context.newPage();
    await Promise.all([page.goto(`/profiles/${me.id}`), other.goto(`/inventory/${me.id}`)]);
    await page.getByRole('link', { name: /^Inventory\s*3$/ }).click();
    await page.getByRole('heading', { name: 'Inventory', level: 1 }).waitFor();
    await page.getByRole('heading', { name: 'Potions' }).waitFor();
    expect(await page.getByRole('heading', { level: 2 }).allTextContents()).toEqual([
      'Potions',
      'Weapons',
      'Utilitys',
    ]);
    const draught = page.getByRole('listitem').filter({ hasText: 'Embermint Draught' });
    expect(await draught.textContent()).toContain(`x2CommonHeals ${heals} HP`);
    const blade = (tab: typeof page) => tab.getByRole('listitem').filter({ hasText: 'Gatewatch Dagger' });
    await blade(page).getByText('Equipped').waitFor();
    await expectAccessible(page);
    await expectNoHorizontalScroll(page);

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
    // After the sale, the focus is still on an element of the page.
    await expect.poll(() => page.evaluate(() => document.activeElement !== document.body)).toBe(true);

    // The page also updates when items are used elsewhere, such as in a fight.
    const rival = await signUpPlayer(await newClient());
    await requestOk(visitor, 'GET', `/api/combat/${me.id}?opponentId=${rival.id}`);
    const pot = other.getByRole('heading', { name: `${itemById(POT)?.name} x1` });
    await pot.waitFor();
    await requestOk(visitor, 'POST', '/api/combat/use-item', { itemId: POT, targetId: rival.id });
    await pot.waitFor({ state: 'detached' });
  });
