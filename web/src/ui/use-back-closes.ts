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

/** What the router keeps with a place in the history, and whether that is the one before the first page's own. */
type Place = { __TSR_index: number; __TSR_key: string; isBefore?: boolean };

let isHeld = false;

/**
 * Going back from the first page of a tab leaves the site, which nothing can hold up: for that page the history gets a
 * place before its own, of which the router knows nothing.
 */
function holdFirstPage(router: RouterHistory): void {
  const here: Place | null = history.state;
  // On the way back to a page that is not left after all, the history stands elsewhere than the router.
  if (here?.__TSR_key !== router.location.state.__TSR_key) return;
  if (!here || here.__TSR_index > 0 || (isHeld && !here.isBefore)) return;
  isHeld = true;
  // Past the router, which listens to the history's own.
  const { pushState, replaceState } = History.prototype;
  replaceState.call(history, { ...here, isBefore: true }, '');
  pushState.call(history, { ...here, isBefore: false }, '');
}

/**
 * From now on, whoever comes to the place before the first page's own has gone back from that page: what lies over it is
 * closed, or the way back goes on, where there is one. Returns how to stop.
 */
export function watchFirstPage(router: RouterHistory): () => void {
  const onMove = (event: PopStateEvent) => {
    const place: Place | null = event.state;
    const { state, href } = router.location;
    if (!place || place.__TSR_index > 0 || state.__TSR_index > 0) return;
    if (!place.isBefore && place.__TSR_key !== state.__TSR_key) return;
    event.stopImmediatePropagation();
    if (!place.isBefore) return;
    // The page may have changed its address since, and stays on the screen where nothing was before it.
    History.prototype.replaceState.call(history, { ...state, isBefore: true }, '', href);
    if (isCovered()) history.forward();
    else history.back();
    over.at(-1)?.();
  };
  window.addEventListener('popstate', onMove, { capture: true });
  return () => window.removeEventListener('popstate', onMove, { capture: true });
}
