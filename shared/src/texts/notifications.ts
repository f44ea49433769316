import type { NotificationType } from '../contract/notifications.ts';
import { formatCount } from '../format-number.ts';

const of = (one: string) => (count: number) => formatCount(count, one);

/** Texts of what a player is told of. */
export const NOTIFICATION_TEXTS = {
  title: 'Notifications',
  bell: (unread: number) => (unread === 0 ? 'Notifications' : `Notifications, ${unread} unread`),
  failed: 'Failed to load notifications.',
  empty: 'Nothing new.',
  emptyText: 'Friend requests, messages, likes and comments show up here.',
  loading: 'Loading your notifications…',
  markAll: 'Mark all read',
  markOne: (title: string) => `Mark as read: ${title}`,
  marked: 'Marked as read.',
  allMarked: 'All notifications are marked as read.',
  markFailed: 'That could not be marked as read. Please try again.',
  andOthers: (name: string, others: number) => `${name} and ${others === 1 ? '1 other' : `${others} others`}`,
  times: (count: number) => `${count} times`,
  unread: 'Unread',
  types: {
    friend_request: of('friend request'),
    // One tells of all that is new in a conversation.
    dm: of('conversation'),
    like: of('like'),
    comment: of('comment'),
    friend: of('new friend'),
    system: of('notice'),
  } satisfies Record<NotificationType, (count: number) => string>,
} as const;
