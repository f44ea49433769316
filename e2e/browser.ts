import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Browser, type BrowserContext, expect, type Page } from '@playwright/test';
import type { Result } from 'axe-core';
import { LONG } from '../scripts/testing/long.ts';

export type Theme = 'dark' | 'light';
export type Visitor = {
  page: Page;
  context: BrowserContext;
  /** Uncaught errors and console errors of the page, including styles and scripts blocked by its policy. */
  errors: string[];
};
export type VisitorOptions = {
  url: string;
  width?: number;
  theme?: Theme;
  /** Emulate a touch screen. */
  touches?: boolean;
  /**
   * Allow service workers. Off by default: requests of a page behind a service worker cannot be intercepted.
   */
  installs?: boolean;
};
export type NewVisitor = (options?: Omit<VisitorOptions, 'url'>) => Promise<Visitor>;

/** Return a fresh browser profile with one page and reduced motion. */
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
    // Many tests provoke failed requests, which the page itself must handle.
    const isRefusal = /Failed to load resource|WebSocket connection/.test(message.text());
    if (message.type() === 'error' && !isRefusal) errors.push(message.text());
  });
  return { page, context, errors };
}

const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/**
 * Expect no violation of WCAG 2.2 AA or of axe's best practices in the page, or in one part of it (an open
 * menu may cover the content behind it). Checks colors in the current theme, in long runs or on request in
 * both. Scrolls to the top first: further down the bar of the site half covers the content below it.
 */
export async function expectAccessible(
  page: Page,
  part?: string,
  themes: 'both' | 'own' = LONG ? 'both' : 'own',
): Promise<void> {
  if (part === undefined) await page.evaluate(() => window.scrollTo(0, 0));
  // Do not check a color in the middle of a transition, such as that of a button that was just enabled.
  await setTheme(page, 'own');
  expectNoViolations(await violationsOf(page, part, TAGS), page);
  if (themes === 'own') return;
  await setTheme(page, 'other');
  expectNoViolations(await violationsOf(page, part, ['color-contrast']), page);
  await setTheme(page, 'own');
}

/**
 * Return the violations of these rules. Skips frames, which belong to other sites, and loads axe once per
 * page, since it is large.
 */
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

/** Render the page in the other theme, or again in its own, without color transitions. */
const setTheme = (page: Page, theme: 'own' | 'other'): Promise<void> =>
  page.evaluate(async (chosen) => {
    const { style, dataset } = document.documentElement;
    const isDark =
      (dataset.theme ?? (matchMedia('(prefers-color-scheme: dark)').matches && 'dark')) === 'dark';
    // Waiting for transitions to end does not work: outside the viewport they do not run.
    const still = new CSSStyleSheet();
    still.replaceSync('*, ::before, ::after { transition: none !important; }');
    document.adoptedStyleSheets.push(still);
    // Changes the colors only: the stored theme and all open dialogs stay as they are.
    style.colorScheme = chosen === 'own' ? '' : isDark ? 'light' : 'dark';
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
    // Elements outside the viewport compute their colors only on request; otherwise they would fade later.
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

/** Expect no horizontal overflow, once an open menu has moved to where it fits. */
export async function expectNoHorizontalScroll(page: Page): Promise<void> {
  const beyond = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  await expect.poll(beyond, { timeout: 2_000, message: `beyond the side of ${page.url()}` }).toBe(0);
}
