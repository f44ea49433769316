import type { Page } from '@playwright/test';
import { expectAccessible, expectNoHorizontalScroll } from './browser.ts';
import { befriend, createPlayerAndClient, createTwoPlayers, openProfile } from './fixtures.ts';
import { requestAs } from './players.ts';
import { navigate } from './steps.ts';
import { expect, test } from './test.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const card = (page: Page, name: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name, level: 2 }) });
const question = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });

/** Open /friends, and wait until all lists are loaded. */
async function openFriends(page: Page): Promise<void> {
  await page.goto('/friends');
  await page.getByRole('heading', { name: 'Friends', level: 1 }).waitFor();
  await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' });
}

test('each step of a friendship appears on both sides immediately, and a friend’s online status updates live', async ({
  newVisitor,
}) => {
  const { here, me, there, other } = await createTwoPlayers(newVisitor, { width: 375 });
  const { page } = here;
  await Promise.all([openFriends(page), openProfile(there.page, me.id)]);

  // The other player sends a request. Decline it, and accept the next one.
  await button(there.page, 'Add Friend').click();
  await button(page, `Decline ${other.username}`).press('Enter');
  // The button disappears with the request, and the focus moves to the card that contained it.
  await page.getByText('No friend requests.').waitFor();
  const hasFocus = () =>
    card(page, 'Friend requests').evaluate((element) => element.contains(document.activeElement));
  await expect.poll(hasFocus).toBe(true);
  await button(there.page, 'Add Friend').click();
  await button(page, `Accept ${other.username}`).click();
  await button(there.page, 'Friends ✓').waitFor();
  await card(there.page, 'Recent Activity').getByText('is now friends with').first().waitFor();

  await page.getByRole('region', { name: 'Online' }).getByText(other.username).waitFor();
  await expectAccessible(page);
  await expectNoHorizontalScroll(page);
  await there.page.goto('about:blank');
  await page.getByRole('region', { name: 'Offline' }).getByText(other.username).waitFor();

  // A friend is removed after a confirmation.
  await button(page, 'Friends ✓').click();
  const confirmation = question(page, `Remove ${other.username} from your friends?`);
  await confirmation.getByRole('button', { name: 'Remove' }).click();
  await page.getByText('No friends yet').waitFor();
});

test('a player blocks a friend, which ends the friendship, and later unblocks them', async ({
  newVisitor,
  newClient,
}) => {
  const { here, me, there, other } = await createPlayerAndClient({ newVisitor, newClient }, { width: 375 });
  await befriend(here, me, there, other);
  const { page } = here;
  const unblock = button(page, `Unblock ${other.username}`);

  // Block the player on their profile, which requires a confirmation.
  await openProfile(page, other.id);
  const missing: string[] = [];
  page.on('response', (answer) => answer.status() === 404 && missing.push(answer.url()));
  await button(page, `Block ${other.username}`).click();
  const confirmation = question(page, `Block ${other.username}?`);
  await confirmation.getByText('The player isn’t notified').waitFor();
  await expectNoHorizontalScroll(page);
  await confirmation.getByRole('button', { name: 'Block', exact: true }).click();
  await page.getByRole('heading', { name: `You have blocked ${other.username}.` }).waitFor();
  await page.waitForLoadState('networkidle');
  expect(missing).toEqual([]);
  await expectAccessible(page);
  const statusForOther = async () => (await requestAs(there, 'GET', `/api/profiles/${me.id}`)).status;
  expect(await statusForOther()).toBe(404);
  expect((await requestAs(there, 'GET', '/api/friendships')).body).toEqual([]);

  // Unblock the player in the list of blocked players, which requires no confirmation.
  await navigate(page, `/profiles/${me.id}/edit`);
  await unblock.waitFor();
  await expectNoHorizontalScroll(page);
  await unblock.click();
  await page.getByText('You haven’t blocked anyone.').waitFor();
  expect(await statusForOther()).toBe(200);
  await navigate(page, `/profiles/${other.id}`);
  await button(page, 'Add Friend').waitFor();
});
