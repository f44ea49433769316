import type { QueryClient, QueryFilters } from '@tanstack/react-query';

/**
 * Has what is on the screen loaded anew after something was heard of it. A first load that is under way is not begun
 * anew by that, and may have been answered before: then it is asked for once more.
 */
export async function invalidateAndRefetch(client: QueryClient, filters: QueryFilters): Promise<void> {
  const isFirstLoad = client
    .getQueryCache()
    .findAll(filters)
    .some(({ state }) => state.data === undefined && state.fetchStatus === 'fetching');
  await client.invalidateQueries(filters);
  if (isFirstLoad) await client.invalidateQueries(filters);
}
