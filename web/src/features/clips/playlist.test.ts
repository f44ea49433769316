import type { Clip, ClipGroup } from '@rivalhold/shared/contract/clips.ts';
import { expect, it } from 'vitest';
import { adjacentEntry, buildPlaylist, entryAfterRemoval } from './playlist.ts';

const group = (id: number, ...clips: [id: number, seen?: boolean][]): ClipGroup => ({
  user: { id, username: `p${id}`, avatarUrl: null, level: 1 },
  clips: clips.map(([clipId, seen = false]) => ({ id: clipId, seen }) as Clip),
  hasUnseen: true,
});
const groups = [group(1, [11, true], [12]), group(2, [21, true], [22]), group(3, [31, true], [32, true])];
const entries = buildPlaylist(groups, [2, 1, 3]);
const after = (id: number, step: -1 | 1) => adjacentEntry(entries, id, step)?.clip.id ?? null;

it('goes from player to player in the order of the beginning', () => {
  expect(entries.map(({ clip, index, total }) => [clip.id, index, total])).toEqual([
    [21, 0, 2],
    [22, 1, 2],
    [11, 0, 2],
    [12, 1, 2],
    [31, 0, 2],
    [32, 1, 2],
  ]);
  // Who came since is not in it, who is gone leaves no gap.
  expect(buildPlaylist([group(4, [41]), group(3, [31])], [2, 1, 3]).map(({ clip }) => clip.id)).toEqual([31]);
});

it.each([
  [21, 1, 22],
  // The next player's first is seen.
  [22, 1, 12],
  // All of them are.
  [12, 1, 31],
  [32, 1, null],
  [11, -1, 22],
  [22, -1, 21],
  [21, -1, null],
  [99, 1, null],
] as const)('from %i by %i comes %s', (id, step, next) => expect(after(id, step)).toBe(next));

it('goes on from what is gone to the next that is there', () => {
  const left = buildPlaylist([group(1, [12]), group(2, [21, true])], [2, 1, 3]);
  expect(entryAfterRemoval(entries, left, { id: 22, meId: 3 })?.clip.id).toBe(12);
  expect(entryAfterRemoval(entries, left, { id: 32, meId: 2 })).toBeNull();
  // One's own last one is deleted: the window closes. Of more of one's own the next follows.
  expect(entryAfterRemoval(entries, left, { id: 22, meId: 2 })).toBeNull();
  expect(entryAfterRemoval(entries, left, { id: 11, meId: 1 })?.clip.id).toBe(12);
});
