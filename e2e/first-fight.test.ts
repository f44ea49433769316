import type { Locator, Page } from '@playwright/test';
import { COMBAT_TEXTS } from '@rivalhold/shared/texts/combat.ts';
import { FIGHTS_TEXTS, MATCHUP_TEXTS } from '@rivalhold/shared/texts/fights.ts';
import { FIRST_FIGHT_TEXTS as FIRST } from '@rivalhold/shared/texts/first-fight.ts';
import { SIGN_UP_TEXTS } from '@rivalhold/shared/texts/sign-up.ts';
import { LONG } from '../scripts/testing/long.ts';
import { expectAccessible, expectNoHorizontalScroll } from './browser.ts';
import {
  longUsername,
  type NewClient,
  PASSWORD,
  requestOk,
  signUpPlayer,
  uniqueUsername,
} from './players.ts';
import { expect, test } from './test.ts';

/** Time in ms that a new player needs to type a letter (at 40 words a minute), and to think before each tap. */
const KEY_MS = 300;
const THOUGHT_MS = 1_500;
const FLOW_MAX_MS = 150_000;
const FIGHT_MAX_MS = 60_000;
const MOVES = 3;

const PHONE = { width: 375, touches: true };
const welcome = (page: Page) => page.getByRole('button', { name: FIRST.start });
const attack = (page: Page) =>
  page.getByRole('button', { name: /^Attack/ }).and(page.locator('[aria-disabled="false"]'));
const sheet = (page: Page) => page.getByRole('dialog', { name: /^Challenge / });

/** Create new players with long usernames, who are fair opponents for a player at level 2. */
async function createOpponents(newClient: NewClient): Promise<void> {
  for (let count = 0; count < 3; count++) await signUpPlayer(await newClient(), longUsername());
}

/** Wait until the player has won the first fight. */
async function waitForEnd(page: Page): Promise<void> {
  await page.getByRole('heading', { name: FIRST.won }).waitFor();
  await page.getByText(COMBAT_TEXTS.levelUp(2)).waitFor();
}

// A short run does not limit the time, because other tests run in parallel and slow the page down.
const inTime = LONG ? ' within 150 s of arriving' : '';

test(`a new player on a phone wins the first fight${inTime}, and each step fits in landscape`, async ({
  newVisitor,
  newClient,
}, info) => {
  await createOpponents(newClient);
  const visitor = await newVisitor(PHONE);
  const { page } = visitor;
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  const username = uniqueUsername('nova');
  // Add up the pauses that a real player would make, instead of waiting for them.
  let counted = 0;
  const press = async (target: Locator) => {
    counted += THOUGHT_MS;
    await target.tap();
  };
  const type = async (field: Locator, text: string) => {
    await press(field);
    counted += KEY_MS * text.length;
    await page.keyboard.type(text);
  };
  const since = performance.now();
  const elapsed = () => counted + performance.now() - since;

  await page.goto('/');
  await press(page.getByRole('button', { name: 'Create Your Character' }).first());
  const dialog = page.getByRole('dialog', { name: 'Create Your Character' });
  await press(dialog.getByRole('button', { name: SIGN_UP_TEXTS.shuffle }));
  await press(dialog.getByRole('group', { name: SIGN_UP_TEXTS.portraits }).locator('label').nth(2));
  await type(dialog.getByLabel('Email'), `${username}@example.com`);
  await type(dialog.getByLabel('Username'), username);
  await expect(dialog.getByText(username, { exact: true })).toBeVisible();
  await type(dialog.getByLabel('First name'), 'Ada');
  await type(dialog.getByLabel('Last name'), 'Stone');
  await type(dialog.getByLabel('Password', { exact: true }), PASSWORD);
  await type(dialog.getByLabel('Confirm password'), PASSWORD);
  await press(dialog.getByRole('button', { name: 'Sign Up', exact: true }));

  await page.getByText(FIRST.notMailed(`${username}@example.com`)).waitFor();
  const expectFitsLandscape = async (...parts: Locator[]) => {
    const portrait = page.viewportSize()!;
    await page.setViewportSize({ width: 568, height: 320 });
    for (const part of parts) await expect(part).toBeInViewport({ ratio: 1 });
    expect(await page.evaluate(() => scrollY)).toBe(0);
    await expectNoHorizontalScroll(page);
    await page.setViewportSize(portrait);
  };
  await expectFitsLandscape(welcome(page), page.getByRole('link', { name: FIRST.skip }));
  await press(welcome(page));
  const beforeFight = elapsed();
  for (let move = 0; move < MOVES; move++) await press(attack(page));
  await waitForEnd(page);
  const [fightMs, flowMs] = [elapsed() - beforeFight, elapsed()];
  info.annotations.push({
    type: 'duration',
    description: `${Math.round(flowMs / 1_000)} s in total, ${Math.round(fightMs / 1_000)} s of them in the fight`,
  });
  if (LONG) {
    expect(fightMs, 'first fight').toBeLessThan(FIGHT_MAX_MS);
    expect(flowMs, 'from the landing page to the won fight').toBeLessThan(FLOW_MAX_MS);
  }
  await expectFitsLandscape(
    page.getByRole('heading', { name: FIRST.won }),
    page.getByRole('link', { name: FIRST.toDashboard }),
  );

  const { user } = await requestOk<{ user: { avatarUrl: string } }>(visitor, 'GET', '/api/session');
  expect((await page.request.get(user.avatarUrl)).status()).toBe(200);
  await page.getByRole('heading', { name: FIGHTS_TEXTS.fair }).waitFor();
  const challenges = page.getByRole('link', { name: /^Challenge: / });
  await expect(challenges).toHaveCount(3);
  await expect(page.getByText(/about \d+%/)).toHaveCount(3);
  await expectNoHorizontalScroll(page);
  await expectAccessible(page);
  await challenges.first().tap();
  await sheet(page).getByRole('button', { name: MATCHUP_TEXTS.start }).waitFor();
  // Both names fit beside the text between them, which summarizes earlier fights.
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await sheet(page).evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  const opponent = (await sheet(page).getByRole('heading').textContent())?.replace('Challenge ', '') ?? '';
  const [between, name] = await Promise.all(
    [MATCHUP_TEXTS.noResults, opponent].map((text) =>
      sheet(page).getByText(text, { exact: true }).boundingBox(),
    ),
  );
  expect(between && name && between.x + between.width).toBeLessThanOrEqual(name?.x ?? 0);
});

test('a new player opens the first fight from the practice page, skips it, and starts a fair fight in two taps', async ({
  newVisitor,
  newClient,
}) => {
  await createOpponents(newClient);
  const visitor = await newVisitor(PHONE);
  const { page } = visitor;
  await signUpPlayer(visitor);
  await page.goto('/practice');
  await page.getByRole('link', { name: /^Start lesson: Strike/ }).tap();
  await page.getByRole('link', { name: FIRST.skip }).tap();
  await page.waitForURL('**/dashboard');

  await page.getByRole('link', { name: 'Fight now' }).tap();
  const start = page.getByRole('button', { name: 'Start the fight' });
  const background = () => start.evaluate((button) => getComputedStyle(button).backgroundColor);
  // For a moment, the button ignores taps, so that an accidental second tap has no effect. It looks enabled from the
  // start.
  const atFirst = await background();
  await expect(start).toBeEnabled();
  expect(await background()).toBe(atFirst);
  await start.tap();
  await attack(page).waitFor();
});
