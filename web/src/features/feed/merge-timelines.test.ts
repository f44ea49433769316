import type { ActivityItem } from '@rivalhold/shared/contract/activity.ts';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { mergeTimelines, type TimelineSource, withoutDuplicateFriendships } from './merge-timelines.ts';

type Entry = { id: number; createdAt: string };
/** Lists with times from a small range, so that many times are equal. */
const list = fc.array(fc.integer({ min: 0, max: 12 }), { maxLength: 30 }).map((minutes): Entry[] =>
  minutes
    .sort((a, b) => b - a)
    .map((minute, index) => ({
      id: minutes.length - index,
      createdAt: new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString(),
    })),
);
const upTo = (all: readonly Entry[], count: number): TimelineSource<Entry> => ({
  items: all.slice(0, count),
  done: count >= all.length,
});
const names = (merged: ReturnType<typeof mergeTimelines>) =>
  merged.items.map(({ kind, item }) => `${kind} ${item.id}`);

it('merges two lists without gaps or duplicates for any page sizes', () => {
  const size = fc.integer({ min: 1, max: 5 });
  fc.assert(
    fc.property(list, list, size, size, (posts, activity, postsPage, activityPage) => {
      const sorted = [
        ...posts.map((item) => ({ kind: 'post', item })),
        ...activity.map((item) => ({ kind: 'activity', item })),
      ].sort(
        (x, y) =>
          y.item.createdAt.localeCompare(x.item.createdAt) ||
          y.kind.localeCompare(x.kind) ||
          y.item.id - x.item.id,
      );
      const expected = sorted.map(({ kind, item }) => `${kind} ${item.id}`);
      let [p, a] = [postsPage, activityPage];
      for (let turn = 0; ; turn++) {
        const merged = mergeTimelines(upTo(posts, p), upTo(activity, a));
        // The merged items are always a prefix of the full timeline.
        expect(names(merged)).toEqual(expected.slice(0, merged.items.length));
        if (merged.next === null) {
          expect(merged.items.length).toBe(expected.length);
          return;
        }
        expect(turn).toBeLessThan(70);
        if (merged.next === 'posts') p += postsPage;
        else a += activityPage;
      }
    }),
  );
});

it('keeps the order of known items when new items arrive', () => {
  fc.assert(
    fc.property(list, list, fc.nat(10), fc.nat(10), (posts, activity, cut, twice) => {
      const later = posts.slice(Math.min(cut, posts.length));
      const before = names(mergeTimelines({ items: later, done: true }, { items: activity, done: true }));
      const repeated = [...posts, ...posts.slice(0, twice)];
      const after = names(mergeTimelines({ items: repeated, done: true }, { items: activity, done: true }));
      expect(new Set(after).size).toBe(after.length);
      const beforeNames = new Set(before);
      expect(after.filter((name) => beforeNames.has(name))).toEqual(before);
    }),
  );
});

const player = (id: number) => ({ id, username: `player${id}`, avatarUrl: null, level: 1 });
const activityEntry = (id: number, type: string, owner: number, actor: number) => {
  const metadata = { level: null, xp: null, coins: null, fightId: null };
  const item: ActivityItem = {
    id,
    type,
    owner: player(owner),
    actor: player(actor),
    metadata,
    createdAt: '2026-01-01T00:00:00.000Z',
  };
  return { kind: 'activity' as const, item };
};
const ids = (...entries: ReturnType<typeof activityEntry>[]) =>
  withoutDuplicateFriendships(entries).map(({ item }) => item.id);

it('removes one of two entries about the same friendship', () => {
  expect(ids(activityEntry(2, 'NEW_FRIEND', 7, 8), activityEntry(1, 'NEW_FRIEND', 8, 7))).toEqual([2]);
  expect(ids(activityEntry(2, 'NEW_FRIEND', 7, 8), activityEntry(1, 'NEW_FRIEND', 9, 7))).toEqual([2, 1]);
  expect(ids(activityEntry(2, 'COMBAT_WIN', 7, 8), activityEntry(1, 'COMBAT_WIN', 8, 7))).toEqual([2, 1]);
});
