import { useEffect, useRef } from 'react';
import { BREAKPOINTS } from './breakpoints.ts';

/** One of a list and what is open of it is shown at a time. */
const isNarrow = () => matchMedia(BREAKPOINTS.narrow).matches;

/**
 * Takes the focus, and on a phone the place in the list, back to the list when what was `openId` from it (its id) is
 * closed: to the row whose attribute `rowAttribute` holds the id, else to the element with the id `listId`. Answers what to call
 * when the list is left.
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
