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
 * Time to wait, in ms, after the opponent can choose again. By then, the effects of the exchange have ended on the slow
 * CPU, too.
 */
const EFFECTS_MS = 1_600;
/** The number of frames per second on the screen, and the durations of the main-thread tasks over 50 ms, in ms. */
type Recorded = { rate: number; tasks: number[] };

/**
 * Measure the frames and the long main-thread tasks of a live fight in two browsers, one of them with a slow CPU.
 * Each exchange is measured from the second player's choice to the end of its effects.
 */
export const frames: Measurement = async () => {
  const site = await startDemoSite();
  const found = await recordFight(site.url).finally(() => site.stop());
  const tasks = found.flatMap((exchange) => exchange.tasks);
  return [
    `${found.length} exchanges of a live fight in two browsers, in a window of 375 × 812 px, with a CPU slowed down ${SLOWDOWN} times.`,
    '',
    ...figures(
      [['frames per second, median', median(found.map(({ rate }) => rate)), 60]],
      undefined,
      'at least',
    ),
    ...figures([
      ['tasks over 50 ms', tasks.length, 0],
      ['longest task, ms', Math.max(0, ...tasks)],
    ]),
  ];
};

/** Record the tasks over 50 ms. This function runs in the page. */
function observe(): void {
  const tasks: number[] = [];
  Object.assign(window, { tasks });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) tasks.push(duration);
  }).observe({ type: 'longtask' });
}

/** Return the tasks over 50 ms since the last call. */
const takeTasks = (page: Page): Promise<number[]> =>
  page.evaluate(() => (window as unknown as { tasks: number[] }).tasks.splice(0));

type FrameEvent = {
  name: string;
  /** Time in µs. */
  ts: number;
  args: { frame_reporter?: { frame_sequence: number; state: string } };
};

/**
 * Return how many frames per second reached the screen, according to a trace of Chromium. The animations run on the
 * compositor thread, so requestAnimationFrame would count only the frames in which the main thread takes part. The long
 * tasks show when the main thread is late.
 */
function frameRateOf(trace: Buffer): number {
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: FrameEvent[] };
  const shown = new Map<number, number>();
  for (const { name, ts, args } of traceEvents) {
    const frame = name === 'PipelineReporter' ? args.frame_reporter : undefined;
    if (frame?.state.startsWith('STATE_PRESENTED')) shown.set(frame.frame_sequence, ts);
  }
  const times = [...shown.values()];
  return ((shown.size - 1) * 1_000_000) / (Math.max(...times) - Math.min(...times));
}

/**
 * Play a fight to the end by keyboard, and return the measurements of each exchange on the slow CPU, except the last.
 * During an exchange, query only the opponent's page, because queries would slow the measured page down.
 */
async function recordFight(url: string): Promise<Recorded[]> {
  const open = (username: string) => openDemoPage(username, testLaunchOptions(), { baseURL: url });
  const [player, rival] = await Promise.all([open(PLAYER), open(RIVAL)]);
  const { page } = player;
  const browser = page.context().browser()!;
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
    await takeTasks(page);
    await browser.startTracing(page, { categories: ['disabled-by-default-devtools.timeline.frame'] });
    await rival.page.keyboard.press(other!);
    await attack(rival.page, false).or(isOver(rival.page)).waitFor();
    await sleep(EFFECTS_MS);
    const rate = frameRateOf(await browser.stopTracing());
    if (await isOver(rival.page).isVisible()) break;
    found.push({ rate, tasks: await takeTasks(page) });
  }
  await Promise.all([player.close(), rival.close()]);
  return found;
}
