import { readFileSync } from 'node:fs';
import { expectAccessible, expectNoHorizontalScroll } from './browser.ts';
import { PASSWORD, requestAs, signUpPlayer } from './players.ts';
import { expect, test } from './test.ts';

test('a player exports their data and deletes the account', async ({ newVisitor, newClient }) => {
  const [visitor, witness] = [await newVisitor({ width: 375, theme: 'light' }), await newClient()];
  const [me] = [await signUpPlayer(visitor), await signUpPlayer(witness)];
  const { page } = visitor;
  await page.goto(`/profiles/${me.id}/edit#your-data`);
  const data = page.locator('#your-data');
  await data.getByRole('button', { name: 'Request a copy' }).click();
  const request = page.getByRole('dialog', { name: 'Request your data' });
  await request.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await request.getByRole('button', { name: 'Request a copy' }).click();
  const link = data.getByRole('link', { name: 'Download' });
  await link.waitFor();
  await data
    .getByRole('status')
    .getByText(/^Your copy is ready: .+ It will be deleted on /)
    .waitFor();
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
  expect(download.suggestedFilename()).toMatch(/^rivalhold-.+\.zip$/);
  expect(
    readFileSync(await download.path())
      .subarray(0, 4)
      .toString('latin1'),
  ).toBe('PK\x03\x04');

  await page.getByRole('button', { name: 'Delete my account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
  const field = dialog.getByLabel('Password', { exact: true });
  await expect(field).toBeFocused();
  await expectAccessible(page);
  await expectNoHorizontalScroll(page);
  await field.fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Delete permanently' }).click();
  await page.getByText('Your account is deleted.').waitFor();
  await page.waitForURL('/');

  const body = { credential: me.username, password: PASSWORD };
  expect((await requestAs(visitor, 'POST', '/api/session', body)).status).toBe(401);
  expect((await requestAs(witness, 'GET', `/api/profiles/${me.id}`)).status).toBe(404);
});
