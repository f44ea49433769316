import { type RouterHistory, useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';

/** Functions that close the open overlays, topmost last. */
const openOverlays: (() => void)[] = [];

/** Report whether going back closes an overlay. */
export const hasOpenOverlay = (): boolean => openOverlays.length > 0;

/**
 * Let going back close an overlay (the topmost of several) instead of leaving the page. Not for overlays
 * opened by the address, which have their own history entry.
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

/** The router's data of a history entry, and whether it is the guard entry before the first page. */
type HistoryEntry = { __TSR_index: number; __TSR_key: string; isGuard?: boolean };

let hasGuardEntry = false;

/**
 * Going back from the first page of a tab leaves the site and cannot be prevented: insert a guard entry
 * before that page, unknown to the router.
 */
function addGuardEntry(router: RouterHistory): void {
  const entry: HistoryEntry | null = history.state;
  // On returning to a page that was not left after all, the history is at another position than the router.
  if (entry?.__TSR_key !== router.location.state.__TSR_key) return;
  if (!entry || entry.__TSR_index > 0 || (hasGuardEntry && !entry.isGuard)) return;
  hasGuardEntry = true;
  // Bypass the router, which patches the methods of `history`.
  const { pushState, replaceState } = History.prototype;
  replaceState.call(history, { ...entry, isGuard: true }, '');
  pushState.call(history, { ...entry, isGuard: false }, '');
}

/**
 * Handle arrivals at the guard entry, which mean going back from the first page: close its overlay, or
 * continue back if possible. Returns a function to stop.
 */
export function watchGuardEntry(router: RouterHistory): () => void {
  const onMove = (event: PopStateEvent) => {
    const entry: HistoryEntry | null = event.state;
    const { state, href } = router.location;
    if (!entry || entry.__TSR_index > 0 || state.__TSR_index > 0) return;
    if (!entry.isGuard && entry.__TSR_key !== state.__TSR_key) return;
    event.stopImmediatePropagation();
    if (!entry.isGuard) return;
    // The page's address may have changed since; the page stays visible if nothing precedes it.
    History.prototype.replaceState.call(history, { ...state, isGuard: true }, '', href);
    if (hasOpenOverlay()) history.forward();
    else history.back();
    openOverlays.at(-1)?.();
  };
  window.addEventListener('popstate', onMove, { capture: true });
  return () => window.removeEventListener('popstate', onMove, { capture: true });
}
