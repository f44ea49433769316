import { type APIRequestContext, chromium } from '@playwright/test';
import { launchOptions } from '../scripts/testing/browser.ts';
import { ensureChromium } from '../scripts/testing/chromium.ts';
import { freePort } from '../scripts/testing/free-port.ts';
import { startProxy } from '../scripts/testing/proxy.ts';
import { createTlsCertificate } from '../scripts/testing/tls-certificate.ts';
import { signInDemoPlayer } from './demo-page.ts';
import { type Figure, figures, type Measurement, median, unlessQuick } from './report.ts';
import { startDemoSite, temporaryFolder } from './site.ts';

const RUNS = unlessQuick(5, 1);
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
/** Metrics: Lighthouse id, name in the table, and divisor that converts the value to the table's unit. */
const METRICS: [id: string, name: string, units: number][] = [
  ['first-contentful-paint', 'first paint, s', 1_000],
  ['largest-contentful-paint', 'largest paint, s', 1_000],
  ['total-blocking-time', 'blocked, ms', 1],
  ['cumulative-layout-shift', 'layout shift', 1],
];
/**
 * Pages and their targets: the minimum scores in the order of CATEGORIES, and the maximum time in seconds until the
 * largest paint. In a path, `{id}` stands for a player id, and `{fight}` for the latest public fight.
 */
type Targets = { pages: readonly string[]; scores: readonly number[]; largestPaint?: number };

/**
 * Measure pages with Lighthouse on an emulated slow phone. The site is the production build with the demo world behind
 * the deployed proxy.
 */
export const lighthousePages =
  ({ guest, player }: { guest: Targets; player: Targets }): Measurement =>
  async () => {
    if (ensureChromium() === null) throw new Error('Chromium not found; set CHROMIUM_PATH');
    const nodePort = await freePort();
    const proxy = await startProxy([`127.0.0.1:${nodePort}`], {}, createTlsCertificate(temporaryFolder()));
    const site = await startDemoSite({ PORT: String(nodePort), PUBLIC_URL: proxy.url, TRUST_PROXY: '1' });
    const scores: Figure[] = [];
    const metrics: Figure[] = [];

    /** Load the pages in a browser with an empty profile, which Lighthouse controls over `port`. */
    async function measure(targets: Targets, valuesOf: (request: APIRequestContext) => Promise<string>) {
      const port = await freePort();
      const options = launchOptions();
      const args = [...options.args, `--remote-debugging-port=${port}`, '--ignore-certificate-errors'];
      const settings = { ...options, args, baseURL: proxy.url, ignoreHTTPSErrors: true };
      const context = await chromium.launchPersistentContext(temporaryFolder(), settings);
      const value = await valuesOf(context.request);
      for (const page of targets.pages) {
        const path = page.replace(/\{\w+\}/, value);
        const runs: Awaited<ReturnType<typeof load>>[] = [];
        for (let run = 0; run < RUNS; run++) runs.push(await load(proxy.url, path, port));
        for (const [index, name] of CATEGORIES.entries())
          scores.push([
            `${path}, ${name}`,
            median(runs.map((run) => run.scores[index]!)),
            targets.scores[index],
          ]);
        for (const [index, [id, name]] of METRICS.entries()) {
          const aim = id === 'largest-contentful-paint' ? targets.largestPaint : undefined;
          metrics.push([`${path}, ${name}`, median(runs.map((run) => run.metrics[index]!)), aim]);
        }
      }
      await context.close();
    }
    await measure(guest, async (request) => {
      const sitemap = await (await request.get('/sitemap.xml')).text();
      return /\/fights\/(\d+)</.exec(sitemap)![1]!;
    });
    await measure(player, async (request) => {
      const idOf = await signInDemoPlayer(request, 'demo_player');
      return `${await idOf('moonmilk')}`;
    });
    await site.stop();
    await proxy.stop();
    return [
      'Lighthouse, mobile (slow 4G, CPU slowed down four times): the demo world behind `deploy/nginx.conf` with HTTP/2;',
      `medians of ${RUNS} loads with an empty cache.`,
      '',
      ...figures(scores, undefined, 'at least'),
      ...figures(metrics),
    ];
  };

/** Load a page with Lighthouse, and return its scores and metrics. */
async function load(url: string, path: string, port: number) {
  // Other measurements do not need this large package.
  const { default: lighthouse } = await import('lighthouse');
  const result = await lighthouse(url + path, { port, logLevel: 'error', onlyCategories: [...CATEGORIES] });
  if (!result || result.lhr.runtimeError) throw new Error(`${path}: ${result?.lhr.runtimeError?.message}`);
  const { categories, audits, finalDisplayedUrl } = result.lhr;
  if (new URL(finalDisplayedUrl).pathname !== path)
    throw new Error(`${path} redirected to ${finalDisplayedUrl}`);
  return {
    scores: CATEGORIES.map((id) => Math.round((categories[id]?.score ?? 0) * 100)),
    metrics: METRICS.map(([id, , units]) => (audits[id]?.numericValue ?? Number.NaN) / units),
  };
}
