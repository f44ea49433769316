import type { BuyingLimit, PackId } from '@rivalhold/shared/contract/checkout.ts';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { JUST_ASKED_MS } from '../../lib/query-client.ts';

/** How often an open payment is asked about, and how many times. */
const ASK_MS = 3_000;
const ASKED_MOST = 40;

/** How many packs one may buy in a day, has bought, and what one owes. */
export const buyingLimitQuery = queryOptions({
  queryKey: ['checkout', 'limit'],
  queryFn: ({ signal }) => api('GET /api/checkout/limit', { signal }),
  staleTime: JUST_ASKED_MS,
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
      state.data?.status === 'pending' && state.dataUpdateCount < ASKED_MOST ? ASK_MS : false,
  });

/** Begins a payment and answers where it is paid; the same key leads to the same page. */
export const beginPayment = (packId: PackId, idempotencyKey: string): Promise<{ url: string }> =>
  api('POST /api/checkout/create-session', { body: { packId }, idempotencyKey });

export const putLimit = (packsPerDay: number): Promise<BuyingLimit> =>
  api('PUT /api/checkout/limit', { body: { packsPerDay } });
