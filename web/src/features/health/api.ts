import { queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';

const REFETCH_INTERVAL_MS = 5_000;

/** The site's health. It is polled while it is shown. */
export const healthQuery = queryOptions({
  queryKey: ['site-health'],
  queryFn: ({ signal }) => api('GET /api/admin/site-health', { signal }),
  refetchInterval: REFETCH_INTERVAL_MS,
  staleTime: 0,
  // Do not retry, because the next poll is soon, and because a failure is itself a result to show.
  retry: false,
});

/** Start a verification of the coin ledger. */
export const verifyLedger = () => api('POST /api/admin/site-health/ledger');
