import { FIGHT_PAGE_TEXTS } from '@rivalhold/shared/texts/fight-page.ts';
import { FIGHT_REVIEW_TEXTS } from '@rivalhold/shared/texts/fight-review.ts';
import { REPLAY_TEXTS } from '@rivalhold/shared/texts/replay.ts';
import { expectAccessible, expectNoHorizontalScroll } from './browser.ts';
import { attackByApi } from './fights.ts';
import { layoutShiftsOf, recordLayoutShifts } from './layout-shifts.ts';
import {
  type Client,
  longUsername,
  type NewClient,
  PASSWORD,
  type Player,
  requestOk,
  signUpPlayer,
} from './players.ts';
import { expect, test } from './test.ts';

/** Number of exchanges before the player gives up. Two exchanges with Guard do not end a fight. */
const EXCHANGES = 2;

/** Save a player's setting for who can watch their fights. */
const setWatchers = (client: Client, watchers: 'everybody' | 'players') =>
  requestOk(client, 'PUT', '/api/combat/settings', { liveChallenges: 'nobody', doubleTime: false, watchers });

/**
 * Finish a fight that everybody can watch, between two new players with long usernames. The first player gives up after
 * two exchanges.
 */
async function finishedFight(
  newClient: NewClient,
): Promise<{ id: number; here: Client; me: Player; other: Player }> {
  const [here, there] = [await newClient(), await newClient()];
  const [me, other] = [await signUpPlayer(here, longUsername()), await signUpPlayer(there, longUsername())];
  for (const client of [here, there]) await setWatchers(client, 'everybody');
  const { id } = await requestOk<{ id: number }>(here, 'GET', `/api/combat/${me.id}?opponentId=${other.id}`);
  const nonce = { 'X-Fight-Nonce': 'of-this-test' };
  for (let exchange = 0; exchange < EXCHANGES; exchange++)
    await attackByApi(here, { defenderId: other.id, move: 'guard' }, nonce);
  await requestOk(here, 'POST', `/api/combat/fights/${id}/concede`);
  return { id, here, me, other };
}

test('a guest on a phone watches, verifies and reviews a shared fight, and logs in when it is no longer public', async ({
  newVisitor,
  newClient,
  request,
}) => {
  const { id, here, me, other } = await finishedFight(newClient);
  await test.step('the metadata of the page describes the fight and contains a preview image', async () => {
    const response = await request.get(`/fights/${id}`);
    const html = await response.text();
    expect(html).toMatch(new RegExp(`<title>[^<]*${me.username}[^<]* · Rivalhold</title>`));
    for (const name of ['og:title', 'og:description', 'og:image', 'og:url', 'twitter:card', 'twitter:image'])
      expect(html).toContain(`"${name}"`);
    expect(html).toContain(`/fights/${id}/card.png`);
    expect(html).not.toMatch(/%[A-Z]+_[A-Z]+%|coins/i);
    const tag = response.headers().etag ?? '';
    expect(response.headers()['cache-control']).toBe('public, no-cache');
    expect((await request.get(`/fights/${id}`, { headers: { 'if-none-match': tag } })).status()).toBe(304);
    expect((await request.get(`/fights/${id}/card.png`)).headers()['content-type']).toBe('image/png');
  });

  const { page } = await newVisitor({ width: 375 });
  await recordLayoutShifts(page);
  const document = await page.goto(`/fights/${id}`);
  expect(document?.status()).toBe(200);
  const title = `${other.username} beat ${me.username}`;
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  await expect(page).toHaveTitle(new RegExp(title));
  // The table shows the names in full.
  const cells = await page.getByRole('table').locator('th, td').all();
  for (const cell of cells)
    expect(await cell.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  expect(await page.evaluate(() => performance.getEntriesByType('resource').length)).toBeLessThan(20);
  const slider = page.getByRole('slider', { name: REPLAY_TEXTS.slider });
  const end = (await slider.getAttribute('max')) ?? '';
  await expect(slider).toHaveValue(end);
  await page.getByRole('button', { name: REPLAY_TEXTS.play }).click();
  await expect(slider).not.toHaveValue(end);
  await page.getByRole('heading', { name: 'This fight was fair' }).waitFor();
  await page.getByRole('button', { name: FIGHT_REVIEW_TEXTS.start }).click();
  await page.getByRole('heading', { name: FIGHT_REVIEW_TEXTS.turningPoints }).waitFor();
  await expectAccessible(page, 'main');
  const { sum, details } = await layoutShiftsOf(page);
  expect(sum, details).toBeLessThan(0.05);
  for (const width of [320, 768, 375]) {
    await page.setViewportSize({ width, height: 812 });
    await expectNoHorizontalScroll(page);
  }

  // A link to an exchange opens the replay at this exchange.
  await page.goto(`/fights/${id}?exchange=1`);
  await expect(slider).toHaveValue('1');

  await test.step('a guest can log in to watch a fight that is not public', async () => {
    await setWatchers(here, 'players');
    await page.goto(`/fights/${id}`);
    await page.getByText(FIGHT_PAGE_TEXTS.hidden).waitFor();
    await expectAccessible(page, 'main');
    await page.getByRole('main').getByRole('button', { name: 'Log In' }).click();
    const dialog = page.getByRole('dialog', { name: 'Welcome back' });
    await dialog.getByLabel('Username or email').fill(me.username);
    await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await dialog.getByRole('button', { name: 'Sign In' }).click();
    await page.getByRole('heading', { name: 'This fight was fair' }).waitFor();
  });
});
