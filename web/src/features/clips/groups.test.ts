import type { Clip, ClipGroup } from '@rivalhold/shared/contract/clips.ts';
import { expect, it } from 'vitest';
import {
  type ClipPages,
  firstUnseenClip,
  sortedGroups,
  withClip,
  withoutClips,
  withoutExpired,
  withUpdatedClip,
} from './groups.ts';

const clip = (id: number, seen = false, expiresAt = '2026-01-02T00:00:00.000Z') =>
  ({ id, seen, expiresAt }) as Clip;
const user = (id: number) => ({ id, username: `p${id}`, avatarUrl: null, level: 1 });
const group = (id: number, ...clips: Clip[]): ClipGroup => ({
  user: user(id),
  clips,
  hasUnseen: clips.some(({ seen }) => !seen),
});
const list = (...pages: ClipGroup[][]): ClipPages => ({
  pages: pages.map((groups, at) => ({ groups, nextCursor: at < pages.length - 1 ? `${at}` : null })),
  pageParams: pages.map(() => null),
});
const received = (groups: readonly ClipGroup[]) =>
  groups.map(({ user: { id }, clips, hasUnseen }) => [id, clips.map((shown) => shown.id), hasUnseen]);

it('sorts the viewer first, then players with unseen clips, then the rest', () => {
  const pages = list(
    [group(1, clip(10, true)), group(2, clip(9))],
    [group(3, clip(8, true)), group(4, clip(7))],
  );
  expect(received(sortedGroups(pages, 3)).map(([id]) => id)).toEqual([3, 2, 4, 1]);
});

it('merges the clips of a player who moved to the front during loading', () => {
  const pages = list([group(1, clip(10))], [group(2, clip(9)), group(1, clip(4, true), clip(10))]);
  expect(received(sortedGroups(pages, 9))).toEqual([
    [1, [4, 10], true],
    [2, [9], true],
  ]);
});

it('adds a new clip once and moves its player to the front', () => {
  const pages = list([group(1, clip(5, true))], [group(2, clip(4, true))]);
  const now = withClip(pages, { user: user(2), clip: clip(6) });
  expect(now.pages.map(({ groups }) => received(groups))).toEqual([
    [
      [2, [4, 6], true],
      [1, [5], false],
    ],
    [],
  ]);
  expect(withClip(now, { user: user(2), clip: clip(6) })).toBe(now);
  expect(received(withClip(pages, { user: user(3), clip: clip(7) }).pages[0]?.groups ?? [])[0]).toEqual([
    3,
    [7],
    true,
  ]);
});

it('removes deleted and expired clips, and players without clips', () => {
  const over = '2026-01-01T00:00:00.000Z';
  const pages = list([group(1, clip(1, true, over), clip(2)), group(2, clip(3, false, over))]);
  expect(received(sortedGroups(withoutExpired(pages, Date.parse(over)), 0))).toEqual([[1, [2], true]]);
  expect(withoutExpired(pages, Date.parse(over) - 1)).toBe(pages);
  expect(received(sortedGroups(withoutClips(pages, [2, 3, 99]), 0))).toEqual([[1, [1], false]]);
  expect(withoutClips(pages, [99])).toBe(pages);
});

it('finds a player’s first unseen clip, and detects that all clips are seen', () => {
  const pages = list([group(1, clip(1, true), clip(2))]);
  expect(firstUnseenClip(group(1, clip(1, true), clip(2)))?.id).toBe(2);
  const now = sortedGroups(withUpdatedClip(pages, 2, { seen: true, viewsCount: 3 }), 0);
  expect(received(now)).toEqual([[1, [1, 2], false]]);
  expect(now[0]?.clips[1]?.viewsCount).toBe(3);
  expect(firstUnseenClip(group(1, clip(1, true), clip(2, true)))?.id).toBe(1);
});
