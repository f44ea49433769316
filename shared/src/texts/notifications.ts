import { formatCount, formatNumber } from '../format-number.ts';

/** Texts of the notification list. */
export const NOTIFICATION_TEXTS = {
  title: 'Notifications',
  bell: (unread: number) =>
    unread === 0 ? 'Notifications' : `Notifications, ${formatNumber(unread)} unread`,
  failed: 'Failed to load notifications.',
  empty: 'No new notifications.',
  emptyText: 'Friend requests, messages, likes and comments show up here.',
  loading: 'Loading your notifications…',
  markAll: 'Mark all read',
  markOne: (sentence: string) => `Mark as read: ${sentence}`,
  marked: 'Marked as read.',
  allMarked: 'All notifications are marked as read.',
  markFailed: 'Failed to mark notifications as read. Please try again.',
  /**
   * Turn the text for a like by `name` into the text for likes by `name` and `others` more players: 'Mira likes your
   * photo.' becomes 'Mira and 4 others like your photo.'
   */
  likedByMore: (text: string, name: string, others: number) => {
    const liked = text.slice(name.length + 1).replace(/^likes /, 'like ');
    return `${name} and ${formatCount(others, 'other')} ${liked}`;
  },
  times: (count: number) => formatCount(count, 'time'),
  waiting: 'Waiting for you',
  news: 'News',
} as const;
