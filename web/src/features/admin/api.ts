import type { AdminPlayer, AdminUser } from '@rivalhold/shared/contract/admin.ts';
import {
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  queryOptions,
} from '@tanstack/react-query';
import { api, apiPage, type CallOptions, cursorPagination } from '../../lib/api.ts';
import { mapPages, type PagedList } from '../../lib/paged-list.ts';

const USERS_KEY = ['admin', 'users'] as const;

/** Query users by part of their username or email address, the newest first, page by page. */
export const usersQuery = (search: string) =>
  infiniteQueryOptions({
    queryKey: [...USERS_KEY, search],
    queryFn: ({ pageParam, signal }) =>
      apiPage('GET /api/admin/users', {
        query: { ...(search && { search }), ...(pageParam && { cursor: pageParam }) },
        signal,
      }),
    ...cursorPagination,
    placeholderData: keepPreviousData,
  });

/** Query a player with everything an admin can change. */
export const playerQuery = (id: number) =>
  queryOptions({
    queryKey: ['admin', 'player', id],
    queryFn: ({ signal }) => api('GET /api/admin/users/{id}/stats', { params: { id }, signal }),
    staleTime: 0,
  });

/** Replace a user in every cached list with the server's version. If `user` is null, remove the deleted user. */
export function updateCachedUser(client: QueryClient, id: number, user: AdminUser | null): void {
  client.setQueriesData<PagedList<AdminUser>>(
    { queryKey: USERS_KEY },
    (list) =>
      list && mapPages(list, (users) => users.flatMap((known) => (known.id === id ? (user ?? []) : known))),
  );
  if (!user) client.removeQueries({ queryKey: playerQuery(id).queryKey });
}

/** Cache a player as returned by the server. */
export const setCachedPlayer = (client: QueryClient, player: AdminPlayer): void =>
  void client.setQueryData(playerQuery(player.user.id).queryKey, player);

/** Promote a player to moderator. */
export const promote = async (id: number) =>
  (await api('PATCH /api/admin/promote/{id}', { params: { id } })).user;
/** Demote a moderator to player. */
export const demote = async (id: number) =>
  (await api('PATCH /api/admin/demote/{id}', { params: { id } })).user;
/** Delete an account. */
export const deleteUser = (id: number) => api('DELETE /api/admin/users/{id}', { params: { id } });

export type StatsChange = CallOptions<'PUT /api/admin/users/{id}'>['body'];

/** Set the given stats of a player; other stats keep their values. */
export const saveStats = (id: number, body: StatsChange) =>
  api('PUT /api/admin/users/{id}', { params: { id }, body });

/** Give a player `quantity` of an item. */
export const addItem = (id: number, body: { itemId: number; quantity: number }, idempotencyKey: string) =>
  api('POST /api/admin/users/{id}/inventory', { params: { id }, body, idempotencyKey });

/** Remove `quantity` of an item from a player, or the whole quantity if `quantity` is undefined. */
export const removeItem = (id: number, itemId: number, quantity?: number) =>
  api('DELETE /api/admin/users/{id}/inventory/{itemId}', {
    params: { id, itemId },
    query: quantity === undefined ? {} : { quantity },
  });

/** Add coins to a player's balance, or deduct them if `amount` is negative. Returns the new balance. */
export const adjustCoins = async (
  id: number,
  body: { amount: number; reason: string | null },
  idempotencyKey: string,
) => (await api('PATCH /api/admin/users/{id}/coins', { params: { id }, body, idempotencyKey })).coins;
