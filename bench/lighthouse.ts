/**
 * What Lighthouse says of the pages that players open most, as a slow phone would show them: the demo world in
 * production. Writes it into docs/measurements.md.
 */
import { availableParallelism, getPriority, loadavg } from 'node:os';
import { type BrowserContext, chromium } from '@playwright/test';
import lighthouse from 'lighthouse';
import { requestAs } from '../e2e/players.ts';
import { launchOptions } from '../scripts/testing/browser.ts';
import { ensureChromium } from '../scripts/testing/chromium.ts';
import { freePort } from '../scripts/testing/free-port.ts';
import { median } from './load.ts';
import { writeMeasurements } from './report.ts';
import { startServer, temporaryFolder } from './server.ts';

const RUNS = 5;
const PASSWORD = 'torches-on-the-wall';
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
const METRICS = [
  'first-contentful-paint',
  'largest-contentful-paint',
  'speed-index',
  'total-blocking-time',
  'cumulative-layout-shift',
] as const;
type Category = (typeof CATEGORIES)[number];
type Metric = (typeof METRICS)[number];
type PageScore = { name: string; scores: Record<Category, number>; metrics: Record<Metric, number> };
type PageTarget = { name: string; path: string; aims: Partial<Record<Category, number>> };

const PUBLIC = { performance: 98, accessibility: 100, 'best-practices': 100, seo: 100 };
const PLAYERS = { performance: 90 };

if (ensureChromium() === null) throw new Error('No Chromium was found; CHROMIUM_PATH can name one');
const site = await startServer('server/src/main.ts', {
  DATA_DIR: temporaryFolder(),
  SEED: 'demo',
  DEMO_PASSWORD: PASSWORD,
  RATE_LIMITS: 'off',
  LOG_LEVEL: 'warn',
});
const loads = [runQueueLength()];
const pageScores: PageScore[] = [];
const missedTargets: string[] = [];
let version = '';
const power: number[] = [];
try {
  await withBrowser(async (_context, port) => {
    for (const [name, path] of [
      ['landing page', '/'],
      ['FAQ', '/faq'],
    ] as const)
      await scorePage(port, { name, path, aims: PUBLIC });
  });
  await withBrowser(async (context, port) => {
    const visitor = { context, page: context.pages()[0] as never, errors: [] };
    await requestAs(visitor, 'POST', '/api/session', { credential: 'demo_player', password: PASSWORD });
    const { body } = await requestAs<{ id: number }>(visitor, 'GET', '/api/profiles/username/moonmilk');
    for (const [name, path] of [
      ['dashboard', '/dashboard'],
      ['profile', `/profiles/${body.id}`],
      ['forum', '/forum'],
      ['fight', `/fight/${body.id}`],
    ] as const)
      await scorePage(port, { name, path, aims: PLAYERS });
  });
} finally {
  await site.stop();
}
report();

/** How many processes waited for a processor, over the last minute. */
function runQueueLength(): number {
  return loadavg()[0] ?? Number.NaN;
}

/** Gives a browser with a profile of its own, which Lighthouse can be told to use by its port. */
async function withBrowser(use: (context: BrowserContext, port: number) => Promise<void>): Promise<void> {
  const port = await freePort();
  const { executablePath, args } = launchOptions();
  const context = await chromium.launchPersistentContext(temporaryFolder(), {
    executablePath,
    args: [...args, `--remote-debugging-port=${port}`],
    baseURL: site.url,
  });
  await use(context, port).finally(() => context.close());
}

/** Medians of several loads of one page. */
async function scorePage(port: number, { name, path, aims }: PageTarget): Promise<void> {
  const runs: { scores: Record<string, number>; metrics: Record<string, number> }[] = [];
  const failing = new Set<string>();
  for (let run = 0; run < RUNS; run++) {
    const result = await lighthouse(site.url + path, {
      port,
      output: 'json',
      logLevel: 'error',
      onlyCategories: [...CATEGORIES],
    });
    if (!result || result.lhr.runtimeError) throw new Error(`${path}: ${result?.lhr.runtimeError?.message}`);
    const { categories, audits, finalDisplayedUrl, lighthouseVersion } = result.lhr;
    version = lighthouseVersion;
    power.push(result.lhr.environment.benchmarkIndex);
    if (new URL(finalDisplayedUrl).pathname !== path) throw new Error(`${path} led to ${finalDisplayedUrl}`);
    const scores = CATEGORIES.map((id) => [id, Math.round((categories[id]?.score ?? 0) * 100)]);
    const metrics = METRICS.map((id) => [id, audits[id]?.numericValue ?? Number.NaN]);
    runs.push({ scores: Object.fromEntries(scores), metrics: Object.fromEntries(metrics) });
    for (const id of CATEGORIES.slice(1))
      for (const { id: audit, weight } of categories[id]?.auditRefs ?? [])
        if (weight > 0 && (audits[audit]?.score ?? 1) < 1) failing.add(audit);
  }
  const medians = (of: (run: (typeof runs)[number]) => Record<string, number>, ids: readonly string[]) =>
    Object.fromEntries(ids.map((id) => [id, median(runs.map((run) => of(run)[id] ?? Number.NaN))]));
  const one = {
    name,
    scores: medians(({ scores }) => scores, CATEGORIES),
    metrics: medians(({ metrics }) => metrics, METRICS),
  } as PageScore;
  pageScores.push(one);
  loads.push(runQueueLength());
  console.log(name, one.scores, one.metrics, [...failing].join(', '));
  for (const [id, aim] of Object.entries(aims))
    if (one.scores[id as Category] < aim) missedTargets.push(`${name}: ${id} below ${aim}`);
}

function report(): void {
  const rows = pageScores.map(({ name, scores, metrics }) => {
    const seconds = METRICS.slice(0, 3).map((id) => (metrics[id] / 1000).toFixed(1));
    const rest = [metrics['total-blocking-time'].toFixed(0), metrics['cumulative-layout-shift'].toFixed(3)];
    return `| ${[name, ...CATEGORIES.map((id) => scores[id]), ...seconds, ...rest].join(' | ')} |`;
  });
  writeMeasurements(
    'lighthouse',
    `Lighthouse ${version}, mobile (a simulated slow 4G line and a processor four times as slow as this one), against the
production build on loopback with the demo world: medians of ${RUNS} loads with an empty cache, on ${availableParallelism()} processors that
browser and server share${getPriority() < 0 ? ', served before all else that runs' : ''}; load of the machine before it and after each page ${loads.map((load) => load.toFixed(1)).join(', ')}. By
Lighthouse's own benchmark this processor comes to ${median(power).toFixed(0)}; below 1,000 is slower than what it means to make four times as
slow. The first two as a guest, at least 98 and 100; the others signed in, at least 90 in performance.

| page | performance | accessibility | best practices | SEO | first paint, s | largest paint, s | speed index, s | blocked, ms | shift |
|---|---|---|---|---|---|---|---|---|---|
${rows.join('\n')}
${missedTargets.length > 0 ? `\nBelow what is asked: ${missedTargets.join('; ')}.` : ''}`.trimEnd(),
  );
  if (missedTargets.length > 0) process.exitCode = 1;
}
