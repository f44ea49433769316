import { LIMITS } from '@rivalhold/shared/limits.ts';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api, cursorPagination } from '../../lib/api.ts';
import { whenConnected } from '../../lib/socket.ts';

/** `notify:new` and `notify:counts` tell of every change; a lost connection asks again once it is back. */
const staleTime = 5 * 60_000;

/** The beginning of every key about notifications. */
export const NOTIFICATIONS_KEY = ['notifications'] as const;

/** Unread ones, the latest first, page by page. */
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

/** How many are unread, all together and of each type. */
export const countsQuery = queryOptions({
  queryKey: [...NOTIFICATIONS_KEY, 'counts'],
  queryFn: async ({ signal }) => {
    await whenConnected();
    return api('GET /api/notifications/unread-counts', { signal });
  },
  staleTime,
});

/** Marks one as read; answers what is left. */
export const markRead = async (id: number) =>
  (await api('PATCH /api/notifications/{id}/read', { params: { id } })).counts;

/** Marks all as read; answers what is left. */
export const markAllRead = async () => (await api('POST /api/notifications/mark-all-read')).counts;
