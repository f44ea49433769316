import { useEffect, useRef } from 'react';
import { BREAKPOINTS } from './breakpoints.ts';

/** On narrow screens, either the list or the open item is visible. */
const isNarrow = () => matchMedia(BREAKPOINTS.narrow).matches;

/**
 * When the item `openId` is closed, return the focus and, on narrow screens, the scroll position to the list. The focus
 * moves to the row whose attribute `rowAttribute` contains the id, or else to the element with the id `listId`. Returns
 * a function to call when an item is opened.
 */
export function useReturnToList(
  openId: number | null | undefined,
  rowAttribute: string,
  listId: string,
): () => void {
  const previousId = useRef(openId);
  const scroll = useRef(0);
  useEffect(() => {
    const closedId = previousId.current;
    previousId.current = openId;
    if (!closedId || openId) return;
    if (isNarrow()) window.scrollTo(0, scroll.current);
    const target = document.querySelector<HTMLElement>(`[${rowAttribute}="${closedId}"]`);
    (target ?? document.getElementById(listId))?.focus({ preventScroll: true });
  }, [openId, rowAttribute, listId]);
  return () => {
    scroll.current = window.scrollY;
  };
}
