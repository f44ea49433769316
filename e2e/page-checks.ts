import type { Page } from '@playwright/test';
import { expectNoHorizontalScroll } from './browser.ts';
import { layoutShiftsOf, openAndSettle } from './layout-shifts.ts';
import { isPopoverScript, recordScripts, SCRIPTS_MAX, sizeOfScripts } from './script-size.ts';

/** Text with markup, and bidirectional and invisible characters. */
export const MALICIOUS_TEXT =
  '<img src=x onerror=alert(1)><b>bold</b> \u202Egnorw si txet\u202C שלום \u200B\u200D';

const SHIFT_MAX = 0.02;

/** Return the focused element's accessible name and HTML, and whether its focus is visible. */
export const focusInfo = (page: Page): Promise<{ name: string; html: string; seen: boolean }> =>
  page.evaluate(() => {
    const it = document.activeElement ?? document.body;
    const { outlineStyle, outlineWidth } = getComputedStyle(it);
    const isSeen = outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2;
    const labels =
      it instanceof HTMLInputElement || it instanceof HTMLTextAreaElement || it instanceof HTMLSelectElement
        ? it.labels
        : null;
    const name = it.getAttribute('aria-label') ?? labels?.[0]?.textContent ?? it.textContent ?? '';
    return { name: name.trim(), html: it.outerHTML.slice(0, 160), seen: it === document.body || isSeen };
  });

/** Press Tab until an element with the given name has the focus. Throw if it is not reached. */
export async function tabTo(page: Page, name: RegExp, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  const passed: string[] = [];
  for (let presses = 0; presses < 150; presses++) {
    await page.keyboard.press(key);
    const at = await focusInfo(page);
    if (name.test(at.name)) return;
    passed.push(at.name.slice(0, 40));
  }
  throw new Error(`${name} was not reached by ${key} at ${page.url()}, only ${passed.join(' | ')}`);
}

/** Return the names of running and pending animations that last longer than 50 ms. */
const runningAnimations = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    document
      .getAnimations()
      .filter(({ effect }) => Number(effect?.getComputedTiming().activeDuration) > 50)
      .map((item) => (item instanceof CSSAnimation ? item.animationName : 'a transition')),
  );

/** Return the HTML of elements whose text is cut off without an ellipsis. */
const clippedText = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('main button, main a, main label, main h1, main h2')]
      .filter((it) => {
        const { overflow, textOverflow, clipPath } = getComputedStyle(it);
        // Skip elements with a clip path, because only screen readers read them.
        return (
          clipPath === 'none' &&
          overflow === 'hidden' &&
          textOverflow !== 'ellipsis' &&
          it.scrollWidth > it.clientWidth + 1
        );
      })
      .map((it) => it.outerHTML.slice(0, 160)),
  );

/** Return errors for selected elements that do not look selected, and for meters without a visible value. */
const invisibleStates = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const ground = (it: Element) => getComputedStyle(it).backgroundColor;
    const errors: string[] = [];
    for (const it of document.querySelectorAll(
      '[aria-pressed="true"], [aria-checked="true"], [aria-current="true"], nav [aria-current]',
    ))
      if (ground(it) === ground(document.body))
        errors.push(`not visibly selected: ${it.outerHTML.slice(0, 160)}`);
    for (const it of document.querySelectorAll('[role="meter"]')) {
      const fill = it.lastElementChild;
      if (getComputedStyle(it).borderTopStyle !== 'solid' || !fill || ground(fill) === ground(it))
        errors.push(`no visible value: ${it.outerHTML.slice(0, 160)}`);
    }
    return errors;
  });

/** Open a page, and return an error if the layout shifts during loading exceed the limit. */
export async function openAndMeasureShifts(page: Page, path: string): Promise<string[]> {
  await openAndSettle(page, path);
  const { sum, details } = await layoutShiftsOf(page);
  return sum < SHIFT_MAX
    ? []
    : [`${path} at ${page.viewportSize()?.width} px: ${sum.toFixed(3)}\n${details}`];
}

/** Focus a menu's button, which loads the code of the menus. Wait until the page loads no more scripts. */
export async function loadMenus(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Your menu' }).focus();
  await page.evaluate(async () => {
    const count = () =>
      performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js')).length;
    for (let before = -1; before !== count(); ) {
      before = count();
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  });
}

/**
 * Open a page for players, and return errors for layout shifts and for scripts above the size limit. Do not count the
 * code of popovers: a page requests it some seconds after loading, so only slow measurements would include it.
 */
export async function shiftsAndScriptSize(page: Page, path: string): Promise<string[]> {
  const scripts = recordScripts(page);
  const errors = await openAndMeasureShifts(page, path);
  const paths = [...scripts().paths].filter((script) => !isPopoverScript(script));
  const bytes = sizeOfScripts(paths);
  if (paths.length <= 5 || bytes > SCRIPTS_MAX)
    errors.push(`${path}: ${bytes} bytes of ${paths.length} scripts`);
  return errors;
}

/** Return errors for a page that does not adapt to zoom, larger fonts, reduced motion or forced colors. */
export async function missingAdaptations(page: Page, path: string): Promise<string[]> {
  const errors = (await runningAnimations(page)).map((name) => `${path} is animated: ${name}`);
  // A window of 1280 × 1024 pixels has these sizes at a zoom of 200% and 400%.
  for (const [width, height] of [
    [640, 512],
    [320, 256],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.waitForFunction((now) => window.innerWidth === now, width);
    await expectNoHorizontalScroll(page);
    for (const cut of await clippedText(page))
      errors.push(`${path} at ${width} px cuts off the text of ${cut}`);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  // Enlarge only the text, to 200%, with the browser's font size setting.
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Page.setFontSizes', { fontSizes: { standard: 32 } });
  await page.waitForFunction(() => getComputedStyle(document.documentElement).fontSize === '32px');
  await expectNoHorizontalScroll(page);
  await devtools.send('Page.setFontSizes', { fontSizes: { standard: 16 } });
  await page.emulateMedia({ forcedColors: 'active' });
  for (const unseen of await invisibleStates(page)) errors.push(`${path} in forced colors: ${unseen}`);
  for (let presses = 0; presses < 6; presses++) {
    await page.keyboard.press('Tab');
    const { html, seen } = await focusInfo(page);
    if (!seen) errors.push(`${path} in forced colors has no visible focus on ${html}`);
  }
  await page.emulateMedia({ forcedColors: 'none' });
  return errors;
}
