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
/** Index of the largest paint in the values of a run. */
const LARGEST_PAINT = CATEGORIES.length + METRICS.findIndex(([id]) => id === 'largest-contentful-paint');
/**
 * Pages and their targets: the minimum scores in the order of CATEGORIES, and the maximum time until the
 * largest paint in seconds. In a page, `{id}` stands for a player id.
 */
type Targets = { pages: string[]; scores: number[]; largestPaint?: number };
const GUEST: Targets = { pages: ['/', '/faq'], scores: [98, 100, 100, 100] };
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
const processorScores: number[] = [];

await inBrowser(async (_context, port) => {
  for (const path of GUEST.pages) await measure(port, path, GUEST);
});
await inBrowser(async ({ request }, port) => {
  const idOf = await signInDemoPlayer(request);
  const id = await idOf('moonmilk');
  for (const path of PLAYER.pages) await measure(port, path.replace('{id}', `${id}`), PLAYER);
});
await site.stop();
await proxy.stop();
const lines = [
  `Lighthouse, mobile (simulated slow 4G and a CPU slowed down four times), against the production build with the demo`,
  `world behind \`deploy/nginx.conf\` with TLS and HTTP/2 on loopback: medians of ${RUNS} loads with an empty cache, on`,
  `${availableParallelism()} processors shared by browser, proxy and server; load average ${loadavg()[0]?.toFixed(1)}; CPU score in Lighthouse's benchmark`,
  `${median(processorScores).toFixed(0)} (below 1,000 is too slow). Targets: at least ${GUEST.scores.join(', ')} for guests; for players, at least`,
  `${PLAYER.scores} in performance and a largest paint within ${PLAYER.largestPaint} s.`,
  '',
  ...table(['page', ...CATEGORIES, ...METRICS.map(([, name]) => name)], rows),
  ...missedAims(missed),
];
writeMeasurements('lighthouse', lines.join('\n').trimEnd());

/** Start a browser with an empty profile, which Lighthouse controls over its port. */
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

/** Load a page several times and add the medians to the table. */
async function measure(port: number, path: string, { scores: aims, largestPaint }: Targets): Promise<void> {
  const runs: number[][] = [];
  for (let run = 0; run < RUNS; run++) {
    const result = await lighthouse(proxy.url + path, { ...FLAGS, port });
    if (!result || result.lhr.runtimeError) throw new Error(`${path}: ${result?.lhr.runtimeError?.message}`);
    const { categories, audits, finalDisplayedUrl, environment } = result.lhr;
    if (new URL(finalDisplayedUrl).pathname !== path)
      throw new Error(`${path} redirected to ${finalDisplayedUrl}`);
    processorScores.push(environment.benchmarkIndex);
    const scores = CATEGORIES.map((id) => Math.round((categories[id]?.score ?? 0) * 100));
    const metrics = METRICS.map(([id, , units]) => (audits[id]?.numericValue ?? Number.NaN) / units);
    runs.push([...scores, ...metrics]);
  }
  const medians = (runs[0] ?? []).map((_, index) => median(runs.map((run) => run[index] ?? Number.NaN)));
  rows.push([path, ...medians]);
  console.log(rows.at(-1)?.join(' | '));
  for (const [index, aim] of aims.entries())
    if (!((medians[index] ?? 0) >= aim)) missed.push(`${path}: ${CATEGORIES[index]} below ${aim}`);
  if (largestPaint && !((medians[LARGEST_PAINT] ?? Number.NaN) <= largestPaint))
    missed.push(`${path}: largest paint above ${largestPaint} s`);
}
