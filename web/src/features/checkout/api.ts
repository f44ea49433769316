import type { PackId, PurchaseLimit } from '@rivalhold/shared/contract/checkout.ts';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { PREFETCH_FRESH_MS } from '../../lib/query-client.ts';

/** Polling of a pending payment: the interval, and the maximum number of requests. */
const POLL_INTERVAL_MS = 3_000;
const MAX_POLLS = 40;

/** The player's daily purchase limit, the packs bought today, and the coins that the player owes. */
export const buyingLimitQuery = queryOptions({
  queryKey: ['checkout', 'limit'],
  queryFn: ({ signal }) => api('GET /api/checkout/limit', { signal }),
  staleTime: PREFETCH_FRESH_MS,
});

/** Query the status of a payment, and poll it while the payment is pending. */
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

/** Start a payment and return the URL of its payment page. A retry with the same key returns the same URL. */
export const startPayment = (packId: PackId, idempotencyKey: string): Promise<{ url: string }> =>
  api('POST /api/checkout/create-session', { body: { packId }, idempotencyKey });

/** Set the number of packs that the player can buy per day. */
export const saveLimit = (packsPerDay: number): Promise<PurchaseLimit> =>
  api('PUT /api/checkout/limit', { body: { packsPerDay } });
