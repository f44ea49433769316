import type { Page } from '@playwright/test';
import { LESSONS } from '@rivalhold/shared/fights/lessons.ts';
import { COMBAT_TEXTS, SPOKEN_TEXTS } from '@rivalhold/shared/texts/combat.ts';
import { FIRST_FIGHT_TEXTS as FIRST } from '@rivalhold/shared/texts/first-fight.ts';
import { SIGN_UP_TEXTS } from '@rivalhold/shared/texts/sign-up.ts';
import { expectAccessible } from './browser.ts';
import { healthOf } from './fights.ts';
import { createTwoPlayers } from './fixtures.ts';
import { replyField } from './forum.ts';
import { messageRows } from './messages.ts';
import { focusInfo, tabTo } from './page-checks.ts';
import { signUpPlayer, uniqueUsername } from './players.ts';
import { post, shareField } from './posts.ts';
import { changeStats, test } from './staff.ts';
import { typeSignUp } from './steps.ts';
import { expect } from './test.ts';

const FIRST_FIGHT_MOVES = LESSONS[0]!.solution.length;

/**
 * These tests complete whole flows by keyboard alone, without clicks or scripted input. They open only the
 * first page by its URL.
 */

/** Sign up from the landing page with a portrait other than the first, and win the first fight. */
async function signUpAndWin(page: Page): Promise<void> {
  const { keyboard } = page;
  await page.goto('/');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await tabTo(page, /^Sign Up$/);
  await keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Create Your Character' });
  await dialog.getByRole('group', { name: SIGN_UP_TEXTS.portraits }).waitFor();
  await expect(dialog.getByLabel('Email')).toBeFocused();
  await expectAccessible(page, '[role="dialog"]');
  await tabTo(page, /^Shuffle avatars$/, 'Shift+Tab');
  await keyboard.press('Enter');
  await tabTo(page, /^Avatar 1$/, 'Shift+Tab');
  await keyboard.press('ArrowRight');
  await expect(dialog.getByRole('radio', { name: SIGN_UP_TEXTS.portrait(2) })).toBeChecked();
  expect((await focusInfo(page)).name).toBe(SIGN_UP_TEXTS.portrait(2));
  await typeSignUp(page, uniqueUsername());

  await page.getByRole('button', { name: FIRST.start }).waitFor();
  await expectAccessible(page);
  await tabTo(page, new RegExp(`^${FIRST.start}$`));
  await keyboard.press('Enter');
  for (let move = 0; move < FIRST_FIGHT_MOVES; move++) {
    const attack = page.getByRole('button', { name: /^Attack/ }).and(page.locator('[aria-disabled="false"]'));
    await attack.waitFor();
    await keyboard.press('a');
    await expect(attack).toHaveCount(0);
  }
  await page.getByRole('heading', { name: FIRST.won }).waitFor();
  await tabTo(page, new RegExp(`^${FIRST.toDashboard}$`));
  await keyboard.press('Enter');
}

/** Open a page through its link in the player's menu. */
async function goTo(page: Page, place: RegExp): Promise<void> {
  await page.evaluate(() => window.scrollTo(0, 0));
  await tabTo(page, /^Your menu/, 'Shift+Tab');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Your menu' }).waitFor();
  await tabTo(page, place);
  await page.keyboard.press('Enter');
}

/** Open a page through its link in the main navigation. */
async function goToMain(page: Page, place: RegExp): Promise<void> {
  await page.evaluate(() => window.scrollTo(0, 0));
  await tabTo(page, /^Skip to content$/, 'Shift+Tab');
  await tabTo(page, place);
  await page.keyboard.press('Enter');
}

/** Find a player in the directory. */
async function find(page: Page, username: string): Promise<void> {
  await goTo(page, /^Find Players/i);
  await page.getByLabel('Username').waitFor();
  await tabTo(page, /^Username/);
  await page.keyboard.type(username);
  await page.getByRole('article').filter({ hasText: username }).waitFor();
  await expect(page.getByRole('article')).toHaveCount(1);
}

test('a guest signs up, wins the first fight, posts, messages another player and starts a thread by keyboard', async ({
  page,
  newClient,
}) => {
  const rival = uniqueUsername();
  await signUpPlayer(await newClient(), rival);
  const { keyboard } = page;
  const press = (key: string) => keyboard.press(key);
  await signUpAndWin(page);

  await shareField(page).waitFor();
  await tabTo(page, /^What do you want to share/);
  await keyboard.type('Written without a mouse');
  await press('Control+Enter');
  await post(page, 'Written without a mouse').waitFor();

  await find(page, rival);
  await tabTo(page, new RegExp(`^${rival}$`));
  await press('Enter');
  await page.getByRole('link', { name: /^Message/ }).waitFor();
  await tabTo(page, /^Message/);
  await press('Enter');
  await expect.poll(async () => (await focusInfo(page)).name).toMatch(/^Message to/);
  await keyboard.type('Well met');
  await press('Enter');
  await messageRows(page, 'Well met').waitFor();
  while ((await page.getByRole('dialog').count()) > 0) await press('Escape');

  await goToMain(page, /^Forum$/);
  await page.getByRole('button', { name: '+ New Thread' }).waitFor();
  await tabTo(page, /New Thread/);
  await press('Enter');
  await page.getByRole('dialog').waitFor();
  if (!/^Title/.test((await focusInfo(page)).name)) await tabTo(page, /^Title/);
  await keyboard.type('Without a mouse');
  await tabTo(page, /^Category/);
  await press('ArrowDown');
  await tabTo(page, /^Opening text/);
  await keyboard.type('Is it as quick?');
  await tabTo(page, /^Create/);
  await press('Enter');
  await page.locator('#thread').getByRole('heading', { name: 'Without a mouse' }).waitFor();
  await tabTo(page, /^Your reply/);
  await keyboard.type('It is.');
  await press('Control+Enter');
  await page.locator('#thread').getByRole('article').filter({ hasText: 'It is.' }).waitFor();
  await expect(replyField(page)).toHaveValue('');
});

/** Record what a screen reader reads out on its own: the announcements and the alerts that appear in the page. */
const recordSpoken = (page: Page) =>
  page.evaluate(() => {
    const region = '[aria-live="polite"], [role="alert"]';
    const spoken: string[] = [];
    Object.assign(window, { spoken });
    new MutationObserver((changes) => {
      for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
        if (!(node instanceof Element)) continue;
        const said = node.parentElement?.closest(region) ? [node] : node.querySelectorAll(region);
        for (const { textContent } of said) spoken.push(textContent.trim());
      }
    }).observe(document.body, { childList: true, subtree: true });
  });
const spokenOn = (page: Page) =>
  page.evaluate(() => (window as unknown as { spoken: readonly string[] }).spoken);
/** Return the announced exchanges, the earliest first. */
const exchangesOn = async (page: Page) =>
  (await spokenOn(page)).filter((text) => /^You: [^.]+\. .+: [^.]+\./.test(text));

/**
 * Return the texts that the announcement of an exchange must contain. The first argument is the exchange's row in the
 * table of moves. Its cells contain the exchange's number, the player's move, the rival's move and the result. The
 * result is `won` if the player's move beat the rival's, and `lost` if the rival's move beat the player's.
 */
function expectedWords([, mine = '', theirs = '', read]: readonly string[], rival: string): string[] {
  const [move, reply] = [mine, theirs].map(
    (cell) => /^.+?(?=deals|misses|regains|no damage)/.exec(cell)?.[0],
  );
  const amount = (cell: string, verb: string) => Number(new RegExp(`${verb} (\\d+)`).exec(cell)?.[1] ?? 0);
  const words = [SPOKEN_TEXTS.moves(move ?? '', rival, reply ?? '')];
  if (read === 'won') words.push(COMBAT_TEXTS.readByYou);
  if (read === 'lost') words.push(SPOKEN_TEXTS.readByThem(rival));
  if (mine.includes('deals')) words.push(SPOKEN_TEXTS.theyLose(rival, amount(mine, 'deals')));
  if (theirs.includes('deals')) words.push(SPOKEN_TEXTS.youLose(amount(theirs, 'deals')));
  if (mine.includes('misses')) words.push(SPOKEN_TEXTS.youMiss);
  if (theirs.includes('misses')) words.push(SPOKEN_TEXTS.theyMiss(rival));
  if (mine.includes('regains')) words.push(SPOKEN_TEXTS.youRegain(amount(mine, 'regains')));
  if (`${mine}${theirs}`.includes(COMBAT_TEXTS.critical)) words.push(COMBAT_TEXTS.critical);
  return words;
}

test('two players fight and verify the fight by keyboard, and the pages announce every exchange and the result', async ({
  newVisitor,
  admin,
}) => {
  const { here, me, there, other: rival } = await createTwoPlayers(newVisitor);
  const [one, two] = [here.page, there.page];
  // With 20 points more defense than attack, a move deals less than half of its damage. Thus no player loses before
  // every effect has been announced, and the fight still ends with a knockout.
  for (const player of [me, rival]) await changeStats(admin, player, { defense: 23 });
  await two.goto('/faq');
  await two.getByRole('heading', { level: 1 }).waitFor();
  await one.goto(`/profiles/${rival.id}`);
  await one.getByRole('link', { name: 'Challenge' }).waitFor();
  await Promise.all([one, two].map(recordSpoken));
  await tabTo(one, /^Challenge$/);
  await one.keyboard.press('Enter');
  await one.getByRole('dialog').getByRole('button', { name: 'Start the fight', disabled: false }).waitFor();
  await tabTo(one, /^Start the fight$/);
  await one.keyboard.press('Enter');
  // A screen reader reads out the name of a dialog that takes the focus.
  const challenge = two.getByRole('dialog', { name: `${me.username} challenges you` });
  await challenge.and(two.locator(':focus-within')).waitFor();
  await tabTo(two, /^Accept$/);
  await two.keyboard.press('Enter');
  await two.getByRole('button', { name: 'Attack' }).waitFor();
  await expect.poll(() => spokenOn(one)).toContain(COMBAT_TEXTS.joined(rival.username));

  const resultOn = (page: Page) => page.getByRole('heading', { name: /^(Victory!|Defeat)$/ });
  const over = resultOn(one);
  const exchange = async (mine: string, theirs: string) => {
    const counts = () => Promise.all([one, two].map(async (page) => (await exchangesOn(page)).length));
    const before = await counts();
    for (const page of [one, two]) {
      const attack = page.getByRole('button', { name: 'Attack', disabled: false });
      await attack.or(resultOn(page)).waitFor();
    }
    if (await over.isVisible()) return;
    await one.keyboard.press(mine);
    await two.keyboard.press(theirs);
    const isRevealed = async () => (await counts()).every((count, index) => count > before[index]!);
    await expect.poll(async () => (await isRevealed()) || over.isVisible()).toBe(true);
  };
  // The first player selects the first move with Tab and Enter, and all later moves with shortcut keys.
  await tabTo(one, /^Guard/);
  await exchange('Enter', 'a');
  const wasSpoken = async (words: string) => (await exchangesOn(one)).some((text) => text.includes(words));
  // Repeat each exchange until it has the expected effect, because an attack can miss.
  for (let guards = 0; guards < 8 && !(await wasSpoken(COMBAT_TEXTS.blocked)); guards++)
    await exchange('s', 'a');
  for (let feints = 0; feints < 8 && !(await wasSpoken(COMBAT_TEXTS.feinted)); feints++)
    await exchange('d', 's');
  const isWounded = async () => (await healthOf(one, me.username)) < 100;
  for (let strikes = 0; strikes < 8 && !(await isWounded()); strikes++) await exchange('a', 'a');
  await exchange('h', '2');
  await exchange('f', 'a');
  for (let strikes = 0; strikes < 30 && !(await over.isVisible()); strikes++) await exchange('a', 'a');

  await over.waitFor();
  const won = (await over.textContent()) === 'Victory!';
  const name = (winner: boolean) => (winner ? 'Victory!' : 'Defeat');
  for (const [page, opponent, heading] of [
    [one, rival, name(won)],
    [two, me, name(!won)],
  ] as const) {
    const { username } = opponent;
    await expect.poll(async () => (await focusInfo(page)).name).toBe(heading);
    const spoken = (await spokenOn(page)).join(' ');
    expect(spoken).toMatch(heading === 'Defeat' ? `${username} defeated you.` : `You defeated ${username}.`);
    const rows = page.getByRole('table', { name: 'Moves by exchange' }).locator('tbody tr');
    await rows.first().waitFor();
    const table = await rows.evaluateAll((all) =>
      all.map((row) => [...row.children].map(({ textContent }) => textContent)),
    );
    const exchanges = await exchangesOn(page);
    expect(exchanges).toHaveLength(table.length);
    for (const [index, row] of table.entries())
      for (const words of expectedWords(row, username)) expect(exchanges[index]).toContain(words);
    for (const words of [COMBAT_TEXTS.blocked, COMBAT_TEXTS.feinted, / regains? \d+ health/])
      expect(exchanges.join(' ')).toMatch(words);
    for (const text of exchanges) expect(text).toMatch(/Health: you \d+, .+ \d+\. Focus: you \d, .+ \d\.$/);
  }
  await tabTo(one, /^Verify this fight$/);
  await one.keyboard.press('Enter');
  await one.getByRole('heading', { name: 'This fight was fair' }).waitFor();
});
