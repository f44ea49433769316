import { type RouterHistory, useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';

/** Functions that close the open overlays; the topmost overlay is last. */
const openOverlays: (() => void)[] = [];

/** Report whether going back closes an overlay. */
export const hasOpenOverlay = (): boolean => openOverlays.length > 0;

/**
 * Make going back close the topmost open overlay instead of leaving the page. Do not use it for overlays that are part
 * of the URL, because these have their own history entry.
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

/** The router's data about a history entry, and whether the entry is the guard entry that `addGuardEntry` inserts. */
type HistoryEntry = { __TSR_index: number; __TSR_key: string; isGuard?: boolean };

let hasGuardEntry = false;

/**
 * Insert a guard entry, unknown to the router, before the first page of a tab. Without it, going back from that page
 * would leave the site, which cannot be prevented. The entry is added when an overlay opens, because browsers skip
 * entries that a page adds without a user action.
 */
function addGuardEntry(router: RouterHistory): void {
  const entry: HistoryEntry | null = history.state;
  // Do nothing if the history and the router are at different positions. This can happen when the browser shows a
  // page again because leaving it was cancelled.
  if (entry?.__TSR_key !== router.location.state.__TSR_key) return;
  if (!entry || entry.__TSR_index > 0 || (hasGuardEntry && !entry.isGuard)) return;
  hasGuardEntry = true;
  // Use the native methods, because the router replaces those of `history` with its own.
  const { pushState, replaceState } = History.prototype;
  replaceState.call(history, { ...entry, isGuard: true }, '');
  pushState.call(history, { ...entry, isGuard: false }, '');
}

/**
 * Watch for the user going back from the first page to the guard entry. Then close the topmost overlay or, if none is
 * open, go back further if possible. Returns a function that stops watching.
 */
export function watchGuardEntry(router: RouterHistory): () => void {
  const onMove = (event: PopStateEvent) => {
    const entry: HistoryEntry | null = event.state;
    const { state, href } = router.location;
    if (!entry || entry.__TSR_index > 0 || state.__TSR_index > 0) return;
    if (!entry.isGuard && entry.__TSR_key !== state.__TSR_key) return;
    event.stopImmediatePropagation();
    if (!entry.isGuard) return;
    // If there is no earlier entry, the page stays visible at the guard entry. Update the URL of this entry, because
    // the page's URL might have changed since the entry was added.
    History.prototype.replaceState.call(history, { ...state, isGuard: true }, '', href);
    if (hasOpenOverlay()) history.forward();
    else history.back();
    openOverlays.at(-1)?.();
  };
  window.addEventListener('popstate', onMove, { capture: true });
  return () => window.removeEventListener('popstate', onMove, { capture: true });
}
