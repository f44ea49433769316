/** Players whose presence is on the screen, each with how many times; those that came last stand last. */
const shownCounts = new Map<number, number>();

/** Remembers that a player is on the screen. Returns how to forget it. */
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

/** Players on the screen, at most `max`: those that came last. */
export const shownPlayers = (max: number): number[] => [...shownCounts.keys()].slice(-max);

/** Who is online after the server has answered which of `requested` are. */
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
