import type { NotificationType } from '../contract/notifications.ts';
import { formatCount } from '../format-number.ts';

/** Texts of the notification list. */
export const NOTIFICATION_TEXTS = {
  title: 'Notifications',
  bell: (unread: number) => (unread === 0 ? 'Notifications' : `Notifications, ${unread} unread`),
  failed: 'Failed to load notifications.',
  empty: 'No new notifications.',
  emptyText: 'Friend requests, messages, likes and comments show up here.',
  loading: 'Loading your notifications…',
  markAll: 'Mark all read',
  markOne: (title: string) => `Mark as read: ${title}`,
  marked: 'Marked as read.',
  allMarked: 'All notifications are marked as read.',
  markFailed: 'Failed to mark as read. Please try again.',
  /**
   * Return the text for likes by `name` and `others` more players. `text` is the text for one like:
   * `'Mira likes your photo.'`.
   */
  likedByMore: (text: string, name: string, others: number) => {
    const liked = text.slice(name.length + 1).replace(/^likes /, 'like ');
    return `${name} and ${formatCount(others, 'other')} ${liked}`;
  },
  times: (count: number) => `${count} times`,
  unread: 'Unread',
  types: {
    friend_request: (count: number) => formatCount(count, 'friend request'),
    // One notification covers all unread messages of a conversation.
    dm: (count: number) => formatCount(count, 'conversation'),
    like: (count: number) => formatCount(count, 'like'),
    comment: (count: number) => formatCount(count, 'comment'),
    friend: (count: number) => formatCount(count, 'new friend'),
    system: (count: number) => formatCount(count, 'site notification'),
  } satisfies Record<NotificationType, (count: number) => string>,
} as const;
