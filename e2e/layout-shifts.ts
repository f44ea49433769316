import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from '@playwright/test';

type ShiftRecorder = { shifts: { value: number; what: string }[] };

/** Record the layout shifts of the page, except those right after an input. Call this before opening the page. */
export const recordLayoutShifts = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    type Shift = PerformanceEntry & {
      value: number;
      hadRecentInput: boolean;
      sources: { node?: Element; previousRect: DOMRect; currentRect: DOMRect }[];
    };
    const found = window as unknown as ShiftRecorder;
    found.shifts = [];
    const place = ({ x, y, width, height }: DOMRect) => [x, y, width, height].map(Math.round).join(',');
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as Shift[]) {
        if (entry.hadRecentInput) continue;
        const moved = entry.sources.map(({ node, previousRect, currentRect }) => {
          const element =
            node instanceof Element ? node : (node as unknown as Node | undefined)?.parentElement;
          const copy = element?.cloneNode() as Element | undefined;
          return `${copy?.outerHTML.slice(0, 120)} ${place(previousRect)} → ${place(currentRect)}`;
        });
        found.shifts.push({ value: entry.value, what: moved.join('\n  ') });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });

/** Return the sum of the layout shifts that `recordLayoutShifts` has recorded, and their details. */
export async function layoutShiftsOf(page: Page): Promise<{ sum: number; details: string }> {
  const shifts = await page.evaluate(() => (window as unknown as ShiftRecorder).shifts);
  return {
    sum: shifts.reduce((sum, { value }) => sum + value, 0),
    details: shifts.map(({ value, what }) => `${value.toFixed(4)} ${what}`).join('\n'),
  };
}

/**
 * Watch the layout of the main elements in each frame. The returned function describes each element that has moved or
 * changed its size since the watch began. Unlike the browser's layout shifts, this includes shifts right after an
 * input. Transforms do not count.
 */
export async function watchLayout(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const places = new Map<HTMLElement, string>();
    const moved = new Set<string>();
    Object.assign(window, { moved });
    const look = () => {
      // Stop, because a later call of `watchLayout` has replaced this one.
      if ((window as unknown as { moved: Set<string> }).moved !== moved) return;
      const selector =
        'main :is(section, header, h1, h2, button, li, [role="meter"], [role="img"], [role="log"])';
      for (const it of document.querySelectorAll<HTMLElement>(selector)) {
        const place = [it.offsetLeft, it.offsetTop, it.offsetWidth, it.offsetHeight].join(',');
        const before = places.get(it) ?? place;
        places.set(it, place);
        if (before !== place)
          moved.add(`${(it.cloneNode() as Element).outerHTML.slice(0, 120)} ${before} → ${place}`);
      }
      requestAnimationFrame(look);
    };
    look();
  });
  return () => page.evaluate(() => [...(window as unknown as { moved: Set<string> }).moved]);
}

/** Delay the responses with data, images and fonts. Images and fonts are delayed for longer. */
export const delayResponses = (page: Page): Promise<unknown> =>
  page.route(/\/(api|media)\/|\.woff2$/, async (route) => {
    await sleep(route.request().url().includes('/api/') ? 200 : 350);
    await route.continue().catch(() => undefined);
  });

/** Open a page, and wait until it has loaded everything. */
export async function openAndSettle(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.locator('h1').first().waitFor({ state: 'attached' });
  await page.waitForFunction(() => document.querySelector('main [aria-busy="true"]') === null);
  await page.waitForLoadState('networkidle');
  await page.evaluate(async () => {
    await document.fonts.ready;
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
  });
}
