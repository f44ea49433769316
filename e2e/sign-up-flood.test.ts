import { PASSWORD, signUpPlayer, uniqueUsername } from './players.ts';
import { openDialog, skipFirstFight } from './steps.ts';
import { expect, test } from './test.ts';

test.use({ siteEnv: { RATE_LIMITS: 'on', SIGN_UPS_PER_HOUR: '1' }, siteName: 'sign-up-flood' });

test('after many sign-ups, the browser solves a captcha without any input from the player', async ({
  page,
  newClient,
}) => {
  // The first sign-up needs no captcha.
  await signUpPlayer(await newClient());
  const challenges: string[] = [];
  page.on('request', (request) => request.url().endsWith('/api/captcha') && challenges.push(request.url()));
  const dialog = await openDialog(page, 'Sign Up', 'Create Your Character');
  const username = uniqueUsername();
  await dialog.getByLabel('Email').fill(`${username}@example.com`);
  await dialog.getByLabel('Username').fill(username);
  await dialog.getByLabel('First name').fill('Test');
  await dialog.getByLabel('Last name').fill('Player');
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await dialog.getByLabel('Confirm password').fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Sign Up', exact: true }).press('Enter');
  await skipFirstFight(page);
  expect(challenges).toHaveLength(1);
});
