import type { CDPSession, Page } from '@playwright/test';
import { codeFor } from './authenticator-app.ts';
import { expectAccessible, expectNoHorizontalScroll, type NewVisitor, type Visitor } from './browser.ts';
import { type Client, PASSWORD, type Player, requestOk, signUpPlayer } from './players.ts';
import type { Site } from './site.ts';
import { openDialog, signIn, signOut } from './steps.ts';
import { expect, test } from './test.ts';

/** Open a browser at `localhost`, because browsers allow no passkeys for an IP address. */
const atLocalhost = (newVisitor: NewVisitor, site: Site, width = 1280): Promise<Visitor> =>
  newVisitor({ url: site.url.replace('127.0.0.1', 'localhost'), width });

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

/** Confirm a change with the password. */
async function prove(page: Page, title: string, button: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: title });
  await dialog.getByLabel('Current password').fill(PASSWORD);
  await dialog.getByRole('button', { name: button, exact: true }).click();
}

/** Add the first passkey on the settings page, and return the recovery codes. */
async function addPasskey(page: Page): Promise<string[]> {
  await page.goto('/settings');
  await card(page).getByRole('button', { name: 'Add passkey' }).click();
  await prove(page, 'Add passkey', 'Continue');
  return saveCodes(page);
}

async function saveCodes(page: Page): Promise<string[]> {
  const dialog = page.getByRole('dialog', { name: 'Save your recovery codes' });
  await dialog.waitFor();
  await expectAccessible(page, '[role=dialog]');
  const codes = await dialog.getByRole('listitem').allTextContents();
  await dialog.getByRole('button', { name: 'I’ve saved the codes' }).click();
  await dialog.waitFor({ state: 'detached' });
  return codes;
}

const confirmEmail = async (site: Site, client: Client, player: Player) => {
  const link = /\/confirm-email\/([\w-]+)/;
  const token = link.exec(await site.mailTo(player.email, link))?.[1];
  await requestOk(client, 'POST', `/api/users/confirm-email/${token}`);
};

test('a passkey is added, renamed and removed, and a login is completed with the passkey or an unused recovery code', async ({
  newVisitor,
  site,
}) => {
  const visitor = await atLocalhost(newVisitor, site);
  const { page } = visitor;
  const player = await signUpPlayer(visitor);
  const { cdp, id: authenticatorId } = await addAuthenticator(visitor);
  const codes = await addPasskey(page);
  expect(codes).toHaveLength(10);
  const recoveryCode = codes[0]?.toLowerCase() ?? '';
  await card(page).getByText('10 codes left').waitFor();
  await card(page).getByText('never used').waitFor();
  await expectAccessible(page);

  // The browser must not log in by itself while the form is filled in.
  await cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled: false });
  await signOut(page, player.username);
  await signIn(page, player.username);
  const dialog = page.getByRole('dialog', { name: 'Welcome back' });
  const code = dialog.getByLabel('Code from your app, or recovery code');
  await code.fill(recoveryCode);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/dashboard');
  await signOut(page, player.username);
  await signIn(page, player.username);
  await dialog.getByText('Log in with your passkey, or enter a recovery code.').waitFor();
  await expect(code).toBeFocused();
  await expectAccessible(page, '[role=dialog]');
  await code.fill(recoveryCode);
  await page.keyboard.press('Enter');
  await dialog.getByText('This code is wrong or was already used.').waitFor();
  await cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled: true });
  await dialog.getByRole('button', { name: 'Log in with a passkey' }).click();
  await page.waitForURL('**/dashboard');

  await page.goto('/settings');
  await card(page).getByText('last used').waitFor();
  await card(page)
    .getByRole('button', { name: /^Rename / })
    .click();
  const rename = page.getByRole('dialog', { name: 'Rename passkey' });
  await rename.getByLabel('Name').fill('My laptop');
  await page.keyboard.press('Enter');
  await card(page).getByText('My laptop').waitFor();
  await card(page).getByRole('button', { name: 'Remove My laptop' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Use a passkey instead' }).click();
  await card(page).getByText('My laptop').waitFor({ state: 'detached' });
  // The browser must not use the removed passkey by itself.
  await cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled: false });
  await signOut(page, player.username);
  await signIn(page, player.username);
  await page.waitForURL('**/dashboard');
});

test('a site at an IP address offers only an authenticator app, which a player sets up by keyboard and uses to log in', async ({
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
  await page.keyboard.type('000000');
  await page.keyboard.press('Enter');
  await dialog.getByText('This code is wrong or was already used.').waitFor();
  await dialog.getByLabel('Code').fill(codeFor(secret));
  await page.keyboard.press('Enter');
  const savedCodes = page.getByRole('dialog', { name: 'Save your recovery codes' });
  await expect(savedCodes.getByRole('button', { name: 'I’ve saved the codes' })).toBeFocused();
  await page.keyboard.press('Enter');
  await card(page).getByText('10 codes left').waitFor();
  await expect(page.locator('body')).not.toBeFocused();
  await expectAccessible(page);

  await signOut(page, player.username);
  await signIn(page, player.username);
  const login = page.getByRole('dialog', { name: 'Welcome back' });
  expect(await login.getByRole('button', { name: 'Log in with a passkey' }).count()).toBe(0);
  // The code of the setup cannot be used again, so use the next one.
  await login.getByLabel('Code from your app, or recovery code').fill(codeFor(secret, 1));
  await page.keyboard.press('Enter');
  await page.waitForURL('**/dashboard');
});

test('a login with a copied passkey fails and ends all sessions', async ({ newVisitor, site }) => {
  const visitor = await atLocalhost(newVisitor, site);
  const { page } = visitor;
  const player = await signUpPlayer(visitor);
  await confirmEmail(site, visitor, player);
  const { cdp, id: authenticatorId } = await addAuthenticator(visitor);
  await addPasskey(page);
  const { credentials } = await cdp.send('WebAuthn.getCredentials', { authenticatorId });
  const [credential] = credentials;
  if (!credential) throw new Error('The authenticator has no passkey');

  const thief = await atLocalhost(newVisitor, site);
  const copy = await addAuthenticator(thief);
  await copy.cdp.send('WebAuthn.addCredential', {
    authenticatorId: copy.id,
    credential: { ...credential, signCount: 0 },
  });
  const dialog = await openDialog(thief.page, 'Log In', 'Welcome back');
  await dialog.getByRole('button', { name: 'Log in with a passkey' }).click();
  await dialog.getByText('This passkey doesn’t work here.').waitFor();
  await page.getByRole('dialog', { name: 'Welcome back' }).waitFor();
  await site.mailTo(player.email, /copy of your passkey/);
});

test('a sign-in with a new browser sends an email, and the link in the email ends all sessions', async ({
  newVisitor,
  newClient,
  site,
}) => {
  const client = await newClient();
  const player = await signUpPlayer(client);
  await confirmEmail(site, client, player);
  const thief = await newVisitor();
  await thief.page.goto('/');
  await signIn(thief.page, player.username);
  await thief.page.waitForURL('**/dashboard');
  const link = new RegExp(`${site.url}/deny-sign-in/\\S+`);
  const owner = await newVisitor({ width: 375 });
  await owner.page.goto(link.exec(await site.mailTo(player.email, link))?.[0] ?? '');
  const deny = owner.page.getByRole('button', { name: 'This wasn’t me' });
  await deny.waitFor();
  await expectAccessible(owner.page);
  await deny.click();
  await owner.page.getByText('All sessions are logged out.').waitFor();
  await thief.page.getByRole('dialog', { name: 'Welcome back' }).waitFor();
  await site.mailTo(player.email, /\/reset-password\//);
});
