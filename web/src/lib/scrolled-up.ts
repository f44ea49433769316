type Position = { scrollTop: number; clientHeight: number };

/**
 * Report whether a player has scrolled a list up. If a list at its end becomes taller, the browser moves it up by the
 * difference at most, which is not scrolling.
 */
export const hasScrolledUp = (before: Position, now: Position): boolean =>
  now.scrollTop < before.scrollTop - Math.max(0, now.clientHeight - before.clientHeight) - 1;
