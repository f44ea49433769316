import type { Notification } from '@rivalhold/shared/contract/notifications.ts';
import { expect, it } from 'vitest';
import { type PagedList, withoutItem } from '../../lib/paged-list.ts';
import {
  countsOthers,
  decrementCounts,
  emptyList,
  gameIconFor,
  hasDecreased,
  isChallenge,
  isWaiting,
  moveToFront,
  NO_COUNTS,
  notificationText,
  safePath,
  withoutIncrease,
} from './list.ts';

const one = (id: number, unreadCount = 1): Notification => ({
  id,
  type: 'like',
  isRead: false,
  title: `title ${id}`,
  text: '',
  data: {
    actorId: null,
    actorName: null,
    actorAvatarUrl: null,
    postId: null,
    unreadCount,
    link: '/dashboard',
  },
  createdAt: '2026-01-01T00:00:00.000Z',
});
const list: PagedList<Notification> = {
  pages: [
    { items: [one(5), one(4)], nextCursor: '4' },
    { items: [one(3)], nextCursor: null },
  ],
  pageParams: [null, '4'],
};
const ids = (pages: PagedList<Notification>) => pages.pages.map(({ items }) => items.map(({ id }) => id));

it('adds a new notification at the front', () =>
  expect(ids(moveToFront(list, one(6)))).toEqual([[6, 5, 4], [3]]));

it('moves an updated notification to the front', () => {
  const renewed = moveToFront(list, one(3, 2));
  expect(ids(renewed)).toEqual([[3, 5, 4], []]);
  expect(renewed.pages[0]?.items[0]?.data.unreadCount).toBe(2);
});

it('removes read notifications', () => {
  expect(ids(withoutItem(list, 4))).toEqual([[5], [3]]);
  expect(emptyList(list)).toEqual({ pages: [{ items: [], nextCursor: null }], pageParams: [null] });
});

it('lowers the total and the count of one type by one, never below 0', () => {
  const counts = { all: 3, byType: { ...NO_COUNTS.byType, like: 1 } };
  expect(decrementCounts(counts, 'like')).toEqual({ all: 2, byType: NO_COUNTS.byType });
  expect(decrementCounts(NO_COUNTS, 'dm')).toEqual(NO_COUNTS);
});

it('detects from a lower count that a notification was read elsewhere', () => {
  const before = { all: 1, byType: { ...NO_COUNTS.byType, like: 1 } };
  expect(hasDecreased({ all: 1, byType: { ...NO_COUNTS.byType, dm: 1 } }, before)).toBe(true);
  expect(hasDecreased({ all: 2, byType: { ...before.byType, dm: 1 } }, before)).toBe(false);
});

it('undoes an increase in the count of one type, both in that count and in the total', () => {
  const before = { all: 2, byType: { ...NO_COUNTS.byType, dm: 1, like: 1 } };
  const received = { all: 4, byType: { ...NO_COUNTS.byType, dm: 2, like: 2 } };
  expect(withoutIncrease('dm', received, before)).toEqual({ all: 3, byType: { ...received.byType, dm: 1 } });
  expect(withoutIncrease('dm', NO_COUNTS, before)).toEqual(NO_COUNTS);
});

it.each([
  [1, 'Mira likes your photo.'],
  [2, 'Mira and 1 other like your photo.'],
  [5, 'Mira and 4 others like your photo.'],
])('names one player and counts the others for %i unread likes', (count, text) => {
  const { data, ...like } = one(1, count);
  const item = { ...like, text: 'Mira likes your photo.', data: { ...data, actorName: 'Mira' } };
  expect(notificationText(item)).toBe(text);
  expect(countsOthers(item)).toBe(count > 1);
  expect(notificationText({ ...item, type: 'comment' })).toBe(item.text);
});

it('recognizes notifications that wait for an answer', () => {
  const about = (link: string, actorName: string | null = 'Mira') => {
    const { data, ...item } = one(1);
    return { ...item, type: 'system' as const, data: { ...data, actorId: 2, actorName, link } };
  };
  expect([about('/fight/2'), about('/fight/2', null), about('/fights/2')].map(isChallenge)).toEqual([
    true,
    false,
    false,
  ]);
  expect([about('/fight/2'), { ...one(1), type: 'friend_request' as const }, one(1)].map(isWaiting)).toEqual([
    true,
    true,
    false,
  ]);
});

it.each([
  ['/fight/2', 'crossed-swords'],
  ['/fights/7', 'crossed-swords'],
  ['/profiles/2#titles', 'laurel-crown'],
  ['/coins', 'two-coins'],
  ['/profiles/2', null],
])('returns the icon for a link to %s: %s', (link, icon) => expect(gameIconFor(link)).toBe(icon));

it.each([
  ['/feed#post-3', '/feed#post-3'],
  ['//evil.example', '/dashboard'],
  ['/\\evil.example', '/dashboard'],
  ['https://evil.example', '/dashboard'],
  ['javascript:alert(1)', '/dashboard'],
])('converts the link %s to the safe path %s', (link, path) => expect(safePath(link)).toBe(path));
