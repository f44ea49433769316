import { expectAccessible, expectNoHorizontalScroll } from './browser.ts';
import { createTwoPlayers } from './fixtures.ts';
import { messageField, messageRows, openChat, sendMessage } from './messages.ts';
import { PASSWORD, uniqueUsername } from './players.ts';
import { openDialog } from './steps.ts';
import { expect, test } from './test.ts';

test.describe('a message request', () => {
  test.use({ siteEnv: { NEW_ACCOUNT_HOURS: '24' }, siteName: 'new-accounts' });

  test('has its own list, links as text, and becomes a conversation when it is accepted', async ({
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
    await there.page.getByRole('link', { name: me.username }).waitFor();
    expect(await there.page.getByRole('button', { name: /^Message requests/ }).count()).toBe(0);
  });
});

test.describe('a flood of sign-ups', () => {
  test.use({ siteEnv: { RATE_LIMITS: 'on', SIGN_UPS_PER_HOUR: '1' }, siteName: 'sign-up-flood' });

  test('makes the browser solve a captcha, which needs nothing but patience', async ({ newVisitor }) => {
    const [first, second] = [await newVisitor(), await newVisitor()];
    const challenges: string[] = [];
    for (const { page } of [first, second]) {
      page.on(
        'request',
        (request) => request.url().endsWith('/api/captcha') && challenges.push(request.url()),
      );
      const dialog = await openDialog(page, 'Sign Up', 'Create Your Character');
      const username = uniqueUsername();
      await dialog.getByLabel('Email').fill(`${username}@example.com`);
      await dialog.getByLabel('Username').fill(username);
      await dialog.getByLabel('First name').fill('Test');
      await dialog.getByLabel('Last name').fill('Player');
      await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD);
      await dialog.getByLabel('Confirm password').fill(PASSWORD);
      await dialog.getByRole('button', { name: 'Sign Up', exact: true }).press('Enter');
      await page.waitForURL('**/dashboard');
    }
    expect(challenges).toHaveLength(1);
  });
});
