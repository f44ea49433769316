import type { Locator } from 'playwright-core';
import { expect } from 'vitest';

type Sign = {
  /** What the element then is, as a selector. */
  is?: string;
  /** What it then says. */
  says?: string;
};

/**
 * How long (ms) it takes from a press, by key or pointer, until an element shows a sign of it, by the page's own clock.
 * Where it shows the sign of an earlier press still, that is waited for first.
 */
export async function untilSign(element: Locator, sign: Sign, press: () => Promise<void>): Promise<number> {
  const { is: selector = '*', says = '' } = sign;
  await expect
    .poll(() =>
      element.evaluate((it, [is, words]) => it.matches(is) && it.textContent.includes(words), [
        selector,
        says,
      ] as const),
    )
    .toBe(false);
  const measured = await element.evaluateHandle(
    (it, [is, words]) => {
      const isShown = () => it.matches(is) && it.textContent.includes(words);
      const took = new Promise<number>((resolve) => {
        let since: number | undefined;
        const note = ({ timeStamp }: Event) => {
          since ??= timeStamp;
        };
        for (const type of ['pointerdown', 'keydown']) addEventListener(type, note, { capture: true });
        const watcher = new MutationObserver(() => {
          if (since === undefined || !isShown()) return;
          watcher.disconnect();
          for (const type of ['pointerdown', 'keydown']) removeEventListener(type, note, { capture: true });
          resolve(performance.now() - since);
        });
        watcher.observe(it, { attributes: true, childList: true, characterData: true, subtree: true });
      });
      return { took };
    },
    [selector, says] as const,
  );
  await press();
  return measured.evaluate(({ took }) => took);
}
