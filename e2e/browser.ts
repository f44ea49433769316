import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Browser, type BrowserContext, expect, type Page } from '@playwright/test';
import type { Result } from 'axe-core';
import { LONG } from '../scripts/testing/long.ts';
import { WAIT_MS } from '../scripts/testing/timeouts.ts';

export type Theme = 'dark' | 'light';
export type Visitor = {
  page: Page;
  context: BrowserContext;
  /**
   * Uncaught errors and console errors of the page, including errors about styles and scripts that its Content Security
   * Policy blocked.
   */
  errors: string[];
  /** Log of page loads, failed requests and error responses, which is printed if the test fails. */
  history: string[];
};
export type VisitorOptions = {
  url: string;
  width?: number;
  theme?: Theme;
  /** Emulate a touch screen. */
  touches?: boolean;
  /**
   * Allow service workers. They are blocked by default, because tests cannot intercept requests that go through a
   * service worker.
   */
  installs?: boolean;
};
export type NewVisitor = (options?: Partial<VisitorOptions>) => Promise<Visitor>;

/** Open a new browser context with one page and reduced motion. */
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
  context.setDefaultTimeout(WAIT_MS);
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('console', (message) => {
    // Ignore messages about failed requests and lost connections, because many tests cause them on purpose, and the
    // page must handle them.
    const isRefusal = /Failed to load resource|WebSocket connection|WebSocket is already in CLOS/.test(
      message.text(),
    );
    if (message.type() === 'error' && !isRefusal) errors.push(message.text());
  });
  const history: string[] = [];
  page.on('load', () => history.push(`loaded ${page.url()}`));
  page.on('response', (response) => {
    if (response.status() >= 400) history.push(`${response.status()}: ${response.url()}`);
  });
  page.on('requestfailed', (request) => history.push(`${request.failure()?.errorText}: ${request.url()}`));
  return { page, context, errors, history };
}

/** Return what a page shows and has loaded, for the report of a failed test. */
export async function describePage({ page, history }: Visitor): Promise<string> {
  const snapshot = await page.locator('body').ariaSnapshot({ timeout: 2_000 }).catch(String);
  const shown = snapshot.replaceAll(/\s+/g, ' ').slice(0, 1_500);
  return [`The page ${page.url()} shows: ${shown}`, ...history.slice(-20)].join('\n  ');
}

const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/**
 * Expect no violation of WCAG 2.2 AA or of axe's best practices in the page. If `part` is set, check only the part of
 * the page that this selector matches, for example because an open menu covers the rest. If `themes` is 'both' (the
 * default in long runs), check colors in both themes instead of only the current one. A whole page is scrolled to the
 * top first, because at other positions the navigation bar partly covers content.
 */
export async function expectAccessible(
  page: Page,
  part?: string,
  themes: 'both' | 'own' = LONG ? 'both' : 'own',
): Promise<void> {
  if (part === undefined) {
    // Wait for the heading, because the URL changes before the page is rendered. Do not wait until it is visible,
    // because an open dialog can hide it.
    await page.locator('h1').first().waitFor({ state: 'attached' });
    await page.evaluate(() => window.scrollTo(0, 0));
  }
  // End animations and color transitions first, such as the transition of a button that has just become enabled.
  // Otherwise, an intermediate color would be checked.
  await page.evaluate(() => {
    for (const animation of document.getAnimations())
      if (Number.isFinite(animation.effect?.getComputedTiming().endTime)) animation.finish();
  });
  await setTheme(page, 'own');
  expectNoViolations(await violationsOf(page, part, TAGS), page);
  if (themes === 'own') return;
  await setTheme(page, 'other');
  expectNoViolations(await violationsOf(page, part, ['color-contrast']), page);
  await setTheme(page, 'own');
}

/**
 * Return the violations of the rules in `runOnly`, which contains tags or ids of rules. Frames are not checked, because
 * they belong to other sites. axe is loaded only once per page, because it is large.
 */
async function violationsOf(page: Page, part: string | undefined, runOnly: string[]): Promise<Result[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  return page.evaluate(
    async ([within, rules]) => {
      const { axe } = window as unknown as { axe: typeof import('axe-core') };
      const options = { resultTypes: ['violations' as const], iframes: false };
      const { violations } = await axe.run(within ?? document, { ...options, runOnly: rules });
      for (const violation of violations.filter(({ id }) => id === 'target-size')) {
        const kept: typeof violation.nodes = [];
        for (const node of violation.nodes) {
          // A fixed bar can cover part of the element, so check the element's size again after scrolling it into view.
          const element = document.querySelector(String(node.target[0]));
          element?.scrollIntoView({ block: 'center', behavior: 'instant' });
          const again = await axe.run(element ?? document, { ...options, runOnly: ['target-size'] });
          if (again.violations.length > 0) kept.push(node);
        }
        violation.nodes = kept;
        window.scrollTo(0, 0);
      }
      return violations.filter(({ nodes }) => nodes.length > 0);
    },
    [part, runOnly] as const,
  );
}

/** Set the page to the other theme or back to its own theme, without color transitions. */
const setTheme = (page: Page, theme: 'own' | 'other'): Promise<void> =>
  page.evaluate(async (chosen) => {
    const { style, dataset } = document.documentElement;
    const isDark =
      (dataset.theme ?? (matchMedia('(prefers-color-scheme: dark)').matches && 'dark')) === 'dark';
    // Turn transitions off. It is not possible to wait for their end, because they do not run outside the viewport.
    const still = new CSSStyleSheet();
    still.replaceSync('*, ::before, ::after { transition: none !important; }');
    document.adoptedStyleSheets.push(still);
    // Change only the colors. The stored theme and all open dialogs stay unchanged.
    style.colorScheme = chosen === 'own' ? '' : isDark ? 'light' : 'dark';
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
    // Read the color of every element, so that its style is computed now. Otherwise, elements outside the viewport
    // would compute it later, with a transition.
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

/**
 * Expect no horizontal overflow. Retry, because an open menu first has to move to a position where it
 * fits.
 */
export async function expectNoHorizontalScroll(page: Page): Promise<void> {
  const beyond = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  await expect.poll(beyond, { message: `horizontal overflow at ${page.url()}` }).toBe(0);
}

/** Expect no horizontal overflow on a desktop, on a tablet at the layout breakpoint, and on a small phone. */
export async function expectNoOverflowAtAnyWidth(page: Page): Promise<void> {
  for (const width of [1440, 768, 375]) {
    await page.setViewportSize({ width, height: 812 });
    await expectNoHorizontalScroll(page);
  }
}
