import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Browser, type BrowserContext, expect, type Page } from '@playwright/test';
import type { Result } from 'axe-core';
import { LONG } from '../scripts/testing/long.ts';

export type Theme = 'dark' | 'light';
export type Visitor = {
  page: Page;
  context: BrowserContext;
  /** What went wrong in the page: uncaught errors and errors in the console, refused styles and scripts included. */
  errors: string[];
};
export type VisitorOptions = {
  url: string;
  width?: number;
  theme?: Theme;
  /** Whether there are taps. */
  touches?: boolean;
  /** Whether the site may keep its shell; unless told it may not, since behind that no call can be intercepted. */
  installs?: boolean;
};
export type NewVisitor = (options?: Omit<VisitorOptions, 'url'>) => Promise<Visitor>;

/** A browser profile of its own with one page, which does not move more than it must. */
export async function createVisitor(
  browser: Browser,
  { url, width, theme, touches, installs }: VisitorOptions,
): Promise<Visitor> {
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width: width ?? 1280, height: 800 },
    colorScheme: theme ?? 'dark',
    reducedMotion: 'reduce',
    locale: 'en-GB',
    hasTouch: touches ?? false,
    serviceWorkers: installs ? 'allow' : 'block',
  });
  context.setDefaultTimeout(30_000);
  context.setDefaultNavigationTimeout(30_000);
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('console', (message) => {
    // A refused call is part of many a test, and the page's own to show.
    const isRefusal = /Failed to load resource|WebSocket connection/.test(message.text());
    if (message.type() === 'error' && !isRefusal) errors.push(message.text());
  });
  return { page, context, errors };
}

const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/**
 * Expect no violation of WCAG 2.2 AA or of axe's best practices in the page, or in one part of it (an open menu covers
 * what is behind it, which is no violation). Colours are checked in the page's own theme, in a long run or on request in
 * both. The page is scrolled to its top: lower down the site's bar covers half of what is scrolled below it.
 */
export async function expectAccessible(
  page: Page,
  part?: string,
  themes: 'both' | 'own' = LONG ? 'both' : 'own',
): Promise<void> {
  if (part === undefined) await page.evaluate(() => window.scrollTo(0, 0));
  // A button that was enabled a moment ago must not be judged by a colour on its way.
  await setTheme(page, 'own');
  expectNoViolations(await violationsOf(page, part, TAGS), page);
  if (themes === 'own') return;
  await setTheme(page, 'other');
  expectNoViolations(await violationsOf(page, part, ['color-contrast']), page);
  await setTheme(page, 'own');
}

/** What breaks these rules. Frames, which are of other sites, are left out; a page is given axe once, for it is large. */
async function violationsOf(page: Page, part: string | undefined, runOnly: string[]): Promise<Result[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  return page.evaluate(
    async ([within, rules]) => {
      const { axe } = window as unknown as { axe: typeof import('axe-core') };
      const options = { runOnly: rules, resultTypes: ['violations' as const], iframes: false };
      return (await axe.run(within ?? document, options)).violations;
    },
    [part, runOnly] as const,
  );
}

/** Draws the page in the theme it is not in, or again in its own, with no colour on its way from one to the other. */
const setTheme = (page: Page, theme: 'own' | 'other'): Promise<void> =>
  page.evaluate(async (chosen) => {
    const { style, dataset } = document.documentElement;
    const isDark =
      (dataset.theme ?? (matchMedia('(prefers-color-scheme: dark)').matches && 'dark')) === 'dark';
    // To wait for what fades is no way: what lies outside the window does not fade while it is not drawn.
    const still = new CSSStyleSheet();
    still.replaceSync('*, ::before, ::after { transition: none !important; }');
    document.adoptedStyleSheets.push(still);
    // The page is not told: what it says of the theme, and what it has open, stays as it is.
    style.colorScheme = chosen === 'own' ? '' : isDark ? 'light' : 'dark';
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
    // What is not drawn gets its colours only when somebody asks, and would fade then.
    for (const element of document.querySelectorAll('*')) void getComputedStyle(element).color;
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== still);
  }, theme);

function expectNoViolations(violations: readonly Result[], page: Page): void {
  const messages = violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes.map(({ html, failureSummary }) => `${html}\n${failureSummary}`).join('\n')}`,
  );
  expect(messages, `at ${page.url()}`).toEqual([]);
}

/** Expects that nothing stands out of the window to the side, once an open menu has moved to where there is room. */
export async function expectNoHorizontalScroll(page: Page): Promise<void> {
  const beyond = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  await expect.poll(beyond, { timeout: 2_000, message: `beyond the side of ${page.url()}` }).toBe(0);
}
