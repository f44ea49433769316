import type { Page } from '@playwright/test';
import { FIGHT_HELP } from '@rivalhold/shared/texts/fight-help.ts';
import { FIGHT_STYLE_TEXTS as STYLE } from '@rivalhold/shared/texts/fight-style.ts';
import { PRACTICE_TEXTS as PRACTICE } from '@rivalhold/shared/texts/practice.ts';
import { LONG } from '../scripts/testing/long.ts';
import { expectAccessible, expectNoHorizontalScroll } from './browser.ts';
import { tabTo } from './page-checks.ts';
import { requestOk, signUpPlayer } from './players.ts';
import { expect, test } from './test.ts';

/** The longest time in ms for which the simulation may block the page. */
const TASK_MAX = 200;

const line = (page: Page, number: number) =>
  page.getByRole('group', { name: new RegExp(`^Line ${number}\\b`) });
const coins = async (page: Page) =>
  Number(
    /\d+/.exec((await page.getByRole('button', { name: /^You have \d+ coin/ }).textContent()) ?? '')?.[0],
  );

/** Start recording the duration of the page's longest task. */
const watchTasks = (page: Page) =>
  page.evaluate(() => {
    const seen = { longest: 0 };
    Object.assign(window, { seenTasks: seen });
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) seen.longest = Math.max(seen.longest, duration);
    }).observe({ type: 'longtask' });
  });
const longestTask = (page: Page) =>
  page.evaluate(() => (window as unknown as { seenTasks: { longest: number } }).seenTasks.longest);

test('a player edits their style by keyboard on a phone, and simulates it without blocking the page', async ({
  newVisitor,
}) => {
  const visitor = await newVisitor({ width: 375 });
  const { page } = visitor;
  await signUpPlayer(visitor);
  await page.goto('/fight-style');
  const { keyboard } = page;
  await page.getByRole('radio', { name: /^Careful/ }).focus();
  // ArrowUp on the first choice, Careful, selects the last choice, Custom.
  await keyboard.press('ArrowUp');
  await expect(page.getByRole('radio', { name: /^Custom/ })).toBeChecked();
  await tabTo(page, /^Move line 1 down$/);
  await keyboard.press('Enter');
  await tabTo(page, /^Remove line 2$/);
  await keyboard.press('Enter');
  await expect(page.getByRole('button', { name: STYLE.add })).toBeFocused();
  await expect(line(page, 6)).toHaveCount(0);
  await expectNoHorizontalScroll(page);
  await tabTo(page, /^Save style$/);
  await keyboard.press('Enter');
  await expect(page.getByText(STYLE.saved)).toBeVisible();
  const saved = await requestOk<{ temperament: null; lines: unknown[] }>(visitor, 'GET', '/api/style');
  expect([saved.temperament, saved.lines.length]).toEqual([null, 5]);

  await watchTasks(page);
  await tabTo(page, /^Fight 500 times$/);
  await keyboard.press('Enter');
  const table = page.getByRole('table', { name: STYLE.resultsCaption });
  await expect(table.getByRole('row')).toHaveCount(10);
  await expect(page.getByText(/^Done in/)).toBeVisible();
  // On a busy machine, tasks of this page wait for other processes.
  if (LONG) expect(await longestTask(page)).toBeLessThan(TASK_MAX);
  await expectAccessible(page);
});

test('a player completes a lesson for a coin, and fights a sparring partner', async ({ newVisitor }) => {
  const visitor = await newVisitor({ width: 375 });
  const { page } = visitor;
  await signUpPlayer(visitor);
  await page.goto('/practice');
  await page.getByRole('button', { name: FIGHT_HELP.open }).click();
  await expect(page.getByRole('img', { name: FIGHT_HELP.picture })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');

  const before = await coins(page);
  await page.getByRole('link', { name: PRACTICE.startLesson(PRACTICE.lesson.focus.title) }).click();
  for (const [move, hint] of [
    ['Guard', 'strike'],
    ['Guard', 'strike'],
    ['Heavy', 'feint'],
  ] as const) {
    await expect(page.getByRole('main').getByText(PRACTICE.lesson.focus.hints[hint]!)).toBeVisible();
    await page.getByRole('button', { name: move }).click();
  }
  await expect(page.getByRole('heading', { name: PRACTICE.learned })).toBeVisible();
  await expect(page.getByText(PRACTICE.unverified)).toBeVisible();
  await expect.poll(() => coins(page)).toBe(before + 1);
  if (LONG) await expectAccessible(page);
  await page.getByRole('link', { name: PRACTICE.leave }).click();
  await expect(
    page.getByRole('link', { name: PRACTICE.repeatLesson(PRACTICE.lesson.focus.title) }),
  ).toBeVisible();

  await page.getByRole('link', { name: PRACTICE.fightWith(PRACTICE.partner.master.name) }).click();
  await page.getByRole('button', { name: /^Attack/ }).waitFor();
  if (LONG) await expectAccessible(page);
  // Wait for the sparring partner's move, which a web worker chooses.
  const lines = page.getByRole('log', { name: 'Battle Log' }).locator('p');
  const linesBefore = await lines.count();
  await page.keyboard.press('a');
  await expect.poll(() => lines.count()).toBeGreaterThan(linesBefore);
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: PRACTICE.title })).toBeVisible();
});
