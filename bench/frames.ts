import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { openFight } from '../e2e/fights.ts';
import { testLaunchOptions } from '../scripts/testing/browser.ts';
import { openDemoPage, SLOWDOWN, slowDown } from './demo-page.ts';
import { figures, type Measurement, median } from './report.ts';
import { startDemoSite } from './site.ts';

/** The player whose page is measured, and a rival whose challenge to this player is still open. */
const PLAYER = 'demo_player';
const RIVAL = 'Torvik99';
/** The keys that the two players press in each exchange. The last pair is repeated until the fight is over. */
const EXCHANGES = ['da', 'ad', 'sa', 'as', 'ds', 'aa'];
/**
 * Maximum time in ms from the moment when the opponent can choose again until the effects of the exchange end on the
 * slow CPU.
 */
const EFFECTS_MS = 1_600;
/** The times of the frames, and the durations of the tasks over 50 ms, in ms. */
type Recorded = { frames: number[]; tasks: number[] };

/**
 * Measure the frames and the long main-thread tasks of a live fight in two browsers, one of them with a slow CPU.
 * Each exchange is measured from the second player's choice to the end of its effects.
 */
export const frames: Measurement = async () => {
  const site = await startDemoSite();
  const found = await recordFight(site.url).finally(() => site.stop());
  const tasks = found.flatMap((exchange) => exchange.tasks);
  const rate = median(found.map(({ frames: at }) => ((at.length - 1) * 1_000) / (at.at(-1)! - at[0]!)));
  return [
    `${found.length} exchanges of a live fight in two browsers, in a window of 375 × 812 px, with a CPU slowed down ${SLOWDOWN} times.`,
    '',
    ...figures([['frames per second, median', rate, 60]], undefined, 'at least'),
    ...figures([
      ['tasks over 50 ms', tasks.length, 0],
      ['longest task, ms', Math.max(0, ...tasks)],
    ]),
  ];
};

/** Record all frames, and the tasks over 50 ms. This function runs in the page. */
function observe(): void {
  const recorded: Recorded = { frames: [], tasks: [] };
  Object.assign(window, { recorded });
  const look = (now: number) => {
    recorded.frames.push(now);
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) recorded.tasks.push(duration);
  }).observe({ type: 'longtask' });
}

/** Return what has been recorded since the last call. */
const takeRecorded = (page: Page): Promise<Recorded> =>
  page.evaluate(() => {
    const { recorded } = window as unknown as { recorded: Recorded };
    return { frames: recorded.frames.splice(0), tasks: recorded.tasks.splice(0) };
  });

/**
 * Play a fight by keyboard to the end, and return its exchanges on the slow CPU, except the last. During an
 * exchange, only the opponent's page is queried, because searching the measured page would slow it down.
 */
async function recordFight(url: string): Promise<Recorded[]> {
  const open = (username: string) => openDemoPage(username, testLaunchOptions(), { baseURL: url });
  const [player, rival] = await Promise.all([open(PLAYER), open(RIVAL)]);
  const { page } = player;
  await page.addInitScript(observe);
  await openFight(rival.page, await rival.idOf(PLAYER));
  await page.goto(`/fight/${await player.idOf(RIVAL)}`);
  const accept = page.getByRole('button', { name: 'Accept' });
  const first = page.getByRole('button', { name: /^(Attack|Accept)/ }).first();
  await first.waitFor();
  if (await accept.isVisible()) await accept.click();
  await page.waitForLoadState('networkidle');
  await slowDown(page);
  const isOver = (on: Page) => on.getByRole('heading', { name: /^(Victory!|Defeat)$/ });
  const attack = (on: Page, disabled: boolean) => on.getByRole('button', { name: /^Attack/, disabled });
  const chosen = rival.page.getByText(/has chosen/).first();
  const found: Recorded[] = [];
  for (let exchange = 0; ; exchange++) {
    for (const on of [page, rival.page]) await attack(on, false).or(isOver(on)).waitFor();
    if (await isOver(page).isVisible()) break;
    const [own, other] = EXCHANGES[exchange] ?? EXCHANGES.at(-1)!;
    await page.keyboard.press(own!);
    await chosen.waitFor();
    await takeRecorded(page);
    await rival.page.keyboard.press(other!);
    await attack(rival.page, false).or(isOver(rival.page)).waitFor();
    await sleep(EFFECTS_MS);
    if (await isOver(rival.page).isVisible()) break;
    found.push(await takeRecorded(page));
  }
  await Promise.all([player.close(), rival.close()]);
  return found;
}
