import type { Clip, ClipGroup } from '@rivalhold/shared/contract/clips.ts';
import { firstUnseenClip } from './groups.ts';

/** A clip with its player, its index among the player's clips, and how many clips the player has. */
export type PlaylistEntry = { clip: Clip; user: ClipGroup['user']; index: number; total: number };

/** Build the playlist: all clips of the players in `order`, which is their order when the clip viewer was opened. */
export function buildPlaylist(groups: readonly ClipGroup[], order: readonly number[]): PlaylistEntry[] {
  const byPlayer = new Map(groups.map((group) => [group.user.id, group]));
  return order.flatMap((userId) => {
    const group = byPlayer.get(userId);
    if (!group) return [];
    const { user, clips } = group;
    return clips.map((clip, index) => ({ clip, user, index, total: clips.length }));
  });
}

const indexOfClip = (entries: readonly PlaylistEntry[], id: number) =>
  entries.findIndex(({ clip }) => clip.id === id);

/**
 * Return the entry before or after a clip, or null at either end. After a player's last clip, return the first unseen
 * clip of the next player, or their first clip if all are seen.
 */
export function adjacentEntry(
  entries: readonly PlaylistEntry[],
  id: number,
  step: -1 | 1,
): PlaylistEntry | null {
  const index = indexOfClip(entries, id);
  const next = entries[index + step];
  if (index < 0 || !next) return null;
  if (step === -1 || next.user.id === entries[index]?.user.id) return next;
  const theirs = entries.filter(({ user }) => user.id === next.user.id);
  const first = firstUnseenClip({ clips: theirs.map(({ clip }) => clip) });
  return theirs.find(({ clip }) => clip === first) ?? next;
}

/**
 * Return the entry to show instead of a removed clip: the first entry after it in `before` that is also in `now`, or
 * null if there is none. If the removed clip is the signed-in player's own (`meId`), return null rather than another
 * player's clip.
 */
export function entryAfterRemoval(
  before: readonly PlaylistEntry[],
  now: readonly PlaylistEntry[],
  { id, meId }: { id: number; meId: number },
): PlaylistEntry | null {
  const at = indexOfClip(before, id);
  for (const { clip } of before.slice(at + 1)) {
    const still = now[indexOfClip(now, clip.id)];
    if (still) return before[at]?.user.id === meId && still.user.id !== meId ? null : still;
  }
  return null;
}
