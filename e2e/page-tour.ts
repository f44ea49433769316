import { expect, type Page } from '@playwright/test';
import { expectAccessible, expectNoOverflowAtAnyWidth } from './browser.ts';
import { delayResponses, recordLayoutShifts } from './layout-shifts.ts';
import { missingAdaptations, openAndMeasureShifts } from './page-checks.ts';

const PHONE = { width: 375, height: 800 };
const DESKTOP = { width: 1280, height: 800 };

type Tour = {
  /** Pages to open on a phone. */
  phone: readonly string[];
  /** Pages to open on a desktop as well. */
  desktop: readonly string[];
  /** Opens a page on a phone and returns its errors. */
  openOnPhone?: (page: Page, path: string) => Promise<string[]>;
};

/**
 * Open pages on a phone, and some of them on a desktop, with delayed responses. Expect no layout shifts, no
 * accessibility violations in either theme, no horizontal overflow, and no errors with larger text, reduced motion or
 * forced colors. Each visit checks everything that one page load can show, because loading pages takes the most time.
 */
export async function tourPages(
  page: Page,
  { phone, desktop, openOnPhone = openAndMeasureShifts }: Tour,
): Promise<void> {
  await delayResponses(page);
  await recordLayoutShifts(page);
  const errors: string[] = [];
  for (const path of phone) {
    await page.setViewportSize(PHONE);
    errors.push(...(await openOnPhone(page, path)));
    await expectAccessible(page, undefined, 'both');
    if (desktop.includes(path)) continue;
    await expectNoOverflowAtAnyWidth(page);
    errors.push(...(await missingAdaptations(page, path)));
  }
  for (const path of desktop) {
    await page.setViewportSize(DESKTOP);
    errors.push(...(await openAndMeasureShifts(page, path)));
    await expectAccessible(page, undefined, 'own');
    await expectNoOverflowAtAnyWidth(page);
    errors.push(...(await missingAdaptations(page, path)));
  }
  expect(errors.join('\n\n')).toBe('');
}
