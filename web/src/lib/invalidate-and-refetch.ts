import type { QueryClient, QueryFilters } from '@tanstack/react-query';

/**
 * Reload visible queries after an event about them. If a query is loading for the first time, `invalidateQueries`
 * starts no other load, but waits for the first load, whose response might be older than the event. Therefore,
 * invalidate the query again afterwards.
 */
export async function invalidateAndRefetch(client: QueryClient, filters: QueryFilters): Promise<void> {
  const isFirstLoad = client
    .getQueryCache()
    .findAll(filters)
    .some(({ state }) => state.data === undefined && state.fetchStatus === 'fetching');
  await client.invalidateQueries(filters);
  if (isFirstLoad) await client.invalidateQueries(filters);
}
