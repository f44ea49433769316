import { expect, type Page } from '@playwright/test';
import { delayResponses, recordLayoutShifts } from './layout-shifts.ts';
import { missingAdaptations, openAndMeasureShifts } from './page-checks.ts';

/**
 * Open pages on a phone and then on a desktop, with delayed responses. Expect no layout shifts, and no errors with
 * larger text, reduced motion or forced colors.
 * @param openOnPhone opens a page and returns its errors
 */
export async function tourPages(
  page: Page,
  paths: readonly string[],
  openOnPhone: (page: Page, path: string) => Promise<string[]>,
): Promise<void> {
  await delayResponses(page);
  await recordLayoutShifts(page);
  const errors: string[] = [];
  for (const path of paths) errors.push(...(await openOnPhone(page, path)));
  await page.setViewportSize({ width: 1280, height: 800 });
  for (const path of paths)
    errors.push(...(await openAndMeasureShifts(page, path)), ...(await missingAdaptations(page, path)));
  expect(errors.join('\n\n')).toBe('');
}
