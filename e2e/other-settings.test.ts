import { expectAccessible, expectNoHorizontalScroll } from './browser.ts';
import { createTwoPlayers } from './fixtures.ts';
import { messageField, messageRows, openChat, sendMessage } from './messages.ts';
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
}) => {
  const { here, me, there, other } = await createTwoPlayers(newVisitor);
  await openChat(here.page, other.id);
  await sendMessage(here.page, 'Free coins at https://spam.example/now');
  await messageRows(here.page, 'Free coins').waitFor();

  await there.page.setViewportSize({ width: 375, height: 700 });
  await there.page.goto('/dm');
  await there.page.getByText('No conversations yet').waitFor();
  await there.page.getByRole('button', { name: /^Message requests/ }).press('Enter');
  await there.page.getByRole('heading', { name: 'Message requests' }).waitFor();
  await expectAccessible(there.page);
  await there.page.getByRole('link', { name: me.username }).press('Enter');
  await messageRows(there.page, 'Free coins').waitFor();
  expect(await there.page.getByRole('link', { name: /spam\.example/ }).count()).toBe(0);
  const request = there.page.getByRole('region', { name: 'Message request' });
  await request.getByRole('button', { name: `Block ${me.username}` }).waitFor();
  await request.getByRole('button', { name: /^Report/ }).waitFor();
  await expectAccessible(there.page);
  await expectNoHorizontalScroll(there.page);
  await request.getByRole('button', { name: 'Accept' }).press('Enter');
  await request.waitFor({ state: 'detached' });
  await expect(messageField(there.page)).toBeFocused();
  await there.page.getByRole('link', { name: 'Back to Conversations' }).click();
  // The URL changes first, and the old page stays until the code of the next page is loaded.
  await messageField(there.page).waitFor({ state: 'detached' });
  await there.page.getByRole('link', { name: me.username }).waitFor();
  expect(await there.page.getByRole('button', { name: /^Message requests/ }).count()).toBe(0);
});
