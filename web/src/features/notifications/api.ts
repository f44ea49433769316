import { LIMITS } from '@rivalhold/shared/limits.ts';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api, cursorPagination } from '../../lib/api.ts';
import { whenConnected } from '../../lib/socket.ts';

/** Refetching is rarely needed, because socket events report every change, and a reconnect refetches. */
const staleTime = 5 * 60_000;

/** Key prefix of all queries about notifications. */
export const NOTIFICATIONS_KEY = ['notifications'] as const;

/** Unread notifications, the latest first, page by page. */
export const notificationsQuery = infiniteQueryOptions({
  queryKey: [...NOTIFICATIONS_KEY, 'list'],
  queryFn: async ({ pageParam, signal }) => {
    await whenConnected();
    const query = { limit: LIMITS.notificationsPage, ...(pageParam && { cursor: pageParam }) };
    return api('GET /api/notifications', { query, signal });
  },
  ...cursorPagination,
  staleTime,
});

/** Unread counts: in total and by type. */
export const countsQuery = queryOptions({
  queryKey: [...NOTIFICATIONS_KEY, 'counts'],
  queryFn: async ({ signal }) => {
    await whenConnected();
    return api('GET /api/notifications/unread-counts', { signal });
  },
  staleTime,
});

/** Mark a notification as read; return the new counts. */
export const markRead = async (id: number) =>
  (await api('PATCH /api/notifications/{id}/read', { params: { id } })).counts;

/** Mark all notifications as read; return the new counts. */
export const markAllRead = async () => (await api('POST /api/notifications/mark-all-read')).counts;
