import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest';
import { openBrowser } from '../scripts/testing/browser.ts';
import { newVisitor, type Visitor, type VisitorOptions } from './browser.ts';
import { FakeGiphy } from './giphy.ts';
import { Site } from './site.ts';

/**
 * One site and one browser for a file of tests. Visitors leave at the end of their test, which fails if anything went
 * wrong in their pages.
 * @param dataFolder returns the data folder that the site gets a copy of
 */
export function useSite(env: Record<string, string> = {}, dataFolder = async () => inject('madeFolder')) {
  let site: Site | undefined;
  let browser: Browser | undefined;
  let visitors: Visitor[] = [];
  beforeAll(async () => {
    [site, browser] = await Promise.all([Site.start(env, await dataFolder()), openBrowser()]);
  });
  afterEach(async () => {
    const leaving = visitors;
    visitors = [];
    await Promise.all(leaving.map(({ context }) => context.close()));
    expect(leaving.flatMap(({ errors }) => errors)).toEqual([]);
  });
  afterAll(async () => {
    await browser?.close();
    await site?.stop();
  });
  return {
    get site(): Site {
      if (site === undefined) throw new Error('The site has not started');
      return site;
    },
    async visitor(options: Omit<VisitorOptions, 'url'> = {}): Promise<Visitor> {
      if (browser === undefined || site === undefined) throw new Error('The site has not started');
      const visitor = await newVisitor(browser, { url: site.url, ...options });
      visitors.push(visitor);
      return visitor;
    },
  };
}

/** A GIF provider for a file of tests; before `useSite`, which takes its `env`. */
export function useGiphy() {
  let giphy: FakeGiphy;
  const env: Record<string, string> = { GIPHY_API_KEY: 'key-of-the-tests' };
  beforeAll(async () => {
    giphy = await FakeGiphy.start();
    env.GIPHY_API_BASE = giphy.url;
  });
  afterAll(() => giphy.stop());
  return {
    env,
    get url(): string {
      return giphy.url;
    },
    get requests(): FakeGiphy['requests'] {
      return giphy.requests;
    },
  };
}
