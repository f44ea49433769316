import type { Page } from '@playwright/test';

/** Shorter animations (ms) are imperceptible. */
const IMPERCEPTIBLE_MS = 50;

/**
 * Record all perceptible animations from the next navigation on; return a function that returns and clears
 * the record.
 */
export async function recordAnimations(page: Page): Promise<() => string[]> {
  const moves: string[] = [];
  await page.exposeFunction('tellMove', (what: string) => void moves.push(what));
  await page.addInitScript((unseen) => {
    const { tellMove } = window as unknown as { tellMove: (what: string) => void };
    const note = (one: Animation) => {
      if (Number(one.effect?.getComputedTiming().activeDuration) <= unseen) return;
      const { target } = one.effect as KeyframeEffect;
      const name = one instanceof CSSAnimation ? one.animationName : 'a move';
      const { outerHTML } = (target?.cloneNode() ?? {}) as Element;
      tellMove(`${location.pathname}: ${name} of ${outerHTML?.slice(0, 120)}`);
    };
    const look = () => document.getAnimations().forEach(note);
    for (const type of ['animationstart', 'transitionrun']) addEventListener(type, look, { capture: true });
    const { animate } = Element.prototype;
    Element.prototype.animate = function (...args) {
      const one = animate.apply(this, args);
      note(one);
      return one;
    };
  }, IMPERCEPTIBLE_MS);
  return () => moves.splice(0);
}
