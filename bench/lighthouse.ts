/**
 * Measures the most visited pages with Lighthouse on an emulated slow phone. The site is the production build with
 * the demo world.
 */
import { availableParallelism, loadavg } from 'node:os';
import { type BrowserContext, chromium } from '@playwright/test';
import lighthouse, { type Flags } from 'lighthouse';
import { launchOptions } from '../scripts/testing/browser.ts';
import { ensureChromium } from '../scripts/testing/chromium.ts';
import { freePort } from '../scripts/testing/free-port.ts';
import { median, missedAims, table, writeMeasurements } from './report.ts';
import { startServer, temporaryFolder } from './server.ts';

const RUNS = 5;
const PASSWORD = 'torches-on-the-wall';
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
/** Pages, where `{id}` stands for a player id, and their minimum scores in the order of CATEGORIES. */
const GUEST = { pages: ['/', '/faq'], aims: [98, 100, 100, 100] };
const PLAYER = { pages: ['/dashboard', '/profiles/{id}', '/forum', '/fight/{id}'], aims: [90] };

if (ensureChromium() === null) throw new Error('Chromium not found; set CHROMIUM_PATH');
const env = { DATA_DIR: temporaryFolder(), SEED: 'demo', DEMO_PASSWORD: PASSWORD, RATE_LIMITS: 'off' };
const site = await startServer('server/src/main.ts', env);
const rows: (string | number)[][] = [];
const missed: string[] = [];
const processorScores: number[] = [];

await inBrowser(async (_context, port) => {
  for (const path of GUEST.pages) await measure(port, path, GUEST.aims);
});
await inBrowser(async ({ request }, port) => {
  const { csrfToken } = await (await request.get('/api/csrf/restore')).json();
  const data = { credential: 'demo_player', password: PASSWORD };
  await request.post('/api/session', { data, headers: { 'X-CSRF-Token': csrfToken } });
  const { id } = await (await request.get('/api/profiles/username/moonmilk')).json();
  for (const path of PLAYER.pages) await measure(port, path.replace('{id}', id), PLAYER.aims);
});
await site.stop();
const lines = [
  `Lighthouse, mobile (simulated slow 4G and a CPU slowed down four times), against the production build on loopback`,
  `with the demo world: medians of ${RUNS} loads with an empty cache, on ${availableParallelism()} processors shared by browser and`,
  `server; load average ${loadavg()[0]?.toFixed(1)}; CPU score in Lighthouse's benchmark ${median(processorScores).toFixed(0)} (below 1,000 is too slow).`,
  `Targets: at least ${GUEST.aims.join(', ')} for guests, and at least ${PLAYER.aims} in performance for players.`,
  '',
  ...table(['page', ...CATEGORIES, ...METRICS.map(([, name]) => name)], rows),
  ...missedAims(missed),
];
writeMeasurements('lighthouse', lines.join('\n').trimEnd());

/** Start a browser with an empty profile, which Lighthouse controls over its port. */
async function inBrowser(use: (context: BrowserContext, port: number) => Promise<void>): Promise<void> {
  const port = await freePort();
  const options = launchOptions();
  const args = [...options.args, `--remote-debugging-port=${port}`];
  const context = await chromium.launchPersistentContext(temporaryFolder(), {
    ...options,
    args,
    baseURL: site.url,
  });
  await use(context, port).finally(() => context.close());
}

/** Load a page several times and add the medians to the table. */
async function measure(port: number, path: string, aims: readonly number[]): Promise<void> {
  const runs: number[][] = [];
  for (let run = 0; run < RUNS; run++) {
    const result = await lighthouse(site.url + path, { ...FLAGS, port });
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
}
