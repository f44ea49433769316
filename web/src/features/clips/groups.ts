import type { Clip, ClipGroup } from '@rivalhold/shared/contract/clips.ts';
import type { InfiniteData } from '@tanstack/react-query';

/** The cached pages of clips, grouped by player. */
export type ClipPages = InfiniteData<{ groups: ClipGroup[]; nextCursor: string | null }>;

const buildGroup = (user: ClipGroup['user'], clips: Clip[]): ClipGroup => ({
  user,
  clips,
  hasUnseen: clips.some(({ seen }) => !seen),
});

/** Apply `change` to each player's clips, and remove players without clips. Return the same list if nothing changes. */
function mapGroups(list: ClipPages, change: (clips: Clip[]) => Clip[]): ClipPages {
  let isSame = true;
  const pages = list.pages.map((page) => ({
    ...page,
    groups: page.groups.flatMap((group) => {
      const clips = change(group.clips);
      if (clips.length === group.clips.length && clips.every((clip, at) => clip === group.clips[at]))
        return [group];
      isSame = false;
      return clips.length > 0 ? [buildGroup(group.user, clips)] : [];
    }),
  }));
  return isSame ? list : { ...list, pages };
}

const hasClip = (list: ClipPages, id: number): boolean =>
  list.pages.some(({ groups }) => groups.some(({ clips }) => clips.some((clip) => clip.id === id)));

/** Add a new clip and move its player to the front. Return the same list if it already has the clip. */
export function withClip(
  list: ClipPages,
  { user, clip }: { user: ClipGroup['user']; clip: Clip },
): ClipPages {
  if (hasClip(list, clip.id)) return list;
  const previousGroups = list.pages.flatMap(({ groups }) =>
    groups.filter((group) => group.user.id === user.id),
  );
  const group = buildGroup(user, [...previousGroups.flatMap(({ clips }) => clips), clip]);
  const [first, ...rest] = list.pages.map((page) => ({
    ...page,
    groups: page.groups.filter((other) => other.user.id !== user.id),
  }));
  return first ? { ...list, pages: [{ ...first, groups: [group, ...first.groups] }, ...rest] } : list;
}

/** Remove clips by id. */
export const withoutClips = (list: ClipPages, ids: readonly number[]): ClipPages =>
  mapGroups(list, (clips) => clips.filter(({ id }) => !ids.includes(id)));

/** Remove the clips that have expired at `now` (ms). */
export const withoutExpired = (list: ClipPages, now: number): ClipPages =>
  mapGroups(list, (clips) => clips.filter(({ expiresAt }) => Date.parse(expiresAt) > now));

/** Update a clip. */
export const withUpdatedClip = (list: ClipPages, id: number, patch: Partial<Clip>): ClipPages =>
  mapGroups(list, (clips) => clips.map((clip) => (clip.id === id ? { ...clip, ...patch } : clip)));

/**
 * Return the loaded groups, each player once: the viewer first, then players with unseen clips, then all other players.
 * Apart from this, players keep the order from the server.
 */
export function sortedGroups(list: ClipPages, meId: number): ClipGroup[] {
  const byPlayer = new Map<number, ClipGroup>();
  for (const { user, clips } of list.pages.flatMap(({ groups }) => groups)) {
    const previous = byPlayer.get(user.id);
    // A new clip moves its player to the front, so a later page may repeat the player's older clips.
    const all = new Map([...(previous?.clips ?? []), ...clips].map((clip) => [clip.id, clip]));
    byPlayer.set(
      user.id,
      buildGroup(
        previous?.user ?? user,
        [...all.values()].sort((a, b) => a.id - b.id),
      ),
    );
  }
  const groups = [...byPlayer.values()];
  const own = groups.filter(({ user }) => user.id === meId);
  const others = groups.filter(({ user }) => user.id !== meId);
  return [
    ...own,
    ...others.filter(({ hasUnseen }) => hasUnseen),
    ...others.filter(({ hasUnseen }) => !hasUnseen),
  ];
}

/** Return the clip to show first when a player's clips are opened: the first unseen clip, or else the first clip. */
export const firstUnseenClip = ({ clips }: Pick<ClipGroup, 'clips'>): Clip | undefined =>
  clips.find(({ seen }) => !seen) ?? clips[0];
