import { codeFor } from './authenticator-app.ts';
import { expectAccessible, expectNoHorizontalScroll } from './browser.ts';
import { setRole } from './fixtures.ts';
import { PASSWORD, requestOk, signUpPlayer } from './players.ts';
import { expect, test } from './test.ts';

test.use({ siteEnv: { STAFF_FACTORS: 'on' }, siteName: 'step-up' });

test('an admin confirms a promotion with a code, and the promotion then succeeds', async ({
  newVisitor,
  site,
  newClient,
}) => {
  const admin = await signUpPlayer(await newClient());
  const player = await signUpPlayer(await newClient());
  setRole(site, admin, 'admin');
  const visitor = await newVisitor({ width: 375 });
  const { page } = visitor;
  await requestOk(visitor, 'POST', '/api/session', { credential: admin.username, password: PASSWORD });
  await page.goto('/admin/users');
  await page.getByText('Add a passkey or an authenticator app').waitFor();
  await expectAccessible(page);
  await expectNoHorizontalScroll(page);

  // This session logged in with only a password. Once another session has set up an authenticator app, this session
  // must confirm actions with a code.
  const other = await newClient();
  await requestOk(other, 'POST', '/api/session', { credential: admin.username, password: PASSWORD });
  const { secret } = await requestOk<{ secret: string }>(other, 'POST', '/api/second-factors/app', {
    currentPassword: PASSWORD,
  });
  await requestOk(other, 'PUT', '/api/second-factors/app', { code: codeFor(secret) });

  await page.goto('/admin/users');
  await page.getByRole('button', { name: `Promote ${player.username}` }).click();
  await page
    .getByRole('dialog', { name: `Make ${player.username} a moderator?` })
    .getByRole('button', { name: 'Promote' })
    .click();
  const question = page.getByRole('dialog', { name: 'Confirm that it’s you' });
  const code = question.getByLabel('Code from your app, or recovery code');
  await code.waitFor();
  await expectAccessible(page, '[role=dialog]');
  await code.fill('000000');
  await page.keyboard.press('Enter');
  await question.getByText('This code is wrong or was already used.').waitFor();
  await code.fill(codeFor(secret, 1));
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: `Demote ${player.username}` }).waitFor();
  await expect(question).toBeHidden();
  expect(await page.getByText('Add a passkey or an authenticator app').count()).toBe(0);
});
