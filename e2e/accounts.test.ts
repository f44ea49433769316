import { expectAccessible, expectNoHorizontalScroll } from './browser.ts';
import { waitForLiveConnection } from './fixtures.ts';
import { PASSWORD, requestAs, requestOk, signUpPlayer } from './players.ts';
import type { Site } from './site.ts';
import { navigate, signIn, signOut } from './steps.ts';
import { expect, test } from './test.ts';

test('a player logs out in all tabs, resets a forgotten password by email, and changes the password', async ({
  newVisitor,
  newClient,
  site,
}) => {
  const visitor = await newVisitor();
  const { page } = visitor;
  const player = await signUpPlayer(visitor);
  const otherTab = await page.context().newPage();
  await Promise.all([page.goto('/dashboard'), otherTab.goto('/friends')]);
  await otherTab.getByRole('navigation').getByRole('button', { name: 'Your menu' }).waitFor();
  await signOut(page, player.username);
  await otherTab.waitForURL((url) => url.pathname === '/');
  await otherTab.getByRole('button', { name: 'Log In' }).waitFor();
  for (const tab of [page, otherTab]) {
    expect(new URL(tab.url()).pathname).toBe('/');
    expect(await tab.getByRole('dialog').count()).toBe(0);
  }
  await otherTab.close();

  await page.goto('/settings');
  await page.waitForURL((url) => url.pathname === '/');
  const dialog = page.getByRole('dialog', { name: 'Welcome back' });
  await dialog.getByText('Log in to continue.').waitFor();
  await dialog.getByRole('button', { name: 'Forgot password?' }).click();
  const forgot = page.getByRole('dialog', { name: 'Forgot password' });
  await forgot.getByLabel('Email').fill(player.email);
  await forgot.getByRole('button', { name: 'Send Reset Link' }).click();
  await forgot.getByText('Check your email for a reset link.').waitFor();
  const link = await linkIn(site, player.email, 'reset-password');

  const token = link.split('/').at(-1) ?? '';
  const referers: (string | undefined)[] = [];
  page.on('request', (request) => referers.push(request.headers().referer));
  await page.goto(link);
  await page.waitForURL('**/reset-password/link');
  // The page still works after a reload, although its URL no longer contains the token.
  await page.reload();
  await page.getByLabel('New password').fill('a-new-one-entirely');
  await page.getByLabel('Confirm password').fill('a-new-one-entirely');
  await page.getByRole('button', { name: 'Set new password' }).click();
  await page.waitForURL((url) => url.pathname === '/');
  expect(referers.filter((referer) => referer?.includes(token))).toEqual([]);
  await signIn(page, player.username, 'a-new-one-entirely');
  await page.waitForURL('**/settings');

  await page.getByLabel('Current password').fill('a-new-one-entirely');
  await page.getByLabel('New password').fill('better-than-before');
  await page.getByLabel('Confirm password').fill('better-than-before');
  await page.getByRole('button', { name: 'Change password' }).click();
  await page.getByText('Password changed.').waitFor();
  const guest = await newClient();
  const statusOf = async (password: string) =>
    (await requestAs(guest, 'POST', '/api/session', { credential: player.username, password })).status;
  expect(await statusOf('a-new-one-entirely')).toBe(401);
  expect(await statusOf('better-than-before')).toBe(200);
});

test('a player confirms the email address and undoes a change of the address with emailed links', async ({
  newVisitor,
  site,
}) => {
  const visitor = await newVisitor({ width: 375 });
  const { page } = visitor;
  const player = await signUpPlayer(visitor);
  await page.goto('/dashboard');
  const notice = page.getByRole('region', { name: 'Confirm your email' });
  await notice.getByText(player.email).waitFor();
  await page.goto(await linkIn(site, player.email, 'confirm-email'));
  const confirm = page.getByRole('button', { name: 'Confirm your email' });
  await confirm.waitFor();
  await expectAccessible(page);
  await confirm.click();
  await page.waitForURL('**/dashboard');
  await page.getByText(/address is confirmed\./).waitFor();
  await page.getByRole('heading', { name: 'Top Players' }).waitFor();
  expect(await notice.count()).toBe(0);

  await navigate(page, `/profiles/${player.id}/edit`);
  const email = page.getByRole('textbox', { name: /^Email/ });
  await email.fill(`thief-${player.email}`);
  await page.getByLabel('Current password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.getByText(`Waiting for you to confirm thief-${player.email}.`).waitFor();
  await expect(email).toHaveValue(player.email);
  await expectNoHorizontalScroll(page);
  await page.goto(await linkIn(site, player.email, 'undo-email'));
  await page.getByRole('button', { name: 'Undo the change' }).click();
  await page.getByText('Your email address is safe.').waitFor();
});

test('a page hides its content when its session ends elsewhere, and keeps unsent text until the next login', async ({
  newVisitor,
  newClient,
}) => {
  const visitor = await newVisitor();
  const { page } = visitor;
  const player = await signUpPlayer(visitor);
  const liveConnection = waitForLiveConnection(page);
  await page.goto(`/profiles/${player.id}/edit`);
  const location = page.getByLabel('Location');
  await location.fill('Bergen');
  await liveConnection;

  const elsewhere = await newClient();
  const credentials = { credential: player.username, password: PASSWORD };
  await requestOk(elsewhere, 'POST', '/api/session', credentials);
  await requestOk(elsewhere, 'DELETE', '/api/sessions/others');
  const dialog = page.getByRole('dialog', { name: 'Welcome back' });
  await dialog.waitFor();
  await expect(location).toBeHidden();
  await dialog.getByText('You were logged out. Log in to continue where you left off.').waitFor();
  await dialog.getByLabel('Username or email').fill(player.username);
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Sign In' }).click();
  await dialog.waitFor({ state: 'detached' });
  await expect(location).toHaveValue('Bergen');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect
    .poll(async () => (await requestAs(visitor, 'GET', `/api/profiles/${player.id}`)).body)
    .toMatchObject({ location: 'Bergen' });
});

/**
 * Wait until an email to the address contains a link to the given page of the site. Return the link from the newest
 * such email.
 */
async function linkIn(site: Site, address: string, page: string): Promise<string> {
  const link = new RegExp(`${site.url}/${page}/\\S+`);
  return link.exec(await site.mailTo(address, link))?.[0] ?? '';
}
