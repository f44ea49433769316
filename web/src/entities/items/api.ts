import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { JUST_ASKED_MS } from '../../lib/query-client.ts';
import { gameQuery } from '../game/index.ts';
import { profileQuery } from '../players/index.ts';
import { arrayOf } from './entries.ts';

/** What a player carries. */
export const inventoryQuery = (userId: number) =>
  queryOptions({
    queryKey: ['inventory', userId],
    queryFn: async ({ signal }) =>
      arrayOf(await api('GET /api/inventory/{id}', { params: { id: userId }, signal })),
    // What is used in a fight or bought is gone or here at once.
    staleTime: JUST_ASKED_MS,
  });

/** Every item there is. */
export const catalogueQuery = queryOptions({
  queryKey: ['catalogue'],
  queryFn: async ({ signal }) => arrayOf(await api('GET /api/store', { signal })),
  staleTime: 600_000,
});

/** Asks again for all that an item which one used has changed. */
export const renewAfterItem = (client: QueryClient, meId: number): Promise<unknown> =>
  Promise.all(
    [inventoryQuery(meId), gameQuery(meId), profileQuery(meId)].map(({ queryKey }) =>
      client.invalidateQueries({ queryKey }),
    ),
  );
