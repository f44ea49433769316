import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { joinFight, openFight, resultHeading } from '../e2e/fights.ts';
import { launchOptions } from '../scripts/testing/browser.ts';
import { openDemoPage, SLOWDOWN, slowDown } from './demo-page.ts';
import { figures, type Measurement, median } from './report.ts';
import { startDemoSite } from './site.ts';

/** The player whose page is measured, and a rival whose challenge to this player is still open. */
const PLAYER = 'demo_player';
const RIVAL = 'Torvik99';
/** The keys that the two players press in each exchange. The last pair is repeated until the fight is over. */
const EXCHANGES = ['da', 'ad', 'sa', 'as', 'ds', 'aa'];
/**
 * Time to wait, in ms, after the opponent can choose again. It is long enough for the effects of the exchange to end on
 * the slow CPU, too.
 */
const EFFECTS_MS = 1_600;
/** Tasks that take more than this time, in ms, count as long tasks. */
const LONG_TASK_MS = 50;
/** The categories of Chromium's trace that contain the frames and the tasks. */
const TRACE = { categories: ['disabled-by-default-devtools.timeline.frame', 'toplevel'] };
/** Elapsed time and CPU time of a task in ms. */
type Task = { elapsed: number; cpu: number };
/** The number of frames per second on the screen, and the tasks of the main thread. */
type Recorded = { rate: number; tasks: Task[] };

/**
 * Measure the frames and the main-thread tasks of a live fight between two browsers. The measured browser has a slow
 * CPU. The measurement of an exchange begins when the second player chooses a move, and ends after the effects.
 */
export const frames: Measurement = async () => {
  const site = await startDemoSite();
  const found = await recordFight(site.url).finally(() => site.stop());
  const tasks = found.flatMap((exchange) => exchange.tasks);
  const longest = (key: keyof Task) => Math.round(Math.max(...tasks.map((task) => task[key])));
  const countLong = (key: keyof Task) => tasks.filter((task) => task[key] > LONG_TASK_MS).length;
  return [
    `${found.length} exchanges of a live fight in two browsers, in a window of 375 × 812 px, with a CPU slowed down ${SLOWDOWN} times.`,
    'Both browsers, the server and the database share the CPU cores, so a task can take longer than its CPU time.',
    '',
    ...figures(
      [['frames per second, median', median(found.map(({ rate }) => rate)), 60]],
      undefined,
      'at least',
    ),
    ...figures([
      [`tasks over ${LONG_TASK_MS} ms of CPU time`, countLong('cpu'), 0],
      ['most CPU time of a task, ms', longest('cpu')],
      [`tasks over ${LONG_TASK_MS} ms`, countLong('elapsed')],
      ['longest task, ms', longest('elapsed')],
    ]),
  ];
};

/** An event of a trace. Times are in µs. */
type TraceEvent = {
  name: string;
  pid: number;
  tid: number;
  ts: number;
  dur?: number;
  /** CPU time that the thread spent on the event. */
  tdur?: number;
  args: { name?: string; frame_reporter?: { frame_sequence: number; state: string } };
};

/**
 * Return the number of frames per second that the browser did not drop, according to a trace of Chromium. Frames in
 * which nothing changes count, too. requestAnimationFrame would count only the frames in which the main thread takes
 * part, but the animations run on the compositor thread.
 */
function frameRateOf(events: TraceEvent[]): number {
  const kept = new Map<number, number>();
  for (const { name, ts, args } of events) {
    const frame = name === 'PipelineReporter' ? args.frame_reporter : undefined;
    if (frame && frame.state !== 'STATE_DROPPED') kept.set(frame.frame_sequence, ts);
  }
  const times = [...kept.values()];
  return ((kept.size - 1) * 1_000_000) / (Math.max(...times) - Math.min(...times));
}

/** Return the tasks of the page's main thread, according to a trace of Chromium. */
function mainTasksOf(events: TraceEvent[]): Task[] {
  const threadOf = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`;
  const isMain = ({ name, args }: TraceEvent) => name === 'thread_name' && args.name === 'CrRendererMain';
  const mainThreads = new Set(events.filter(isMain).map(threadOf));
  return events
    .filter((event) => event.name === 'ThreadControllerImpl::RunTask' && mainThreads.has(threadOf(event)))
    .map(({ dur = 0, tdur = 0 }) => ({ elapsed: dur / 1_000, cpu: tdur / 1_000 }));
}

/**
 * Play a fight to the end by keyboard on the page with the slow CPU. Return that page's measurements of all exchanges
 * except the last. During an exchange, query only the opponent's page, because queries would slow the measured page
 * down.
 */
async function recordFight(url: string): Promise<Recorded[]> {
  const open = (username: string) => openDemoPage(username, launchOptions(), { baseURL: url });
  const [player, rival] = await Promise.all([open(PLAYER), open(RIVAL)]);
  const { page } = player;
  const browser = page.context().browser()!;
  await openFight(rival.page, await rival.idOf(PLAYER));
  await joinFight(page, await player.idOf(RIVAL));
  await slowDown(page);
  const attack = (on: Page, disabled: boolean) => on.getByRole('button', { name: /^Attack/, disabled });
  const chosen = rival.page.getByText(/has chosen/).first();
  const found: Recorded[] = [];
  for (let exchange = 0; ; exchange++) {
    for (const on of [page, rival.page]) await attack(on, false).or(resultHeading(on)).waitFor();
    if (await resultHeading(page).isVisible()) break;
    const [own, other] = EXCHANGES[exchange] ?? EXCHANGES.at(-1)!;
    await page.keyboard.press(own!);
    await chosen.waitFor();
    await browser.startTracing(page, TRACE);
    await rival.page.keyboard.press(other!);
    await attack(rival.page, false).or(resultHeading(rival.page)).waitFor();
    await sleep(EFFECTS_MS);
    const { traceEvents } = JSON.parse(`${await browser.stopTracing()}`) as { traceEvents: TraceEvent[] };
    if (await resultHeading(rival.page).isVisible()) break;
    found.push({ rate: frameRateOf(traceEvents), tasks: mainTasksOf(traceEvents) });
  }
  await Promise.all([player.close(), rival.close()]);
  return found;
}
