import type { Page } from '@playwright/test';
import { expectAccessible, expectNoHorizontalScroll } from './browser.ts';
import { PASSWORD, requestAs, signUpPlayer, uniqueUsername } from './players.ts';
import { answerDialog } from './posts.ts';
import type { Site } from './site.ts';
import { fillSignUp, openDialog, signIn, signOut, skipFirstFight } from './steps.ts';
import { expect, test } from './test.ts';

test('a guest signs up with the form, skips the first fight and arrives at the dashboard', async ({
  page,
}) => {
  const dialog = await openDialog(page, 'Sign Up', 'Create Your Character');
  const submit = dialog.getByRole('button', { name: 'Sign Up', exact: true });
  await dialog.getByText('By signing up, you confirm that you are 18 or older').waitFor();
  expect(await submit.isDisabled()).toBe(true);
  await fillSignUp(dialog, uniqueUsername());
  await submit.click();
  await skipFirstFight(page);
  await page.getByRole('heading', { name: 'Top Players' }).waitFor();
  await page.goto('/');
  await page.waitForURL('**/dashboard');
});

test('the sign-up form reports a taken username, even in other letter case', async ({ page, newClient }) => {
  const existing = await signUpPlayer(await newClient());
  const dialog = await openDialog(page, 'Sign Up', 'Create Your Character');
  await fillSignUp(dialog, existing.username.toUpperCase());
  await dialog.getByRole('button', { name: 'Sign Up', exact: true }).click();
  await dialog.getByText('This username is taken').waitFor();
});

test('logging out leads to the landing page, and logging in leads to the page requested before', async ({
  newVisitor,
}) => {
  const visitor = await newVisitor();
  const { page } = visitor;
  const player = await signUpPlayer(visitor);
  await page.goto('/dashboard');
  await signOut(page, player.username);
  expect(new URL(page.url()).pathname).toBe('/');
  expect(await page.getByRole('dialog').count()).toBe(0);
  await page.goto('/settings');
  await page.waitForURL((url) => url.pathname === '/');
  const loginDialog = page.getByRole('dialog', { name: 'Welcome back' });
  await loginDialog.getByText('Log in to continue.').waitFor();
  await loginDialog.getByRole('button', { name: 'Close' }).click();
  await signIn(page, player.email.toUpperCase());
  await page.waitForURL('**/settings');
});

test('a forgotten password is reset with the emailed link, which works only once', async ({
  newVisitor,
  site,
}) => {
  const visitor = await newVisitor();
  const { page } = visitor;
  const player = await signUpPlayer(visitor);
  await page.goto('/dashboard');
  await signOut(page, player.username);
  const dialog = await openDialog(page, 'Log In', 'Welcome back');
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
  await page.waitForURL('**/dashboard');

  const guest = await newVisitor();
  const again = await requestAs(guest, 'POST', `/api/users/reset-password/${token}`, {
    newPassword: 'one-more-time',
  });
  expect(again.status).toBe(400);
});

test('a player opens the emailed link, confirms the email address with one press, and continues to the site', async ({
  newVisitor,
  site,
}) => {
  const visitor = await newVisitor({ width: 375 });
  const { page } = visitor;
  const player = await signUpPlayer(visitor);
  const link = await linkIn(site, player.email, 'confirm-email');
  const confirm = (on: Page) => on.getByRole('button', { name: 'Confirm your email' });

  // Opening the link does not confirm the address, because mail scanners open links, too.
  const other = await newVisitor({ width: 375 });
  await other.page.goto(link);
  await confirm(other.page).waitFor();
  await page.goto('/dashboard');
  const notice = page.getByRole('region', { name: 'Confirm your email' });
  await notice.getByText(player.email).waitFor();
  await page.goto('/settings');
  await page.getByText('Not confirmed yet').waitFor();

  await page.goto(link);
  await confirm(page).click();
  await page.waitForURL('**/dashboard');
  await page.getByText(/address is confirmed\./).waitFor();
  expect(await notice.count()).toBe(0);

  // A used link shows what to do next, both to a signed-in player and to a guest.
  await confirm(other.page).click();
  await other.page.getByRole('heading', { name: 'This link no longer works' }).waitFor();
  await expectAccessible(other.page);
  await other.page.getByRole('main').getByRole('button', { name: 'Log In' }).click();
  await other.page.getByRole('dialog', { name: 'Welcome back' }).waitFor();
  await page.goto(link);
  await confirm(page).click();
  await page.getByText(`Your email ${player.email} is confirmed.`).waitFor();
  await page.getByRole('link', { name: 'Go to your dashboard' }).click();
  await page.waitForURL('**/dashboard');
});

test('a guest who confirms an address can log in right away', async ({ newVisitor, site, newClient }) => {
  const player = await signUpPlayer(await newClient());
  const { page } = await newVisitor({ width: 375 });
  await page.goto(await linkIn(site, player.email, 'confirm-email'));
  await page.getByRole('button', { name: 'Confirm your email' }).click();
  await page.getByRole('heading', { name: 'Your email is confirmed' }).waitFor();
  await page.getByRole('main').getByRole('button', { name: 'Log In' }).click();
  const dialog = page.getByRole('dialog', { name: 'Welcome back' });
  await dialog.getByLabel('Username or email').fill(player.username);
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Sign In' }).click();
  await page.waitForURL('**/dashboard');
});

test('a player cancels a change to a mistyped email address, and undoes a thief’s change with the link in an email', async ({
  newVisitor,
  site,
}) => {
  const visitor = await newVisitor({ width: 375 });
  const { page } = visitor;
  const player = await signUpPlayer(visitor);
  await page.goto(await linkIn(site, player.email, 'confirm-email'));
  await page.getByRole('button', { name: 'Confirm your email' }).click();
  await page.getByText(/address is confirmed\./).waitFor();

  const changeTo = async (email: string) => {
    await page.goto(`/profiles/${player.id}/edit`);
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Current password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText(`Waiting for you to confirm ${email}.`).waitFor();
    expect(await page.getByLabel('Email').inputValue()).toBe(player.email);
  };
  await changeTo(`mistyped-${player.email}`);
  await page.goto('/settings');
  await page.getByText(`mistyped-${player.email}`).waitFor();
  await expectAccessible(page);
  await expectNoHorizontalScroll(page);
  await page.getByRole('button', { name: 'Cancel change' }).click();
  await page.getByRole('button', { name: 'Cancel change' }).waitFor({ state: 'detached' });

  await changeTo(`thief-${player.email}`);
  const owner = await newVisitor({ width: 375 });
  await owner.page.goto(await linkIn(site, player.email, 'undo-email'));
  const undo = owner.page.getByRole('button', { name: 'Undo the change' });
  await undo.waitFor();
  await expectAccessible(owner.page);
  await undo.click();
  await owner.page.getByText('Your email address is safe.').waitFor();
  await page.goto('/settings');
  await page.getByRole('dialog', { name: 'Welcome back' }).waitFor();
  await linkIn(site, player.email, 'reset-password');
});

test('a page hides its content when its session is ended elsewhere, and keeps it hidden if the login dialog is closed', async ({
  newVisitor,
}) => {
  const here = await newVisitor();
  const player = await signUpPlayer(here);
  const there = await newVisitor();
  await there.page.goto('/');
  await signIn(there.page, player.username);
  await there.page.waitForURL('**/dashboard');
  await there.page.goto('/settings');
  const secret = there.page.getByText(player.email, { exact: true }).first();
  await secret.waitFor();

  await here.page.goto('/settings');
  await here.page.getByRole('button', { name: /^Log out .+,/ }).click();
  await here.page.getByText('That session is logged out.').waitFor();
  const again = there.page.getByRole('dialog', { name: 'Welcome back' });
  await again.waitFor();
  await secret.waitFor({ state: 'hidden' });
  await again.getByRole('button', { name: 'Close' }).click();
  await there.page.getByText('You were logged out. Log in to continue where you left off.').waitFor();
  await secret.waitFor({ state: 'hidden' });
  await there.page.getByRole('button', { name: 'Sign In' }).click();
  await again.getByLabel('Username or email').fill(player.username);
  await again.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await again.getByRole('button', { name: 'Sign In' }).click();
  await secret.waitFor();
});

test('after other sessions are logged out, their pages ask for a login and keep unsent text', async ({
  newVisitor,
}) => {
  const here = await newVisitor();
  const player = await signUpPlayer(here);
  const there = await newVisitor();
  await there.page.goto('/');
  await signIn(there.page, player.username);
  await there.page.waitForURL('**/dashboard');

  await there.page.goto(`/profiles/${player.id}/edit`);
  await there.page.getByLabel('Location').fill('Bergen');

  await here.page.goto('/settings');
  await here.page.getByText('This session').waitFor();
  await here.page.getByRole('button', { name: 'Log out other sessions' }).click();
  await answerDialog(here.page, 'Log out other sessions?', 'Log out other sessions');
  await here.page.getByText('You aren’t logged in anywhere else.').waitFor();
  const again = there.page.getByRole('dialog', { name: 'Welcome back' });
  await again.getByText('You were logged out. Log in to continue where you left off.').waitFor();
  await again.getByLabel('Username or email').fill(player.username);
  await again.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await again.getByRole('button', { name: 'Sign In' }).click();
  await again.waitFor({ state: 'detached' });
  expect(await there.page.getByLabel('Location').inputValue()).toBe('Bergen');
  await there.page.getByRole('button', { name: 'Save changes' }).click();
  await expect
    .poll(
      async () => (await requestAs<{ location: string }>(there, 'GET', `/api/profiles/${player.id}`)).body,
    )
    .toMatchObject({ location: 'Bergen' });
});

test('after a logout in one tab, another tab also shows the landing page', async ({ newVisitor }) => {
  const visitor = await newVisitor();
  const player = await signUpPlayer(visitor);
  const { page } = visitor;
  const other = await page.context().newPage();
  await Promise.all([page.goto('/settings'), other.goto('/friends')]);
  await other.getByRole('navigation').getByRole('button', { name: 'Your menu' }).waitFor();
  await signOut(page, player.username);
  await other.waitForURL((url) => url.pathname === '/');
  await other.getByRole('button', { name: 'Log In' }).waitFor();
  expect(await other.getByRole('dialog').count()).toBe(0);
});

test('after a password change, only the new password works', async ({ newVisitor }) => {
  const visitor = await newVisitor();
  const { page } = visitor;
  const player = await signUpPlayer(visitor);
  await page.goto('/settings');
  await page.getByLabel('Current password').fill(PASSWORD);
  await page.getByLabel('New password').fill('better-than-before');
  await page.getByLabel('Confirm password').fill('better-than-before');
  await page.getByRole('button', { name: 'Change password' }).click();
  await page.getByText('Password changed.').waitFor();
  const guest = await newVisitor();
  const attempt = (password: string) =>
    requestAs(guest, 'POST', '/api/session', { credential: player.username, password });
  expect((await attempt(PASSWORD)).status).toBe(401);
  expect((await attempt('better-than-before')).status).toBe(200);
});

/**
 * Wait for an email to an address that contains a link to the given page of the site. Return the link from the newest
 * such email.
 */
async function linkIn(site: Site, address: string, page: string): Promise<string> {
  const link = new RegExp(`${site.url}/${page}/\\S+`);
  return link.exec(await site.mailTo(address, link))?.[0] ?? '';
}
