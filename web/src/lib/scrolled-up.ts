type Position = { scrollTop: number; clientHeight: number };

/**
 * Report whether a player has scrolled a list up. When a list that is scrolled to its end becomes taller, the
 * browser moves it up by at most the difference. This move does not count as scrolling.
 */
export const hasScrolledUp = (before: Position, now: Position): boolean =>
  now.scrollTop < before.scrollTop - Math.max(0, now.clientHeight - before.clientHeight) - 1;
