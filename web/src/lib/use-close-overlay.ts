import { useRouter } from '@tanstack/react-router';
import { useRef } from 'react';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** True if opening an overlay created this history entry, so that going back closes the overlay. */
    isOverlay?: boolean;
  }
}

/** History state for overlays that are part of the URL. */
export const OVERLAY_STATE = { isOverlay: true } as const;

/**
 * Return a function that closes an overlay that is part of the URL. If opening the overlay created a history entry, the
 * function goes back, so that the history does not contain the page twice. Otherwise it calls `replace`, which removes
 * the overlay from the URL.
 */
export function useCloseOverlay(): (replace: () => void) => void {
  const { history } = useRouter();
  const isGoingBack = useRef(false);
  return (replace) => {
    if (!history.location.state.isOverlay) return replace();
    // Going back is asynchronous. A second call before it is complete would leave the page.
    if (isGoingBack.current) return;
    isGoingBack.current = true;
    const stop = history.subscribe(() => {
      isGoingBack.current = false;
      stop();
    });
    history.back({ ignoreBlocker: true });
  };
}
