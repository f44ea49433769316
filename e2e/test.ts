import { test as base, expect } from '@playwright/test';
import { BROWSER_TIMEOUT_MS } from '../scripts/testing/timeouts.ts';
import { createVisitor, type NewVisitor, type Visitor } from './browser.ts';
import { FakeGiphy } from './giphy.ts';
import { Site } from './site.ts';

export { expect };

/** Options of the site that a test file runs on. Files with the same options share a site in each worker. */
export type SiteOptions = {
  /** Environment variables of the server, in addition to those of all tests. */
  siteEnv: Record<string, string>;
  /** Initial content of the database: empty, or the demo world. */
  seed: 'none' | 'demo';
  /** Names a site for one file only: for tests that count content of the site or stop it. */
  siteName: string;
};

type Fixtures = {
  /** Open a browser profile with a page on the site. Fails the test if a page reports an error. */
  newVisitor: NewVisitor;
};

type WorkerFixtures = {
  giphy: FakeGiphy;
  site: Site;
};

/**
 * Playwright's `test` with a site: `page` is the page of a visitor, and `baseURL` the address of the site.
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
      const env = { ...giphyEnv, ...siteEnv, SEED: seed };
      const site = await Site.start(env, process.env.E2E_DATA_FOLDER ?? '');
      await use(site);
      await site.stop();
    },
    { scope: 'worker', timeout: BROWSER_TIMEOUT_MS },
  ],

  baseURL: ({ site }, use) => use(site.url),

  newVisitor: async ({ browser, site }, use) => {
    const visitors: Visitor[] = [];
    await use(async (options = {}) => {
      const visitor = await createVisitor(browser, { url: site.url, ...options });
      visitors.push(visitor);
      return visitor;
    });
    await Promise.all(visitors.map(({ context }) => context.close()));
    const errors = visitors.flatMap((visitor) => visitor.errors);
    expect(errors, 'errors that pages reported').toEqual([]);
  },

  page: async ({ newVisitor }, use) => use((await newVisitor()).page),

  context: ({ page }, use) => use(page.context()),
});
