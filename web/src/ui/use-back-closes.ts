import { type RouterHistory, useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';

/** What closes what lies over the page, the topmost last. */
const over: (() => void)[] = [];

/** Whether going back closes something that lies over the page. */
export const isCovered = (): boolean => over.length > 0;

/**
 * While something lies over the page, going back closes that (of several the topmost) instead of leaving the page. Not
 * for what is open because the address says so: that has a place of its own to go back from.
 */
export function useBackCloses(isOpen: boolean, close: () => void): void {
  const { history } = useRouter();
  const onBack = useEffectEvent(close);
  useEffect(() => {
    if (!isOpen) return;
    holdFirstPage(history);
    const self = () => onBack();
    over.push(self);
    const release = history.block({
      enableBeforeUnload: false,
      blockerFn: ({ action }) => {
        const isOurs = action === 'BACK' && over.at(-1) === self;
        if (isOurs) self();
        return isOurs;
      },
    });
    return () => {
      release();
      over.splice(over.indexOf(self), 1);
    };
  }, [isOpen, history]);
}

/** What the router keeps with a place in the history, and whether that is our second one of the first page. */
type Place = { __TSR_index: number; __TSR_key: string; isSecond?: true };

let isListening = false;

/**
 * Going back from the first page of a tab would leave the site, which nothing can hold up. That page gets a second place
 * in the history, of which the router knows nothing: going back from there closes what lies over the page, or goes on.
 */
function holdFirstPage(router: RouterHistory): void {
  const here: Place = history.state;
  if (here.__TSR_index > 0 || here.isSecond) return;
  // Past the router, which listens to the history's own.
  History.prototype.pushState.call(history, { ...here, isSecond: true }, '');
  if (isListening) return;
  isListening = true;
  const onMove = (event: PopStateEvent) => {
    const place: Place | null = event.state;
    if (!place || place.__TSR_key !== router.location.state.__TSR_key) return;
    event.stopImmediatePropagation();
    if (place.isSecond) return;
    if (isCovered()) history.forward();
    else history.back();
    over.at(-1)?.();
  };
  window.addEventListener('popstate', onMove, { capture: true });
}
