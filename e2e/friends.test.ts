import type { Page } from '@playwright/test';
import { expectAccessible, expectNoHorizontalScroll } from './browser.ts';
import {
  befriend,
  clickRetry,
  createPlayerAndClient,
  createTwoPlayers,
  extendLiveTimeout,
  failWith,
  heldResponse,
  intercept,
  openProfile,
} from './fixtures.ts';
import { requestAs } from './players.ts';
import { widthsOfRun } from './sample-paths.ts';
import { navigate } from './steps.ts';
import { expect, test } from './test.ts';

const WIDTHS = widthsOfRun(1280, 375);

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

for (const width of WIDTHS)
  test(`each step of a friendship appears on both sides immediately (${width} px)`, async ({
    newVisitor,
  }) => {
    const { here, me, there, other } = await createTwoPlayers(newVisitor, { width });
    await openFriends(there.page);
    await there.page.getByText('No friend requests.').waitFor();
    await there.page.getByText('No friends yet').waitFor();
    await openProfile(here.page, other.id);

    // Send a request, cancel it, send another request, and decline it.
    await button(here.page, 'Add Friend').click();
    await button(here.page, 'Requested…').waitFor();
    await button(there.page, `Accept ${me.username}`).waitFor();
    await expectAccessible(there.page);
    await button(here.page, 'Requested…').click();
    await there.page.getByText('No friend requests.').waitFor();
    await button(here.page, 'Add Friend').click();
    await button(there.page, `Decline ${me.username}`).press('Enter');
    // The button disappears with the request, and the focus moves to the card that contained it.
    await there.page.getByText('No friend requests.').waitFor();
    const focus = card(there.page, 'Friend requests').evaluate((element) =>
      element.contains(document.activeElement),
    );
    expect(await focus).toBe(true);
    await button(here.page, 'Add Friend').waitFor();

    // Send another request. The recipient follows the link on the sender's profile to /friends, and accepts the request
    // there.
    await openProfile(there.page, me.id);
    await button(here.page, 'Add Friend').click();
    await there.page.getByRole('link', { name: 'Respond', exact: true }).click();
    await there.page.waitForURL('**/friends');
    await button(there.page, `Accept ${me.username}`).click();
    await button(here.page, 'Friends ✓').waitFor();
    await card(here.page, 'Recent Activity').getByText('is now friends with').first().waitFor();
    const friend = card(there.page, 'Your friends').getByRole('listitem').filter({ hasText: me.username });
    await friend.getByText('Online').waitFor();
    await friend.getByRole('button', { name: 'Friends ✓' }).waitFor();

    // A friend is removed after a confirmation, and disappears on both sides.
    await openFriends(here.page);
    await expectAccessible(here.page);
    await expectNoHorizontalScroll(here.page);
    await button(here.page, 'Friends ✓').click();
    const confirmation = question(here.page, `Remove ${other.username} from your friends?`);
    await expectAccessible(here.page);
    await confirmation.getByRole('button', { name: 'Cancel' }).click();
    await confirmation.waitFor({ state: 'detached' });
    await button(here.page, 'Friends ✓').click();
    await confirmation.getByRole('button', { name: 'Remove' }).click();
    await here.page.getByText('No friends yet').waitFor();
    await there.page.getByText('No friends yet').waitFor();
  });

test('the lists of friends and requests load once when the friends page opens, and once more after the player sends a friend request', async ({
  newVisitor,
  newClient,
}) => {
  const { here, there, other } = await createPlayerAndClient({ newVisitor, newClient });
  await extendLiveTimeout(here.page);
  const requests: string[] = [];
  here.page.on(
    'request',
    (request) => request.method() === 'GET' && requests.push(new URL(request.url()).pathname),
  );
  await openFriends(here.page);
  const lists = ['/api/friendships', '/api/friend-requests', '/api/friend-requests/outgoing'];
  const counts = ['/api/notifications/unread-counts', '/api/dms/unread/count'];
  const loads = () => [...lists, ...counts].map((load) => requests.filter((path) => path === load).length);
  await expect.poll(loads).toEqual([1, 1, 1, 1, 1]);
  await here.page.waitForLoadState('networkidle');
  expect(loads()).toEqual([1, 1, 1, 1, 1]);

  await navigate(here.page, `/profiles/${other.id}`);
  const addFriend = button(here.page, 'Add Friend');
  await addFriend.waitFor();
  requests.length = 0;
  await addFriend.click();
  await button(here.page, 'Requested…').waitFor();
  const listLoads = () => loads().slice(0, lists.length);
  await expect.poll(listLoads).toEqual([1, 1, 1]);
  // The live event about the new request does not reload the lists again.
  await requestAs(there, 'GET', '/api/session');
  expect(listLoads()).toEqual([1, 1, 1]);
});

test('simultaneous requests make both players friends, and a friend’s online status updates live', async ({
  newVisitor,
}) => {
  const { here, me, there, other } = await createTwoPlayers(newVisitor);
  await Promise.all([openProfile(here.page, other.id), openProfile(there.page, me.id)]);
  // Hold the requests until both are sent, because the first request would change the other player's button.
  const held = heldResponse();
  for (const { page } of [here, there]) {
    const asking = await intercept(page, 'POST', '**/api/friend-requests/*');
    asking.answer = held.answer;
    const sent = page.waitForRequest(
      (request) => request.method() === 'POST' && /friend-requests\/\d+$/.test(request.url()),
    );
    await button(page, 'Add Friend').click();
    await sent;
  }
  held.release();
  await Promise.all([button(here.page, 'Friends ✓').waitFor(), button(there.page, 'Friends ✓').waitFor()]);

  await navigate(here.page, '/friends');
  await here.page.getByRole('region', { name: 'Online' }).getByText(other.username).waitFor();
  await there.page.goto('about:blank');
  await here.page.getByRole('region', { name: 'Offline' }).getByText(other.username).waitFor();
  await openProfile(there.page, me.id);
  await here.page.getByRole('region', { name: 'Online' }).getByText(other.username).waitFor();

  await navigate(here.page, '/dashboard');
  const friends = card(here.page, 'Friends online');
  await friends.getByRole('link', { name: other.username }).first().click();
  const quickView = here.page.getByRole('dialog', { name: other.username });
  await quickView.getByText(`${other.username} is online`).waitFor();
  await there.page.goto('about:blank');
  await quickView.getByText(`${other.username} is online`).waitFor({ state: 'detached' });
  await here.page.keyboard.press('Escape');
  await friends.getByText('None of your friends are online.').waitFor();
  await openProfile(there.page, me.id);

  await navigate(here.page, `/directory?search=${other.username}`);
  await button(here.page, 'Friends ✓').waitFor();
  await here.page.getByRole('link', { name: other.username, exact: true }).click();
  const view = here.page.getByRole('dialog', { name: other.username });
  await button(there.page, 'Friends ✓').click();
  await question(there.page, /^Remove/)
    .getByRole('button', { name: 'Remove' })
    .click();
  await view.getByRole('button', { name: 'Add Friend' }).click();
  await view.getByRole('button', { name: 'Requested…' }).waitFor();
  await there.page.getByRole('link', { name: 'Respond', exact: true }).waitFor();
});

test('friends are found by name, and failed loads can be retried', async ({ newVisitor, newClient }) => {
  const { here, there, me, other } = await createPlayerAndClient({ newVisitor, newClient });
  await befriend(here, me, there, other);
  const { page } = here;
  const lists = await intercept(page, 'GET', '**/api/friendships');
  lists.answer = failWith(400);
  await page.goto('/friends');
  await page.getByRole('alert').getByText('Failed to load your friends.').waitFor();
  await clickRetry(page, lists, page.getByRole('button', { name: 'Try again' }).first());
  const search = page.getByLabel('Search your friends');
  await search.fill('nobody at all');
  await page.getByText('No friends match.').waitFor();
  await button(page, 'Clear search').click();
  await search.fill(other.username.slice(2).toUpperCase());
  await card(page, 'Your friends').getByRole('link', { name: other.username, exact: true }).waitFor();

  // The focus moves to the first of the newly loaded friends.
  const { body: friends } = await requestAs<object[]>(here, 'GET', '/api/friendships');
  const named = (id: number) => ({ ...friends[0], id, username: `Friend${id}` });
  lists.answer = (route) =>
    route.fulfill({ json: Array.from({ length: 120 }, (_, at) => named(1_001 + at)) });
  await page.goto('/friends');
  for (const first of [1_051, 1_101]) {
    await button(page, 'Show more').press('Enter');
    const link = page.getByRole('link', { name: `Friend${first}`, exact: true });
    await expect(link).toBeFocused();
  }

  // Open the page through the player's own profile.
  await openProfile(page, me.id);
  await page.getByRole('link', { name: 'View Friends' }).click();
  await page.waitForURL('**/friends');
});

for (const width of WIDTHS)
  test(`a player is blocked and unblocked (${width} px)`, async ({ newVisitor }) => {
    const { here, me, there, other } = await createTwoPlayers(newVisitor, { width });
    await befriend(here, me, there, other);
    await openFriends(there.page);
    await button(there.page, 'Friends ✓').waitFor();
    const { page } = here;
    const block = button(page, `Block ${other.username}`);
    const unblock = button(page, `Unblock ${other.username}`);
    const confirmation = question(page, `Block ${other.username}?`);

    // Block on the profile, after a confirmation, and unblock without one.
    await openProfile(page, other.id);
    await block.click();
    await confirmation.getByText('The player isn’t notified').waitFor();
    await expectAccessible(page);
    await expectNoHorizontalScroll(page);
    await confirmation.getByRole('button', { name: 'Cancel' }).click();
    await confirmation.waitFor({ state: 'detached' });
    const missing: string[] = [];
    page.on('response', (answer) => answer.status() === 404 && missing.push(answer.url()));
    await block.click();
    await confirmation.getByRole('button', { name: 'Block', exact: true }).click();
    await page.getByRole('heading', { name: `You have blocked ${other.username}.` }).waitFor();
    await page.waitForLoadState('networkidle');
    expect(missing).toEqual([]);
    await expectAccessible(page);
    await there.page.getByText('No friends yet').waitFor();
    await navigate(there.page, `/profiles/${me.id}`);
    await there.page.getByText('Player not found.').waitFor();
    await page.reload();
    await unblock.click();
    await button(page, 'Add Friend').waitFor();

    // Block in the quick view.
    await navigate(page, '/directory');
    await page.getByLabel('Username').fill(other.username);
    await page.getByRole('link', { name: other.username, exact: true }).click();
    const view = page.getByRole('dialog', { name: other.username });
    await view.getByText('ATK').waitFor();
    await block.click();
    await confirmation.getByRole('button', { name: 'Block', exact: true }).click();
    await view.getByText(`You have blocked ${other.username}.`).waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await view.waitFor({ state: 'detached' });

    // Unblock in the list of blocked players.
    await navigate(page, `/profiles/${me.id}/edit`);
    await unblock.waitFor();
    await expectNoHorizontalScroll(page);
    await unblock.click();
    await page.getByText('You haven’t blocked anyone.').waitFor();
    expect((await requestAs(there, 'GET', `/api/profiles/${me.id}`)).status).toBe(200);
  });
