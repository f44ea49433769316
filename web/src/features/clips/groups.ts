import type { Clip, ClipGroup } from '@rivalhold/shared/contract/clips.ts';
import type { InfiniteData } from '@tanstack/react-query';

/** Clips by player as they are cached, page by page. */
export type ClipPages = InfiniteData<{ groups: ClipGroup[]; nextCursor: string | null }>;

const buildGroup = (user: ClipGroup['user'], clips: Clip[]): ClipGroup => ({
  user,
  clips,
  hasUnseen: clips.some(({ seen }) => !seen),
});

/** The list with each player's clips changed; players without any are left out. The same list where nothing changes. */
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

/** The list with a new clip, its player first; one that it has already stays as it is. */
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

/** The list without clips that are gone. */
export const withoutClips = (list: ClipPages, ids: readonly number[]): ClipPages =>
  mapGroups(list, (clips) => clips.filter(({ id }) => !ids.includes(id)));

/** The list without the clips whose time is over at `now` (ms). */
export const withoutExpired = (list: ClipPages, now: number): ClipPages =>
  mapGroups(list, (clips) => clips.filter(({ expiresAt }) => Date.parse(expiresAt) > now));

/** The list with one of its clips changed. */
export const withUpdatedClip = (list: ClipPages, id: number, patch: Partial<Clip>): ClipPages =>
  mapGroups(list, (clips) => clips.map((clip) => (clip.id === id ? { ...clip, ...patch } : clip)));

/**
 * What is loaded, each player once: one's own first, then those with clips one has not seen, in the order of the server
 * otherwise.
 */
export function sortedGroups(list: ClipPages, meId: number): ClipGroup[] {
  const byPlayer = new Map<number, ClipGroup>();
  for (const { user, clips } of list.pages.flatMap(({ groups }) => groups)) {
    const previous = byPlayer.get(user.id);
    // A player who adds one moves to the front: their older ones may come on a later page once more.
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

/** Where a player's clips are begun: at the first that one has not seen. */
export const firstUnseenClip = ({ clips }: Pick<ClipGroup, 'clips'>): Clip | undefined =>
  clips.find(({ seen }) => !seen) ?? clips[0];
