import { queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { arrayOf } from './entries.ts';

/** What a player carries. */
export const inventoryQuery = (userId: number) =>
  queryOptions({
    queryKey: ['inventory', userId],
    queryFn: async ({ signal }) =>
      arrayOf(await api('GET /api/inventory/{id}', { params: { id: userId }, signal })),
    // What is used in a fight or bought is gone or here at once.
    staleTime: 0,
  });

/** Every item there is. */
export const catalogueQuery = queryOptions({
  queryKey: ['catalogue'],
  queryFn: async ({ signal }) => arrayOf(await api('GET /api/store', { signal })),
  staleTime: 600_000,
});
