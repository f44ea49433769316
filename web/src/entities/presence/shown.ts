/** Players whose presence is on the screen, each with how many times; those that came last stand last. */
const shown = new Map<number, number>();

/** Remembers that a player is on the screen. Returns how to forget it. */
export function showPlayer(userId: number): () => void {
  const times = shown.get(userId) ?? 0;
  shown.delete(userId);
  shown.set(userId, times + 1);
  return () => {
    const left = (shown.get(userId) ?? 1) - 1;
    if (left > 0) shown.set(userId, left);
    else shown.delete(userId);
  };
}

/** Players on the screen, at most `most`: those that came last. */
export const shownPlayers = (most: number): number[] => [...shown.keys()].slice(-most);

/** Who is online after the server has answered which of `asked` are. */
export function withAnswer(
  online: ReadonlySet<number>,
  asked: readonly number[],
  answer: readonly number[],
): ReadonlySet<number> {
  const next = new Set(online);
  for (const id of asked) next.delete(id);
  for (const id of answer) next.add(id);
  return next;
}
