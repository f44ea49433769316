import type { PackId, PurchaseLimit } from '@rivalhold/shared/contract/checkout.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import type { PaymentSession } from '../../platform/payments/provider.ts';
import type { LimitRow, Payment } from './queries.ts';
import type { DisputeState } from './refund-queries.ts';

/** Period of the purchase limit, and delay before a higher limit applies. */
export const DAY_MS = 24 * 3_600_000;

type Limit = Pick<PurchaseLimit, 'packsPerDay' | 'next'>;

/** Return the limit in effect at a time: the player's own limit or the default limit. */
export function limitInEffect(row: LimitRow | undefined, now: Date): Limit {
  if (!row) return { packsPerDay: LIMITS.packsPerDay, next: null };
  const { packs_per_day, next_packs_per_day, next_effective_at } = row;
  if (next_packs_per_day === null || next_effective_at === null)
    return { packsPerDay: packs_per_day, next: null };
  if (next_effective_at <= now) return { packsPerDay: next_packs_per_day, next: null };
  return {
    packsPerDay: packs_per_day,
    next: { packsPerDay: next_packs_per_day, from: next_effective_at.toISOString() },
  };
}

/**
 * Return the changed limit. A lower limit applies immediately, and a higher limit after 24 hours. If a higher limit is
 * already pending and the new limit does not exceed it, the wait does not restart.
 */
export function changeLimit(limit: Limit, packsPerDay: number, now: Date): Limit {
  if (packsPerDay <= limit.packsPerDay) return { packsPerDay, next: null };
  const waiting = limit.next && limit.next.packsPerDay >= packsPerDay ? limit.next.from : null;
  const from = waiting ?? new Date(now.getTime() + DAY_MS).toISOString();
  return { packsPerDay: limit.packsPerDay, next: { packsPerDay, from } };
}

/** Return the metadata that links a payment session at the provider to a payment. */
export const metadataOf = (payment: { id: number; user_id: number; pack: PackId; site: string }) => ({
  site: payment.site,
  paymentId: String(payment.id),
  userId: String(payment.user_id),
  packId: payment.pack,
});

/** Return the payment id in the provider's metadata, or null if there is none. */
export function paymentIdIn({ paymentId = '' }: Record<string, string>): number | null {
  return /^[1-9]\d{0,14}$/.test(paymentId) ? Number(paymentId) : null;
}

/** Report whether the provider's metadata belongs to this payment. */
export const matchesPayment = (metadata: Record<string, string>, payment: Payment): boolean =>
  Object.entries(metadataOf(payment)).every(([name, value]) => metadata[name] === value);

/** Return the reason why a provider's session does not match this payment. Return null if it matches. */
export function sessionMismatch(payment: Payment, session: PaymentSession): 'foreign' | 'amount' | null {
  if (!matchesPayment(session.metadata, payment)) return 'foreign';
  if (payment.session_id !== null && payment.session_id !== session.id) return 'foreign';
  return session.cents === payment.cents && session.currency === payment.currency ? null : 'amount';
}

/** Return the total number of coins to take back for the refunds and disputes of a payment, rounded down. */
export function coinsToClaim(
  payment: Pick<Payment, 'coins' | 'cents' | 'refunded_cents' | 'disputed_cents'>,
): number {
  const returned = payment.refunded_cents + payment.disputed_cents;
  return Math.floor((payment.coins * Math.min(payment.cents, returned)) / payment.cents);
}

/** Return the status of a payment after its refunds and disputes. */
export function statusAfter(
  payment: Pick<Payment, 'status' | 'cents' | 'refunded_cents' | 'disputed_cents' | 'credited'>,
): Payment['status'] {
  if (!isSettled(payment)) return payment.status;
  if (payment.refunded_cents >= payment.cents) return 'refunded';
  // The refund arrived before the payment, so the payment was not credited. Now the refund has failed. With
  // the status `pending`, the payment is checked again and credited.
  if (payment.status === 'refunded' && !payment.credited) return 'pending';
  return payment.disputed_cents > 0 ? 'disputed' : 'paid';
}

const DISPUTE_RANKS: Record<DisputeState, number> = { inquiry: 0, open: 1, lost: 2, won: 3 };

/** Report whether a dispute update is newer than the known state. Updates can arrive out of order. */
export const isNewerDisputeState = (state: DisputeState, known: DisputeState | undefined): boolean =>
  known === undefined || DISPUTE_RANKS[state] > DISPUTE_RANKS[known];

/** Return true if the provider has received the money, even if it returned the money later. */
export const isSettled = ({ status }: Pick<Payment, 'status'>): boolean =>
  status === 'paid' || status === 'refunded' || status === 'disputed';
