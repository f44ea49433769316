import { queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';

const REFETCH_INTERVAL_MS = 5_000;

/** How the site is; asked again and again, but only while somebody looks. */
export const healthQuery = queryOptions({
  queryKey: ['site-health'],
  queryFn: ({ signal }) => api('GET /api/admin/site-health', { signal }),
  refetchInterval: REFETCH_INTERVAL_MS,
  staleTime: 0,
  // It is asked again soon enough, and that it failed is what one looks for.
  retry: false,
});

/** Has the coin ledger verified. */
export const verifyLedger = () => api('POST /api/admin/site-health/ledger');
