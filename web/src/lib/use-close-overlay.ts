import { useRouter } from '@tanstack/react-router';
import { useRef } from 'react';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** This place of the browser's history was made by opening something over the page before it. */
    isOverlay?: boolean;
  }
}

/** For whatever opens something over its page by the address. */
export const OVERLAY_STATE = { isOverlay: true } as const;

/**
 * Answers how to close what is open because the address says so: by going back, where it was opened from its page, so
 * that the page does not stand twice in the history; else by `replace`, which takes it out of the address.
 */
export function useCloseOverlay(): (replace: () => void) => void {
  const { history } = useRouter();
  const isGoingBack = useRef(false);
  return (replace) => {
    if (!history.location.state.isOverlay) return replace();
    // Going back takes a moment; asked again meanwhile it would leave the page.
    if (isGoingBack.current) return;
    isGoingBack.current = true;
    const stop = history.subscribe(() => {
      isGoingBack.current = false;
      stop();
    });
    history.back({ ignoreBlocker: true });
  };
}
