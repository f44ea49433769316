import type { QueryClient, QueryFilters } from '@tanstack/react-query';

/**
 * Reload visible queries after an event about them. Invalidating does not restart a first load in progress,
 * whose response may be older than the event: such a query is loaded once more.
 */
export async function invalidateAndRefetch(client: QueryClient, filters: QueryFilters): Promise<void> {
  const isFirstLoad = client
    .getQueryCache()
    .findAll(filters)
    .some(({ state }) => state.data === undefined && state.fetchStatus === 'fetching');
  await client.invalidateQueries(filters);
  if (isFirstLoad) await client.invalidateQueries(filters);
}
