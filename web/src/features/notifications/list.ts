import type { Notification, NotificationCounts } from '@rivalhold/shared/contract/notifications.ts';
import { NOTIFICATION_TEXTS } from '@rivalhold/shared/texts/notifications.ts';
import { type PagedList, withoutItem } from '../../lib/paged-list.ts';
import type { IconName } from '../../ui/icon-names.ts';

/** Add a notification at the front. It replaces an earlier version with the same id. */
export function moveToFront(list: PagedList<Notification>, item: Notification): PagedList<Notification> {
  const [first, ...rest] = withoutItem(list, item.id).pages;
  if (!first) return list;
  return { ...list, pages: [{ ...first, items: [item, ...first.items] }, ...rest] };
}

/** Empty the list after all notifications have been read. */
export const emptyList = (list: PagedList<Notification>): PagedList<Notification> => ({
  pages: list.pages.slice(0, 1).map((page) => ({ ...page, items: [], nextCursor: null })),
  pageParams: list.pageParams.slice(0, 1),
});

/** Decrement the counts after a notification of a type is read, but never below 0. */
export const decrementCounts = (
  counts: NotificationCounts,
  type: Notification['type'],
): NotificationCounts => ({
  all: Math.max(0, counts.all - 1),
  byType: { ...counts.byType, [type]: Math.max(0, counts.byType[type] - 1) },
});

/** Report whether the unread count of any type has decreased. */
export const hasDecreased = (counts: NotificationCounts, before: NotificationCounts): boolean =>
  (Object.keys(counts.byType) as Notification['type'][]).some(
    (type) => counts.byType[type] < before.byType[type],
  );

/** Report whether all pages are loaded but contain fewer notifications than the unread count. */
export const isIncomplete = ({ pages }: PagedList<Notification>, { all }: NotificationCounts): boolean =>
  pages.at(-1)?.nextCursor === null && pages.reduce((sum, { items }) => sum + items.length, 0) < all;

/**
 * Return the counts from the server without the increase in the count of the given type, for a new notification that is
 * not shown.
 */
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

/** Report whether the text must include the number of other players. This is the case for likes by several players. */
export const countsOthers = ({ type, text, data }: Notification): boolean =>
  type === 'like' && data.unreadCount > 1 && data.actorName !== null && text.startsWith(`${data.actorName} `);

/**
 * Return the text of a notification. Likes by several players are combined: 'frostbit_finn and 4 others like your
 * photo.'
 */
export function notificationText(item: Notification): string {
  const { text, data } = item;
  if (!countsOthers(item) || data.actorName === null) return text;
  return NOTIFICATION_TEXTS.likedByMore(text, data.actorName, data.unreadCount - 1);
}

/** Return the game icon for a link to a fight, to titles or to coins; null for other links. */
export function gameIconFor(link: string): IconName | null {
  if (/^\/fights?\//.test(link)) return 'crossed-swords';
  if (link.endsWith('#titles')) return 'laurel-crown';
  return link === '/coins' ? 'two-coins' : null;
}

/** Report whether the notification is about an open fight that another player started. */
export const isChallenge = ({ data }: Notification): boolean =>
  data.actorName !== null && data.link === `/fight/${data.actorId}`;

/** Report whether the notification asks the player for an answer. */
export const isWaiting = (item: Notification): boolean => item.type === 'friend_request' || isChallenge(item);

/** The counts once all notifications have been read. */
export const NO_COUNTS: NotificationCounts = {
  all: 0,
  byType: { friend_request: 0, dm: 0, like: 0, comment: 0, friend: 0, system: 0 },
};

/** Return the notification's link if it is a path on this site, otherwise the path of the dashboard. */
export const safePath = (link: string): string => (/^\/(?![/\\])/.test(link) ? link : '/dashboard');
