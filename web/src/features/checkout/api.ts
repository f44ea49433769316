import type { PackId, PurchaseLimit } from '@rivalhold/shared/contract/checkout.ts';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { PREFETCH_FRESH_MS } from '../../lib/query-client.ts';

/** How often an open payment is asked about, and how many times. */
const POLL_INTERVAL_MS = 3_000;
const MAX_POLLS = 40;

/** How many packs one may buy in a day, has bought, and what one owes. */
export const buyingLimitQuery = queryOptions({
  queryKey: ['checkout', 'limit'],
  queryFn: ({ signal }) => api('GET /api/checkout/limit', { signal }),
  staleTime: PREFETCH_FRESH_MS,
});

/** What became of a payment; asked again while it is open. */
export const paymentQuery = (sessionId: string) =>
  queryOptions({
    queryKey: ['checkout', 'payment', sessionId],
    queryFn: ({ signal }) =>
      api('GET /api/checkout/verify-session', { query: { session_id: sessionId }, signal }),
    staleTime: 0,
    retry: false,
    refetchInterval: ({ state }) =>
      state.data?.status === 'pending' && state.dataUpdateCount < MAX_POLLS ? POLL_INTERVAL_MS : false,
  });

/** Begins a payment and answers where it is paid; the same key leads to the same page. */
export const startPayment = (packId: PackId, idempotencyKey: string): Promise<{ url: string }> =>
  api('POST /api/checkout/create-session', { body: { packId }, idempotencyKey });

export const saveLimit = (packsPerDay: number): Promise<PurchaseLimit> =>
  api('PUT /api/checkout/limit', { body: { packsPerDay } });
