import type { Page } from '@playwright/test';
import { LONG } from '../scripts/testing/long.ts';
import { expectAccessible, expectNoHorizontalScroll } from './browser.ts';
import { clickRetry, createPlayerAndClient, failNetwork, failWith, intercept } from './fixtures.ts';
import { requestAs, requestOk, signUpPlayer } from './players.ts';
import { widthsOfRun } from './sample-paths.ts';
import { expect, test } from './test.ts';

const bell = (page: Page) => page.getByRole('navigation').getByRole('button', { name: /^Notifications/ });
const unread = (page: Page, count: number) =>
  page
    .getByRole('navigation')
    .getByRole('button', {
      name: count === 0 ? 'Notifications' : `Notifications, ${count} unread`,
      exact: true,
    })
    .waitFor();
const list = (page: Page) => page.getByRole('dialog', { name: 'Notifications' });

for (const width of widthsOfRun(1280, 375))
  test(`notifications arrive live and lead to their source (${width} px)`, async ({
    newVisitor,
    newClient,
  }) => {
    const { here, me, there, other } = await createPlayerAndClient({ newVisitor, newClient }, { width });
    const { page } = here;
    await page.goto('/faq');
    await unread(page, 0);
    await bell(page).click();
    await list(page).getByText('No new notifications.').waitFor();
    if (LONG) await expectAccessible(page);

    expect((await requestAs(there, 'POST', `/api/friend-requests/${me.id}`)).status).toBe(201);
    await unread(page, 1);
    await list(page).getByText(`${other.username} wants to be friends.`).waitFor();
    await page.getByRole('log').getByText(`${other.username} wants to be friends.`).waitFor();
    for (const body of ['One', 'Two']) {
      expect(
        (await requestAs(there, 'POST', `/api/profiles/${me.id}/status/comments`, { body })).status,
      ).toBe(201);
    }
    await unread(page, 2);
    await list(page).getByText('×2').waitFor();
    const rows = list(page).getByRole('link');
    expect(await rows.first().textContent()).toContain(`${other.username} wants to be friends.`);
    expect(await rows.nth(1).textContent()).toContain(`${other.username} commented on your profile.`);
    await expectAccessible(page);
    await expectNoHorizontalScroll(page);

    // A friend request that the sender cancels disappears from the list.
    expect((await requestAs(there, 'DELETE', `/api/friend-requests/${me.id}/cancel`)).status).toBe(200);
    await unread(page, 1);
    await expect(rows).toHaveCount(1);
    expect((await requestAs(there, 'POST', `/api/friend-requests/${me.id}`)).status).toBe(201);
    await unread(page, 2);

    await list(page)
      .getByRole('link', { name: /wants to be friends/ })
      .click();
    await page.waitForURL('**/friends');
    await list(page).waitFor({ state: 'detached' });
    await unread(page, 1);
    await page.getByRole('button', { name: `Accept ${other.username}` }).waitFor();
  });

test('one notification or all notifications can be marked as read, and they stay read', async ({
  newVisitor,
  newClient,
}) => {
  const { here, me, there, other } = await createPlayerAndClient({ newVisitor, newClient });
  const third = await newClient();
  const another = await signUpPlayer(third);
  const { page } = here;
  for (const visitor of [there, third]) {
    await requestAs(visitor, 'POST', `/api/profiles/${me.id}/status/comments`, { body: 'Hail!' });
    await requestAs(visitor, 'POST', `/api/friend-requests/${me.id}`);
  }
  const reading = await intercept(page, 'PATCH', '**/api/notifications/*/read');
  await page.goto('/dashboard');
  await unread(page, 4);
  const card = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Notifications' }) });
  const rows = card.getByRole('link');
  await expect(rows).toHaveCount(4);
  const ofOther = card.getByRole('listitem').filter({ hasText: `${other.username} commented` });

  // A notification reappears if marking it as read fails.
  reading.answer = failNetwork;
  await ofOther.getByRole('button', { name: /^Mark as read/ }).click();
  await page.getByText('Failed to mark as read.').waitFor();
  await ofOther.waitFor();
  await unread(page, 4);
  reading.answer = null;
  await ofOther.getByRole('button', { name: /^Mark as read/ }).click();
  await ofOther.waitFor({ state: 'detached' });
  await unread(page, 3);
  if (LONG) await expectAccessible(page);

  // Accepting a friend request in the list removes the notification about it, and moves the focus to the next row.
  await card.getByRole('button', { name: `Accept ${another.username}` }).press('Enter');
  await unread(page, 2);
  await expect(
    card.getByRole('link', { name: new RegExp(`^${other.username} wants to be friends`) }),
  ).toBeFocused();
  await expect(rows).toHaveCount(2);
  await card.getByRole('button', { name: 'Mark all read' }).click();
  await unread(page, 0);
  await card.getByText('No new notifications.').waitFor();
  const { items } = await requestOk<{ items: unknown[] }>(here, 'GET', '/api/notifications');
  expect(items).toEqual([]);
});

test('a long list of notifications loads page by page and reports a failed load', async ({
  newVisitor,
  newClient,
}) => {
  const { here, me, there } = await createPlayerAndClient({ newVisitor, newClient });
  for (let index = 0; index < 22; index++) {
    await signUpPlayer(there);
    expect((await requestAs(there, 'POST', `/api/friend-requests/${me.id}`)).status).toBe(201);
  }
  const { page } = here;
  const loading = await intercept(page, 'GET', '**/api/notifications?*');
  await page.goto('/faq');
  await unread(page, 22);
  loading.answer = failWith(400);
  await bell(page).click();
  await list(page).getByRole('alert').getByText('Failed to load notifications.').waitFor();
  if (LONG) await expectAccessible(page);
  await clickRetry(page, loading, list(page).getByRole('button', { name: 'Try again' }));
  const rows = list(page).getByRole('link');
  await expect(rows).toHaveCount(20);
  loading.answer = failWith(400);
  await list(page).getByRole('button', { name: 'Load more' }).click();
  await list(page).getByRole('alert').getByText('Failed to load notifications.').waitFor();
  expect(await rows.count()).toBe(20);
  loading.answer = null;
  await list(page).getByRole('button', { name: 'Try again' }).press('Enter');
  await expect(rows).toHaveCount(22);
  // The button disappears with the last page, and the focus moves to the first new row.
  await expect(rows.nth(20)).toBeFocused();
  expect(await list(page).getByRole('button', { name: 'Load more' }).count()).toBe(0);
});
