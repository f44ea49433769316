import { expectAccessible, expectNoHorizontalScroll } from './browser.ts';
import { createPlayerAndClient } from './fixtures.ts';
import { messageField, messageRows, sendMessages } from './messages.ts';
import { expect, test } from './test.ts';

/** Settings that differ from those of other tests. All tests here use one site, because starting a site is slow. */
test.use({ siteEnv: { NEW_ACCOUNT_HOURS: '24', SOURCE_URL: '' }, siteName: 'other-settings' });

test('a site without a source code URL offers the code through the support address', async ({ page }) => {
  await page.goto('/support');
  await page.locator('#source').getByText('Ask for it at the address above').waitFor();
  await expectAccessible(page);
});

test('a message request is in a separate list, shows links as text, and becomes a conversation when the player accepts it', async ({
  newVisitor,
  newClient,
  site,
}) => {
  const two = await createPlayerAndClient({ newVisitor, newClient }, { width: 375 });
  const { page } = two.here;
  await sendMessages(site, two.there, two.other, two.me, ['Free coins at https://spam.example/now']);
  await page.goto('/dm');
  await page.getByText('No conversations yet').waitFor();
  await page.getByRole('button', { name: /^Message requests/ }).press('Enter');
  await page.getByRole('heading', { name: 'Message requests' }).waitFor();
  await expectAccessible(page);
  await page.getByRole('link', { name: two.other.username }).press('Enter');
  await messageRows(page, 'Free coins').waitFor();
  expect(await page.getByRole('link', { name: /spam\.example/ }).count()).toBe(0);
  const request = page.getByRole('region', { name: 'Message request' });
  await request.getByRole('button', { name: `Block ${two.other.username}` }).waitFor();
  await request.getByRole('button', { name: /^Report/ }).waitFor();
  await expectAccessible(page);
  await expectNoHorizontalScroll(page);
  await request.getByRole('button', { name: 'Accept' }).press('Enter');
  await request.waitFor({ state: 'detached' });
  await expect(messageField(page)).toBeFocused();
  await page.getByRole('link', { name: 'Back to Conversations' }).click();
  // The URL changes first, and the old page stays until the code of the next page is loaded.
  await messageField(page).waitFor({ state: 'detached' });
  await page.getByRole('link', { name: two.other.username }).waitFor();
  expect(await page.getByRole('button', { name: /^Message requests/ }).count()).toBe(0);
});
