import { useRouter } from '@tanstack/react-router';
import { useRef } from 'react';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** This history entry was created by opening an overlay on the previous page. */
    isOverlay?: boolean;
  }
}

/** History state for overlays that the address opens. */
export const OVERLAY_STATE = { isOverlay: true } as const;

/**
 * Return a function that closes an overlay opened by the address: it goes back if the overlay was opened from
 * its page, so that the page has no duplicate history entry; otherwise it calls `replace`, which removes the
 * overlay from the address.
 */
export function useCloseOverlay(): (replace: () => void) => void {
  const { history } = useRouter();
  const isGoingBack = useRef(false);
  return (replace) => {
    if (!history.location.state.isOverlay) return replace();
    // Going back is asynchronous; a second call meanwhile would leave the page.
    if (isGoingBack.current) return;
    isGoingBack.current = true;
    const stop = history.subscribe(() => {
      isGoingBack.current = false;
      stop();
    });
    history.back({ ignoreBlocker: true });
  };
}
