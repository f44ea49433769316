import { signUpPlayer, uniqueUsername } from './players.ts';
import { fillSignUp, openDialog, skipFirstFight } from './steps.ts';
import { expect, test } from './test.ts';

test.use({ siteEnv: { RATE_LIMITS: 'on', SIGN_UPS_PER_HOUR: '1' }, siteName: 'sign-up-flood' });

test('above the hourly limit of sign-ups, the browser solves a captcha without any input from the player', async ({
  page,
  newClient,
}) => {
  // The first sign-up needs no captcha.
  await signUpPlayer(await newClient());
  const challenges: string[] = [];
  page.on('request', (request) => request.url().endsWith('/api/captcha') && challenges.push(request.url()));
  const dialog = await openDialog(page, 'Sign Up', 'Create Your Character');
  await fillSignUp(dialog, uniqueUsername());
  await dialog.getByRole('button', { name: 'Sign Up', exact: true }).press('Enter');
  await skipFirstFight(page);
  expect(challenges).toHaveLength(1);
});
