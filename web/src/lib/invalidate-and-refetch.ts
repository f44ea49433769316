import type { QueryClient, QueryFilters } from '@tanstack/react-query';

/**
 * Reload visible queries after an event about them. If a query is loading for the first time, invalidating it
 * only waits for that load, whose response might be older than the event. Therefore, invalidate it again
 * afterwards.
 */
export async function invalidateAndRefetch(client: QueryClient, filters: QueryFilters): Promise<void> {
  const isFirstLoad = client
    .getQueryCache()
    .findAll(filters)
    .some(({ state }) => state.data === undefined && state.fetchStatus === 'fetching');
  await client.invalidateQueries(filters);
  if (isFirstLoad) await client.invalidateQueries(filters);
}
