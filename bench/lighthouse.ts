/**
 * Measures the most visited pages with Lighthouse on an emulated slow phone. The site is the production build with
 * the demo world behind the deployed proxy.
 */
import { availableParallelism, loadavg } from 'node:os';
import { type BrowserContext, chromium } from '@playwright/test';
import lighthouse, { type Flags } from 'lighthouse';
import { launchOptions } from '../scripts/testing/browser.ts';
import { ensureChromium } from '../scripts/testing/chromium.ts';
import { freePort } from '../scripts/testing/free-port.ts';
import { startProxy } from '../scripts/testing/proxy.ts';
import { createTlsCertificate } from '../scripts/testing/tls-certificate.ts';
import { signInDemoPlayer, startDemoSite } from './demo-site.ts';
import { median, missedAims, table, writeMeasurements } from './report.ts';
import { temporaryFolder } from './server.ts';

const RUNS = 5;
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
const FLAGS: Flags = { output: 'json', logLevel: 'error', onlyCategories: [...CATEGORIES] };
/** Metrics: Lighthouse id, name in the table, and divisor that converts the value to the table's unit. */
const METRICS: [id: string, name: string, units: number][] = [
  ['first-contentful-paint', 'first paint, s', 1_000],
  ['largest-contentful-paint', 'largest paint, s', 1_000],
  ['speed-index', 'speed index, s', 1_000],
  ['total-blocking-time', 'blocked, ms', 1],
  ['cumulative-layout-shift', 'shift', 1],
];
/** Factor by which Lighthouse slows the CPU down, and time in ms above which a task blocks input. */
const SLOWDOWN = 4;
const LONG_TASK_MS = 50;
/** Index of the largest-paint time in a run's values. */
const LARGEST_PAINT = CATEGORIES.length + METRICS.findIndex(([id]) => id === 'largest-contentful-paint');
/** An event of Chromium's trace. `ts` is its start, and `tdur` its CPU time, in µs. */
type TraceEvent = { name: string; pid: number; tid: number; ts: number; tdur?: number };
/**
 * Pages and their targets: the minimum scores in the order of CATEGORIES, and the maximum time in seconds until the
 * largest paint. In a path, `{id}` stands for a player id, and `{fight}` for the latest public fight.
 */
type Targets = { pages: string[]; scores: number[]; largestPaint?: number };
const GUEST: Targets = { pages: ['/', '/faq', '/fights/{fight}'], scores: [98, 100, 100, 100] };
const PLAYER: Targets = {
  pages: ['/dashboard', '/profiles/{id}', '/forum', '/fight/{id}'],
  scores: [95],
  largestPaint: 2.5,
};

if (ensureChromium() === null) throw new Error('Chromium not found; set CHROMIUM_PATH');
const nodePort = await freePort();
const certificate = createTlsCertificate(temporaryFolder());
const proxy = await startProxy([`127.0.0.1:${nodePort}`], {}, certificate);
const env = { PORT: String(nodePort), PUBLIC_URL: proxy.url, TRUST_PROXY: '1' };
const site = await startDemoSite(env);
const rows: (string | number)[][] = [];
const missed: string[] = [];
const cpuScores: number[] = [];

await inBrowser(async (_context, port) => {
  const sitemap = await (await fetch(`http://127.0.0.1:${nodePort}/sitemap.xml`)).text();
  const fight = /\/fights\/(\d+)</.exec(sitemap)?.[1];
  if (!fight) throw new Error('The demo world has no public fight');
  for (const path of GUEST.pages) await measure(port, path.replace('{fight}', fight), GUEST);
});
await inBrowser(async ({ request }, port) => {
  const idOf = await signInDemoPlayer(request);
  const id = await idOf('moonmilk');
  for (const path of PLAYER.pages) await measure(port, path.replace('{id}', `${id}`), PLAYER);
});
await site.stop();
await proxy.stop();
const lines = [
  `Lighthouse, mobile (slow 4G, CPU slowed down four times): the demo world behind \`deploy/nginx.conf\` with HTTP/2;`,
  `medians of ${RUNS} loads with an empty cache. Browser, proxy and server share ${availableParallelism()} CPU cores; load average ${loadavg()[0]?.toFixed(1)}; CPU`,
  `score ${median(cpuScores).toFixed(0)} (below 1,000 is too slow). Other processes add to the blocked time, but not to its CPU`,
  `time. Targets: ${GUEST.scores.join(', ')} for guests; ${PLAYER.scores} in performance and ${PLAYER.largestPaint} s until the largest paint for players.`,
  '',
  ...table(['page', ...CATEGORIES, ...METRICS.map(([, name]) => name), 'blocked, CPU ms'], rows),
  ...missedAims(missed),
];
writeMeasurements('lighthouse', lines.join('\n').trimEnd());

/** Start a browser with an empty profile. Lighthouse controls the browser over `port`. */
async function inBrowser(use: (context: BrowserContext, port: number) => Promise<void>): Promise<void> {
  const port = await freePort();
  const options = launchOptions();
  const args = [...options.args, `--remote-debugging-port=${port}`, '--ignore-certificate-errors'];
  const context = await chromium.launchPersistentContext(temporaryFolder(), {
    ...options,
    args,
    baseURL: proxy.url,
    ignoreHTTPSErrors: true,
  });
  await use(context, port).finally(() => context.close());
}

/**
 * Return the blocked time after the first paint in ms, from the CPU time of the main thread's tasks. Unlike
 * Lighthouse's figure, it does not include time during which other processes used the CPU.
 */
function cpuBlockedMs(events: readonly TraceEvent[]): number {
  const firstPaint = events.find(({ name }) => name === 'firstContentfulPaint');
  if (!firstPaint) throw new Error('The trace has no first paint');
  const { pid, tid, ts: paintedAt } = firstPaint;
  const tasks = events.filter(
    (event) => event.pid === pid && event.tid === tid && event.ts >= paintedAt && /RunTask$/.test(event.name),
  );
  const blocked = tasks.map(({ tdur = 0 }) => Math.max(0, (tdur / 1_000) * SLOWDOWN - LONG_TASK_MS));
  return Math.round(blocked.reduce((sum, ms) => sum + ms, 0));
}

/** Load a page several times and add the medians to the table. */
async function measure(port: number, path: string, { scores: aims, largestPaint }: Targets): Promise<void> {
  const runs: number[][] = [];
  for (let run = 0; run < RUNS; run++) {
    const result = await lighthouse(proxy.url + path, { ...FLAGS, port });
    if (!result || result.lhr.runtimeError) throw new Error(`${path}: ${result?.lhr.runtimeError?.message}`);
    const { categories, audits, finalDisplayedUrl, environment } = result.lhr;
    if (new URL(finalDisplayedUrl).pathname !== path)
      throw new Error(`${path} redirected to ${finalDisplayedUrl}`);
    cpuScores.push(environment.benchmarkIndex);
    const scores = CATEGORIES.map((id) => Math.round((categories[id]?.score ?? 0) * 100));
    const metrics = METRICS.map(([id, , units]) => (audits[id]?.numericValue ?? Number.NaN) / units);
    runs.push([...scores, ...metrics, cpuBlockedMs(result.artifacts.Trace.traceEvents)]);
  }
  const medians = (runs[0] ?? []).map((_, index) => median(runs.map((run) => run[index] ?? Number.NaN)));
  rows.push([path, ...medians]);
  console.log(rows.at(-1)?.join(' | '));
  for (const [index, aim] of aims.entries())
    if (!((medians[index] ?? 0) >= aim)) missed.push(`${path}: ${CATEGORIES[index]} below ${aim}`);
  if (largestPaint && !((medians[LARGEST_PAINT] ?? Number.NaN) <= largestPaint))
    missed.push(`${path}: largest paint above ${largestPaint} s`);
}
