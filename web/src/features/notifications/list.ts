import type { Notification, NotificationCounts } from '@rivalhold/shared/contract/notifications.ts';
import { NOTIFICATION_TEXTS } from '@rivalhold/shared/texts/notifications.ts';
import { type PagedList, withoutItem } from '../../lib/paged-list.ts';

/** The list with one at its front; one with the same id stands for one act more and has moved there. */
export function moveToFront(list: PagedList<Notification>, item: Notification): PagedList<Notification> {
  const [first, ...rest] = withoutItem(list, item.id).pages;
  if (!first) return list;
  return { ...list, pages: [{ ...first, items: [item, ...first.items] }, ...rest] };
}

/** The list once all are read. */
export const emptyList = (list: PagedList<Notification>): PagedList<Notification> => ({
  pages: list.pages.slice(0, 1).map((page) => ({ ...page, items: [], nextCursor: null })),
  pageParams: list.pageParams.slice(0, 1),
});

/** Counts after one of that type has been read; never below 0. */
export const decrementCounts = (
  counts: NotificationCounts,
  type: Notification['type'],
): NotificationCounts => ({
  all: Math.max(0, counts.all - 1),
  byType: { ...counts.byType, [type]: Math.max(0, counts.byType[type] - 1) },
});

/** Whether fewer of any type are unread than before. */
export const hasDecreased = (counts: NotificationCounts, before: NotificationCounts): boolean =>
  (Object.keys(counts.byType) as Notification['type'][]).some(
    (type) => counts.byType[type] < before.byType[type],
  );

/** Counts told by the server, with no more of one type than before. */
export function withoutIncrease(
  type: Notification['type'],
  received: NotificationCounts,
  before: NotificationCounts,
): NotificationCounts {
  const increase = Math.max(0, received.byType[type] - before.byType[type]);
  return {
    all: received.all - increase,
    byType: { ...received.byType, [type]: received.byType[type] - increase },
  };
}

/** Whether it says in words how many acts it stands for: likes, each by another player. */
export const countsOthers = ({ type, text, data }: Notification): boolean =>
  type === 'like' && data.unreadCount > 1 && data.actorName !== null && text.startsWith(`${data.actorName} `);

/** What one says: 'frostbit_finn and 4 others like your photo.' where it stands for the likes of several. */
export function notificationText(item: Notification): string {
  const { text, data } = item;
  if (!countsOthers(item) || data.actorName === null) return text;
  return NOTIFICATION_TEXTS.likedByMore(text, data.actorName, data.unreadCount - 1);
}

/** Counts once all are read. */
export const NO_COUNTS: NotificationCounts = {
  all: 0,
  byType: { friend_request: 0, dm: 0, like: 0, comment: 0, friend: 0, system: 0 },
};

/** The path of this site that a notification leads to; the dashboard for anything else. */
export const safePath = (link: string): string => (/^\/(?![/\\])/.test(link) ? link : '/dashboard');
