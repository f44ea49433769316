type Position = { scrollTop: number; clientHeight: number };

/**
 * Report whether a player has scrolled a list up. If the visible part of a list becomes taller while the list shows its
 * end, the browser reduces the scroll position by at most the added height. This does not count as scrolling by the
 * player.
 */
export const hasScrolledUp = (before: Position, now: Position): boolean =>
  now.scrollTop < before.scrollTop - Math.max(0, now.clientHeight - before.clientHeight) - 1;
