type Position = { scrollTop: number; clientHeight: number };

/**
 * Report whether a player has scrolled a list up. If a list becomes taller while it shows its end, the
 * browser reduces its scroll position by at most the added height. This does not count as scrolling by the
 * player.
 */
export const hasScrolledUp = (before: Position, now: Position): boolean =>
  now.scrollTop < before.scrollTop - Math.max(0, now.clientHeight - before.clientHeight) - 1;
