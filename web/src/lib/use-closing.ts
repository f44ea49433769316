import { useRouter } from '@tanstack/react-router';
import { useRef } from 'react';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** This place of the browser's history was made by opening something over the page before it. */
    isOpening?: boolean;
  }
}

/** For whatever opens something over its page by the address. */
export const OPENING = { isOpening: true } as const;

/**
 * Answers how to close what is open because the address says so: by going back, where it was opened from its page, so
 * that the page does not stand twice in the history; else by `replace`, which takes it out of the address.
 */
export function useClosing(): (replace: () => void) => void {
  const { history } = useRouter();
  const isGoing = useRef(false);
  return (replace) => {
    if (!history.location.state.isOpening) return replace();
    // Going back takes a moment; asked again meanwhile it would leave the page.
    if (isGoing.current) return;
    isGoing.current = true;
    const stop = history.subscribe(() => {
      isGoing.current = false;
      stop();
    });
    history.back({ ignoreBlocker: true });
  };
}
