import type { QueryClient, QueryFilters } from '@tanstack/react-query';

/**
 * Reload visible queries after an event about them. Invalidating a query does not restart its first load. The response
 * to this load might be older than the event, so load such a query again.
 */
export async function invalidateAndRefetch(client: QueryClient, filters: QueryFilters): Promise<void> {
  const isFirstLoad = client
    .getQueryCache()
    .findAll(filters)
    .some(({ state }) => state.data === undefined && state.fetchStatus === 'fetching');
  await client.invalidateQueries(filters);
  if (isFirstLoad) await client.invalidateQueries(filters);
}
