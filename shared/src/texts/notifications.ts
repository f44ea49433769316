import type { NotificationType } from '../contract/notifications.ts';

const counted = (one: string, many: string) => (count: number) => `${count} ${count === 1 ? one : many}`;

/** Texts of what a player is told of. */
export const NOTIFICATION_TEXTS = {
  title: 'Notifications',
  bell: (unread: number) => (unread === 0 ? 'Notifications' : `Notifications, ${unread} unread`),
  failed: 'Failed to load notifications.',
  empty: 'Nothing new.',
  emptyText: 'Friend requests, messages, likes and comments show up here.',
  loading: 'Loading your notifications…',
  loadMore: 'Load more',
  markAll: 'Mark all read',
  markOne: (title: string) => `Mark as read: ${title}`,
  marked: 'Marked as read.',
  allMarked: 'All notifications are marked as read.',
  markFailed: 'That could not be marked as read. Please try again.',
  andOthers: (name: string, others: number) => `${name} and ${others === 1 ? '1 other' : `${others} others`}`,
  times: (count: number) => `${count} times`,
  unread: 'Unread',
  types: {
    friend_request: counted('friend request', 'friend requests'),
    // One tells of all that is new in a conversation.
    dm: counted('conversation', 'conversations'),
    like: counted('like', 'likes'),
    comment: counted('comment', 'comments'),
    friend: counted('new friend', 'new friends'),
    system: counted('notice', 'notices'),
  } satisfies Record<NotificationType, (count: number) => string>,
} as const;
