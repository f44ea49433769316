import { isProvisional, type Rating } from './glicko2.ts';

/** A player who waits for a ranked fight. */
export type Waiting = {
  userId: number;
  /** The rating with which the pool looks for an opponent, see `matchmakingRating`. */
  rating: number;
  waitingSince: Date;
  /** The opponent of the player's last ranked fight. */
  lastOpponentId: number | null;
};

/** Constants of the pool of players who look for a ranked fight. */
export const POOL_NUMBERS = {
  /** Largest rating difference for a player who has just joined, and how much it grows per second of waiting. */
  rangeAtStart: 100,
  rangePerSecond: 15,
  /** Waiting time after which a player accepts opponents of any rating. */
  anyAfterMs: 60_000,
  /** Largest random shift of a provisional rating, see `matchmakingRating`. */
  provisionalSpread: 800,
} as const;

/**
 * Return the rating with which the pool looks for an opponent in a wave (a round of pairing). A provisional rating is
 * moved at random, because it is uncertain. Otherwise, new players with many wins would meet only each other, and
 * ratings would drift apart.
 * @param random a random number from 0 to 1
 */
export function matchmakingRating(rating: Pick<Rating, 'rating' | 'deviation'>, random: number): number {
  if (!isProvisional(rating)) return rating.rating;
  return rating.rating + (2 * random - 1) * POOL_NUMBERS.provisionalSpread;
}

/**
 * Return the largest allowed difference between the ratings of a player and an opponent, given the waiting time of the
 * player. Return null if the player accepts opponents of any rating.
 */
export function rangeAfter(waitedMs: number): number | null {
  const { rangeAtStart, rangePerSecond, anyAfterMs } = POOL_NUMBERS;
  if (waitedMs >= anyAfterMs) return null;
  return rangeAtStart + Math.floor(Math.max(0, waitedMs) / 1000) * rangePerSecond;
}

/** An entry of a linked list, in order of rating, of the players who are not yet paired. */
type Entry = { player: Waiting; range: number; previous: Entry | null; next: Entry | null };

/**
 * Pair waiting players. Players who have waited longest choose first, and get the opponent with the nearest rating. The
 * rating difference must be within the ranges of both players. Two players are not paired if the last ranked fight of
 * either player was against the other, or if `canPair` returns false for the two ids.
 */
export function pairWaiting(
  players: readonly Waiting[],
  now: Date,
  canPair: (one: number, other: number) => boolean = () => true,
): [Waiting, Waiting][] {
  const byRating = players
    .toSorted((one, other) => one.rating - other.rating || one.userId - other.userId)
    .map((player): Entry => {
      const range = rangeAfter(now.getTime() - player.waitingSince.getTime()) ?? Number.POSITIVE_INFINITY;
      return { player, range, previous: null, next: null };
    });
  for (const [index, entry] of byRating.entries()) {
    entry.previous = byRating[index - 1] ?? null;
    entry.next = byRating[index + 1] ?? null;
  }
  const paired = new Set<Entry>();
  const remove = (entry: Entry) => {
    if (entry.previous) entry.previous.next = entry.next;
    if (entry.next) entry.next.previous = entry.previous;
    paired.add(entry);
  };
  const pairs: [Waiting, Waiting][] = [];
  const byTime = byRating.toSorted(
    ({ player: one }, { player: other }) =>
      one.waitingSince.getTime() - other.waitingSince.getTime() || one.userId - other.userId,
  );
  for (const entry of byTime) {
    if (paired.has(entry)) continue;
    const other = nearestOpponent(entry, canPair);
    if (!other) continue;
    remove(entry);
    remove(other);
    pairs.push([entry.player, other.player]);
  }
  return pairs;
}

/** Return the possible opponent with the nearest rating, or null. */
function nearestOpponent(
  { player, range, previous, next }: Entry,
  canPair: (one: number, other: number) => boolean,
): Entry | null {
  const gap = (entry: Entry | null) =>
    entry === null ? Number.POSITIVE_INFINITY : Math.abs(entry.player.rating - player.rating);
  let [below, above] = [previous, next];
  for (;;) {
    const nearest = gap(below) < gap(above) ? below : (above ?? below);
    if (nearest === null || gap(nearest) > range) return null;
    if (nearest === below) below = nearest.previous;
    else above = nearest.next;
    const { userId, lastOpponentId } = nearest.player;
    const isRematch = player.lastOpponentId === userId || lastOpponentId === player.userId;
    if (gap(nearest) <= nearest.range && !isRematch && canPair(player.userId, userId)) return nearest;
  }
}
