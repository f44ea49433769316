import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { PREFETCH_FRESH_MS } from '../../lib/query-client.ts';
import { gameQuery } from '../game/index.ts';
import { profileQuery } from '../players/index.ts';

/** Return the array, or an empty array for any other value. */
export const asArray = <T>(result: readonly T[]): readonly T[] => (Array.isArray(result) ? result : []);

/** Query a player's items. */
export const inventoryQuery = (userId: number) =>
  queryOptions({
    queryKey: ['inventory', userId],
    queryFn: async ({ signal }) =>
      asArray(await api('GET /api/inventory/{id}', { params: { id: userId }, signal })),
    // Reload the items on each visit, because purchases and fights can change them at any time.
    staleTime: PREFETCH_FRESH_MS,
  });

/** All items of the catalogue. */
export const catalogueQuery = queryOptions({
  queryKey: ['catalogue'],
  queryFn: async ({ signal }) => asArray(await api('GET /api/store', { signal })),
  staleTime: 600_000,
});

/** Reload everything that using an item changes. */
export const invalidateAfterItemUse = (client: QueryClient, meId: number): Promise<unknown> =>
  Promise.all(
    [inventoryQuery(meId), gameQuery(meId), profileQuery(meId)].map(({ queryKey }) =>
      client.invalidateQueries({ queryKey }),
    ),
  );
