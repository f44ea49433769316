/**
 * Players whose status is shown on the page, with the number of components that show it. The player shown
 * most recently comes last.
 */
const shownCounts = new Map<number, number>();

/** Record that a component shows the status of this player. Returns a function to call when it no longer does. */
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

/** Return the ids of the most recently shown players, at most `max`. */
export const shownPlayers = (max: number): number[] => [...shownCounts.keys()].slice(-max);

/** Return `online`, updated with a response: of the `requested` players, only those in `response` are online. */
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
