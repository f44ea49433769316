import { type APIRequestContext, test as base, expect } from '@playwright/test';
import { BROWSER_TIMEOUT_MS } from '../scripts/testing/timeouts.ts';
import { createVisitor, describePage, type NewVisitor, type Visitor } from './browser.ts';
import { FakeGiphy } from './giphy.ts';
import type { NewClient } from './players.ts';
import { Site, START_TIMEOUT_MS } from './site.ts';

export { expect };

/** The `SOURCE_URL` setting of all sites, unless a test file overrides it. */
export const SOURCE_URL = 'https://code.example/hold?of=stone&"here"';

/** Options for the site of a test file. In each worker, files with the same options share a site. */
export type SiteOptions = {
  /** Environment variables of the server, in addition to the variables for all tests. */
  siteEnv: Record<string, string>;
  /** Initial content of the database: empty, or the demo world. */
  seed: 'none' | 'demo';
  /**
   * Name of the site. A test file that counts the site's content, or that stops the site, sets its own name, and
   * therefore has a separate site.
   */
  siteName: string;
};

type Fixtures = {
  /** Open a new browser context with a page. The test fails if a page reports an error. */
  newVisitor: NewVisitor;
  /** Create an API client without a browser, for a player whose pages the test does not look at. */
  newClient: NewClient;
};

type WorkerFixtures = {
  giphy: FakeGiphy;
  site: Site;
};

/**
 * Playwright's `test` with a running site. `page` is the page of a visitor, and `baseURL` is the URL of the site.
 */
export const test = base.extend<Fixtures, SiteOptions & WorkerFixtures>({
  siteEnv: [{}, { option: true, scope: 'worker' }],
  seed: ['none', { option: true, scope: 'worker' }],
  siteName: ['shared', { option: true, scope: 'worker' }],

  giphy: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern.
    async ({}, use) => {
      const giphy = await FakeGiphy.start();
      await use(giphy);
      await giphy.stop();
    },
    { scope: 'worker' },
  ],

  site: [
    async ({ giphy, seed, siteEnv }, use) => {
      const giphyEnv = { GIPHY_API_KEY: 'key-of-the-tests', GIPHY_API_BASE: giphy.url };
      const env = { ...giphyEnv, SOURCE_URL, ...siteEnv, SEED: seed };
      const site = await Site.start(env, process.env.E2E_DATA_FOLDER ?? '');
      await use(site);
      await site.stop();
    },
    { scope: 'worker', timeout: START_TIMEOUT_MS + BROWSER_TIMEOUT_MS },
  ],

  baseURL: ({ site }, use) => use(site.url),

  newVisitor: async ({ browser, site }, use, testInfo) => {
    const visitors: Visitor[] = [];
    await use(async (options = {}) => {
      const visitor = await createVisitor(browser, { url: site.url, ...options });
      visitors.push(visitor);
      return visitor;
    });
    const hasFailed = testInfo.errors.length > 0 || visitors.some((visitor) => visitor.errors.length > 0);
    const shown = hasFailed ? await Promise.all(visitors.map(describePage)) : [];
    await Promise.all(visitors.map(({ context }) => context.close()));
    const errors = visitors.flatMap((visitor) => visitor.errors);
    expect(errors, ['errors that pages reported', ...shown].join('\n')).toEqual([]);
    // The test has failed already. This second error shows the pages in the summary at the end of the run.
    if (shown.length > 0) throw new Error(shown.join('\n'));
  },

  newClient: async ({ playwright, site }, use) => {
    const requests: APIRequestContext[] = [];
    await use(async (options = {}) => {
      const request = await playwright.request.newContext({ baseURL: site.url, ...options });
      requests.push(request);
      return { context: { request } };
    });
    await Promise.all(requests.map((request) => request.dispose()));
  },

  page: async ({ newVisitor }, use) => use((await newVisitor()).page),

  context: ({ page }, use) => use(page.context()),
});
