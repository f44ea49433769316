import type { Page } from '@playwright/test';

/** Maximum duration of an imperceptible animation in ms. */
const IMPERCEPTIBLE_MS = 50;

/**
 * Record all perceptible animations from the next navigation on. The returned function returns the recorded animations
 * and clears the record.
 */
export async function recordAnimations(page: Page): Promise<() => string[]> {
  const animations: string[] = [];
  await page.exposeFunction('reportAnimation', (what: string) => void animations.push(what));
  await page.addInitScript((unseen) => {
    const { reportAnimation } = window as unknown as { reportAnimation: (what: string) => void };
    const note = (animation: Animation) => {
      if (Number(animation.effect?.getComputedTiming().activeDuration) <= unseen) return;
      const { target } = animation.effect as KeyframeEffect;
      const name = animation instanceof CSSAnimation ? animation.animationName : 'animation';
      const { outerHTML } = (target?.cloneNode() ?? {}) as Element;
      reportAnimation(`${location.pathname}: ${name} of ${outerHTML?.slice(0, 120)}`);
    };
    const look = () => document.getAnimations().forEach(note);
    for (const type of ['animationstart', 'transitionrun']) addEventListener(type, look, { capture: true });
    const { animate } = Element.prototype;
    Element.prototype.animate = function (...args) {
      const animation = animate.apply(this, args);
      note(animation);
      return animation;
    };
  }, IMPERCEPTIBLE_MS);
  return () => animations.splice(0);
}
