import type { Page } from '@playwright/test';
import { expectAccessible, expectNoHorizontalScroll } from './browser.ts';
import { createPlayerAndClient } from './fixtures.ts';
import { requestOk } from './players.ts';
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
  test(`notifications arrive live, lead to their source, and are marked as read (${width} px)`, async ({
    newVisitor,
    newClient,
  }) => {
    const { here, me, there, other } = await createPlayerAndClient({ newVisitor, newClient }, { width });
    const { page } = here;
    await page.goto('/faq');
    await unread(page, 0);
    await bell(page).click();
    await list(page).getByText('No new notifications.').waitFor();

    await requestOk(there, 'POST', `/api/friend-requests/${me.id}`);
    await unread(page, 1);
    const rows = list(page).getByRole('link');
    const request = `${other.username} wants to be friends.`;
    await expect(rows).toContainText([request]);
    await page.getByRole('log').getByText(request).waitFor();
    for (const body of ['One', 'Two'])
      await requestOk(there, 'POST', `/api/profiles/${me.id}/status/comments`, { body });
    await unread(page, 2);
    await list(page).getByText('×2').waitFor();
    await expect(rows).toContainText([request, `${other.username} commented on your profile.`]);
    await expectAccessible(page);
    await expectNoHorizontalScroll(page);

    // A friend request that the sender cancels disappears from the list.
    await requestOk(there, 'DELETE', `/api/friend-requests/${me.id}/cancel`);
    await unread(page, 1);
    await expect(rows).toHaveCount(1);
    await requestOk(there, 'POST', `/api/friend-requests/${me.id}`);
    await unread(page, 2);
    await rows.filter({ hasText: request }).click();
    await page.waitForURL('**/friends');
    await list(page).waitFor({ state: 'detached' });
    await unread(page, 1);

    await bell(page).click();
    await list(page).getByRole('button', { name: 'Mark all read' }).click();
    await unread(page, 0);
    await list(page).getByText('No new notifications.').waitFor();
    // Poll the server, because the page shows the change before the server has stored it.
    const stored = () => requestOk(here, 'GET', '/api/notifications');
    await expect.poll(stored).toMatchObject({ items: [] });
  });
