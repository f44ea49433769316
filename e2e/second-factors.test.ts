import type { CDPSession, Page } from '@playwright/test';
import { codeFor } from './authenticator-app.ts';
import { expectAccessible, expectNoHorizontalScroll, type Visitor } from './browser.ts';
import { PASSWORD, signUpPlayer } from './players.ts';
import { navigate, signIn, signOut } from './steps.ts';
import { expect, test } from './test.ts';

type Authenticator = { cdp: CDPSession; id: string };

/** Add a virtual authenticator to a page. The authenticator confirms every request. */
async function addAuthenticator({ page, context }: Visitor): Promise<Authenticator> {
  const cdp = await context.newCDPSession(page);
  await cdp.send('WebAuthn.enable', { enableUI: false });
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { cdp, id: authenticatorId };
}

const card = (page: Page) => page.locator('#two-step-login');

test('a player adds a passkey, logs in with it, and removes it', async ({ newVisitor, site }) => {
  // Open the site as localhost, because browsers do not allow passkeys for an IP address.
  const visitor = await newVisitor({ url: site.url.replace('127.0.0.1', 'localhost') });
  const { page } = visitor;
  const player = await signUpPlayer(visitor);
  const { cdp, id: authenticatorId } = await addAuthenticator(visitor);
  await page.goto('/settings');
  await card(page).getByRole('button', { name: 'Add passkey' }).click();
  const proof = page.getByRole('dialog', { name: 'Add passkey' });
  await proof.getByLabel('Current password').fill(PASSWORD);
  await proof.getByRole('button', { name: 'Continue', exact: true }).click();
  await page.getByRole('button', { name: 'I’ve saved the codes' }).click();
  await card(page).getByText('10 codes left').waitFor();
  await card(page).getByText('never used').waitFor();

  // Turn off automatic confirmation. Otherwise, the browser would log in by itself while the form is filled in.
  await cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled: false });
  await signOut(page, player.username);
  await signIn(page, player.username);
  const dialog = page.getByRole('dialog', { name: 'Welcome back' });
  await dialog.getByText('Log in with your passkey, or enter a recovery code.').waitFor();
  await expect(dialog.getByLabel('Code from your app, or recovery code')).toBeFocused();
  await expectAccessible(page, '[role=dialog]');
  await cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled: true });
  await dialog.getByRole('button', { name: 'Log in with a passkey' }).click();
  await page.waitForURL('**/dashboard');

  await navigate(page, '/settings');
  await card(page).getByText('last used').waitFor();
  const remove = card(page).getByRole('button', { name: /^Remove / });
  await remove.click();
  await page.getByRole('dialog').getByRole('button', { name: 'Use a passkey instead' }).click();
  await remove.waitFor({ state: 'detached' });
});

test('a site at an IP address offers only an authenticator app, which a player sets up and uses to log in', async ({
  newVisitor,
}) => {
  const visitor = await newVisitor({ width: 375 });
  const { page } = visitor;
  const player = await signUpPlayer(visitor);
  await page.goto('/settings');
  await card(page).getByText('Browsers allow passkeys only on a site with a domain name').waitFor();
  expect(await card(page).getByRole('button', { name: 'Add passkey' }).count()).toBe(0);
  await card(page).getByRole('button', { name: 'Set up app' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Set up an authenticator app' });
  await expect(dialog.getByLabel('Current password')).toBeFocused();
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Enter');
  await dialog.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor();
  await expectAccessible(page, '[role=dialog]');
  await expectNoHorizontalScroll(page);
  const secret = (await dialog.locator('code').textContent()) ?? '';
  await expect(dialog.getByLabel('Code')).toBeFocused();
  await page.keyboard.type(codeFor(secret));
  await page.keyboard.press('Enter');
  const savedCodes = page.getByRole('dialog', { name: 'Save your recovery codes' });
  await expect(savedCodes.getByRole('button', { name: 'I’ve saved the codes' })).toBeFocused();
  await expectAccessible(page, '[role=dialog]');
  await page.keyboard.press('Enter');
  await card(page).getByText('10 codes left').waitFor();
  await expect(page.locator('body')).not.toBeFocused();
  await expectAccessible(page);

  await signOut(page, player.username);
  await signIn(page, player.username);
  const login = page.getByRole('dialog', { name: 'Welcome back' });
  expect(await login.getByRole('button', { name: 'Log in with a passkey' }).count()).toBe(0);
  // The code that completed the setup cannot be used again, so use the next one.
  await login.getByLabel('Code from your app, or recovery code').fill(codeFor(secret, 1));
  await page.keyboard.press('Enter');
  await page.waitForURL('**/dashboard');
});
