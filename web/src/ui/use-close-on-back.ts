import { type RouterHistory, useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';

/** What closes what lies over the page, the topmost last. */
const openOverlays: (() => void)[] = [];

/** Whether going back closes something that lies over the page. */
export const hasOpenOverlay = (): boolean => openOverlays.length > 0;

/**
 * While something lies over the page, going back closes that (of several the topmost) instead of leaving the page. Not
 * for what is open because the address says so: that has a place of its own to go back from.
 */
export function useCloseOnBack(isOpen: boolean, close: () => void): void {
  const { history } = useRouter();
  const onBack = useEffectEvent(close);
  useEffect(() => {
    if (!isOpen) return;
    addGuardEntry(history);
    const closeSelf = () => onBack();
    openOverlays.push(closeSelf);
    const release = history.block({
      enableBeforeUnload: false,
      blockerFn: ({ action }) => {
        const isHandled = action === 'BACK' && openOverlays.at(-1) === closeSelf;
        if (isHandled) closeSelf();
        return isHandled;
      },
    });
    return () => {
      release();
      openOverlays.splice(openOverlays.indexOf(closeSelf), 1);
    };
  }, [isOpen, history]);
}

/** What the router keeps with a place in the history, and whether that is the one before the first page's own. */
type HistoryEntry = { __TSR_index: number; __TSR_key: string; isGuard?: boolean };

let hasGuardEntry = false;

/**
 * Going back from the first page of a tab leaves the site, which nothing can hold up: for that page the history gets a
 * place before its own, of which the router knows nothing.
 */
function addGuardEntry(router: RouterHistory): void {
  const entry: HistoryEntry | null = history.state;
  // On the way back to a page that is not left after all, the history stands elsewhere than the router.
  if (entry?.__TSR_key !== router.location.state.__TSR_key) return;
  if (!entry || entry.__TSR_index > 0 || (hasGuardEntry && !entry.isGuard)) return;
  hasGuardEntry = true;
  // Past the router, which listens to the history's own.
  const { pushState, replaceState } = History.prototype;
  replaceState.call(history, { ...entry, isGuard: true }, '');
  pushState.call(history, { ...entry, isGuard: false }, '');
}

/**
 * From now on, whoever comes to the place before the first page's own has gone back from that page: what lies over it is
 * closed, or the way back goes on, where there is one. Returns how to stop.
 */
export function watchGuardEntry(router: RouterHistory): () => void {
  const onMove = (event: PopStateEvent) => {
    const entry: HistoryEntry | null = event.state;
    const { state, href } = router.location;
    if (!entry || entry.__TSR_index > 0 || state.__TSR_index > 0) return;
    if (!entry.isGuard && entry.__TSR_key !== state.__TSR_key) return;
    event.stopImmediatePropagation();
    if (!entry.isGuard) return;
    // The page may have changed its address since, and stays on the screen where nothing was before it.
    History.prototype.replaceState.call(history, { ...state, isGuard: true }, '', href);
    if (hasOpenOverlay()) history.forward();
    else history.back();
    openOverlays.at(-1)?.();
  };
  window.addEventListener('popstate', onMove, { capture: true });
  return () => window.removeEventListener('popstate', onMove, { capture: true });
}
