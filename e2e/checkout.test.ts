import type { Page } from '@playwright/test';
import { expectAccessible, expectNoHorizontalScroll } from './browser.ts';
import { signUpPlayer } from './players.ts';
import { widthsOfRun } from './sample-paths.ts';
import { expect, test } from './test.ts';

const buyButton = (page: Page, pack: 'Small' | 'Medium' | 'Large') =>
  page.getByRole('button', { name: new RegExp(`: ${pack} pack,`) });
const balance = (page: Page) => page.getByRole('region', { name: 'Your coin balance' });
/** Open the test payment page for a pack. */
async function toPayment(page: Page, pack: 'Small' | 'Medium' | 'Large') {
  await buyButton(page, pack).click();
  await page.waitForURL('**/sandbox-pay/*');
  await page.getByRole('heading', { name: 'Test payment' }).waitFor();
}

for (const width of widthsOfRun(375, 1280))
  test(`a player receives the coins of a paid pack (${width} px)`, async ({ newVisitor }) => {
    const visitor = await newVisitor({ width, theme: width === 375 ? 'light' : 'dark' });
    const { page } = visitor;
    await signUpPlayer(visitor);
    await page.goto('/coinstore');
    await buyButton(page, 'Large').waitFor();
    await balance(page).getByText('You have 50 coins').waitFor();
    for (const words of [
      '260 coins',
      '$19.99',
      'Coins are non-refundable',
      '18 or older',
      '0 of 5 packs bought',
    ])
      await page.getByText(words).first().waitFor();
    await expectAccessible(page);
    await expectNoHorizontalScroll(page);

    await toPayment(page, 'Medium');
    await page.getByText('TEST – you won’t be charged').first().waitFor();
    await page.getByText('$9.99').waitFor();
    await expectAccessible(page);
    await expectNoHorizontalScroll(page);
    await page.getByRole('button', { name: 'Pay' }).click();
    await page.waitForURL('**/purchase/success?session_id=*');
    await page.getByRole('heading', { name: 'Thank you!' }).waitFor();
    await page.getByText('120 coins were added to your balance.').waitFor();
    await balance(page).getByText('You have 170 coins').waitFor();

    await page.getByRole('link', { name: 'Buy more coins' }).click();
    await page.getByText('1 of 5 packs bought').waitFor();
    await page.getByLabel('Packs in 24 hours').selectOption('1');
    await page.getByRole('button', { name: 'Set limit' }).click();
    await page.getByText('1 of 1 pack bought').waitFor();
    await buyButton(page, 'Small').click();
    await page.getByText('Your limit is 1 pack in 24 hours').waitFor();
  });

test('a double click opens one payment, going back keeps the payment open, and a declined payment adds no coins', async ({
  newVisitor,
}) => {
  const visitor = await newVisitor({ width: 768 });
  const { page } = visitor;
  await signUpPlayer(visitor);
  await page.goto('/coinstore');
  const requests: string[] = [];
  page.on('request', (request) => request.url().endsWith('/create-session') && requests.push(request.url()));
  await buyButton(page, 'Small').dblclick();
  await page.waitForURL('**/sandbox-pay/*');
  expect(requests).toHaveLength(1);
  const address = page.url();
  await page.getByRole('button', { name: 'Back' }).click();
  await page.waitForURL('**/purchase/cancel');
  await page.getByRole('heading', { name: 'Payment cancelled' }).waitFor();
  await page.getByRole('link', { name: 'Back to Buy Coins' }).click();
  await toPayment(page, 'Small');
  expect(page.url()).toBe(address);

  await page.getByRole('button', { name: 'Decline' }).click();
  await page.waitForURL('**/purchase/cancel');
  await page.goto(address);
  await page.getByText('This payment was declined or cancelled.').waitFor();
  expect(await page.getByRole('button').allTextContents()).toEqual(['Back']);
  await page.goto(`/purchase/success?session_id=${address.split('/').at(-1)}`);
  await page.getByText('it adds no coins').waitFor();
  await balance(page).getByText('You have 50 coins').waitFor();
});
