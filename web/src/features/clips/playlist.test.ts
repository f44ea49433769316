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

it('keeps the players in the order they had when the clip viewer was opened', () => {
  expect(entries.map(({ clip, index, total }) => [clip.id, index, total])).toEqual([
    [21, 0, 2],
    [22, 1, 2],
    [11, 0, 2],
    [12, 1, 2],
    [31, 0, 2],
    [32, 1, 2],
  ]);
  // Player 4 is not in the order, so leave out this player's clip. Players 2 and 1 no longer have clips.
  expect(buildPlaylist([group(4, [41]), group(3, [31])], [2, 1, 3]).map(({ clip }) => clip.id)).toEqual([31]);
});

it.each([
  [21, 1, 22],
  // The next player's first clip is seen, so start at the second.
  [22, 1, 12],
  // All of the next player's clips are seen, so start at the first.
  [12, 1, 31],
  [32, 1, null],
  [11, -1, 22],
  [22, -1, 21],
  [21, -1, null],
  [99, 1, null],
] as const)('from clip %i, a step of %i leads to clip %s', (id, step, next) =>
  expect(after(id, step)).toBe(next),
);

it('moves on from a removed clip to the next remaining clip', () => {
  const left = buildPlaylist([group(1, [12]), group(2, [21, true])], [2, 1, 3]);
  expect(entryAfterRemoval(entries, left, { id: 22, meId: 3 })?.clip.id).toBe(12);
  expect(entryAfterRemoval(entries, left, { id: 32, meId: 2 })).toBeNull();
  // If the removed clip is the signed-in player's own (`meId`), do not continue with another player's clip.
  expect(entryAfterRemoval(entries, left, { id: 22, meId: 2 })).toBeNull();
  expect(entryAfterRemoval(entries, left, { id: 11, meId: 1 })?.clip.id).toBe(12);
});
