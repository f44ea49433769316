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
type Loaded = { scores: number[]; largestPaint: number };
/**
 * Pages to measure, and their targets. In a path, `{}` is replaced by the id of a fight or a player. `scores` are the
 * minimum scores in the order of CATEGORIES. `largestPaint` is the maximum time in seconds until the largest paint.
 */
type Pages = { paths: string[]; scores: number[]; largestPaint?: number };
/** `{}` stands for the latest public fight. */
const GUEST: Pages = { paths: ['/', '/faq', '/fights/{}'], scores: [98, 100, 100, 100] };
/** `{}` stands for another player. */
const PLAYER: Pages = {
  paths: ['/dashboard', '/profiles/{}', '/forum', '/fight/{}'],
  scores: [95],
  largestPaint: 2.5,
};

/**
 * Measure pages with Lighthouse on an emulated slow phone. The site is the production build with the demo world, behind
 * the same proxy as a deployed site.
 */
export const lighthousePages: Measurement = async () => {
  if (ensureChromium() === null) throw new Error('Chromium not found; set CHROMIUM_PATH');
  const nodePort = await freePort();
  const proxy = await startProxy([`127.0.0.1:${nodePort}`], {}, createTlsCertificate(temporaryFolder()));
  const site = await startDemoSite({ PORT: String(nodePort), PUBLIC_URL: proxy.url, TRUST_PROXY: '1' });
  const scores: Figure[] = [];
  const paints: Figure[] = [];

  /** Measure pages in a browser with an empty profile. Lighthouse controls this browser over `port`. */
  async function measure(pages: Pages, valueIn: (request: APIRequestContext) => Promise<unknown>) {
    const port = await freePort();
    const options = launchOptions();
    const args = [...options.args, `--remote-debugging-port=${port}`, '--ignore-certificate-errors'];
    const settings = { ...options, args, baseURL: proxy.url, ignoreHTTPSErrors: true };
    const context = await chromium.launchPersistentContext(temporaryFolder(), settings);
    const value = await valueIn(context.request);
    for (const page of pages.paths) {
      const path = page.replace('{}', `${value}`);
      const runs: Loaded[] = [];
      for (let run = 0; run < RUNS; run++) runs.push(await load(proxy.url, path, port));
      for (const [index, name] of CATEGORIES.entries()) {
        const score = median(runs.map(({ scores }) => scores[index]!));
        scores.push([`${path}, ${name}`, score, pages.scores[index]]);
      }
      const paint = median(runs.map(({ largestPaint }) => largestPaint));
      paints.push([`${path}, largest contentful paint, s`, paint, pages.largestPaint]);
    }
    await context.close();
  }
  await measure(GUEST, async (request) => {
    const sitemap = await (await request.get('/sitemap.xml')).text();
    return /\/fights\/(\d+)</.exec(sitemap)![1];
  });
  await measure(PLAYER, async (request) => (await signInDemoPlayer(request, 'demo_player'))('moonmilk'));
  await site.stop();
  await proxy.stop();
  return [
    'Lighthouse, mobile (slow 4G, CPU slowed down four times): the demo world behind `deploy/nginx.conf` with HTTP/2;',
    `medians of ${RUNS} loads with an empty cache.`,
    '',
    ...figures(scores, undefined, 'at least'),
    ...figures(paints),
  ];
};

/** Load a page with Lighthouse, and return its scores and the time in seconds until the largest paint. */
async function load(url: string, path: string, port: number): Promise<Loaded> {
  // Import this large package only here, because other measurements do not need it.
  const { default: lighthouse } = await import('lighthouse');
  const result = await lighthouse(url + path, { port, logLevel: 'error', onlyCategories: [...CATEGORIES] });
  if (!result || result.lhr.runtimeError) throw new Error(`${path}: ${result?.lhr.runtimeError?.message}`);
  const { categories, audits, finalDisplayedUrl } = result.lhr;
  if (new URL(finalDisplayedUrl).pathname !== path)
    throw new Error(`${path} redirected to ${finalDisplayedUrl}`);
  return {
    scores: CATEGORIES.map((id) => Math.round((categories[id]?.score ?? 0) * 100)),
    largestPaint: (audits['largest-contentful-paint']?.numericValue ?? Number.NaN) / 1_000,
  };
}
