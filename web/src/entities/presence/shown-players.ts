/**
 * Players whose status is shown on the page, with the number of components that show it. The player shown
 * most recently comes last.
 */
const shownCounts = new Map<number, number>();

/** Track a player on the page. Returns a function that ends the tracking. */
export function trackShownPlayer(userId: number): () => void {
  const times = shownCounts.get(userId) ?? 0;
  shownCounts.delete(userId);
  shownCounts.set(userId, times + 1);
  return () => {
    const left = (shownCounts.get(userId) ?? 1) - 1;
    if (left > 0) shownCounts.set(userId, left);
    else shownCounts.delete(userId);
  };
}

/** Return up to `max` players on the page: those shown most recently. */
export const shownPlayers = (max: number): number[] => [...shownCounts.keys()].slice(-max);

/** Return the online players, updated with a response about the `requested` players. */
export function withOnlineResponse(
  online: ReadonlySet<number>,
  requested: readonly number[],
  response: readonly number[],
): ReadonlySet<number> {
  const next = new Set(online);
  for (const id of requested) next.delete(id);
  for (const id of response) next.add(id);
  return next;
}
