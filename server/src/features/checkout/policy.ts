import type { PackId, PurchaseLimit } from '@rivalhold/shared/contract/checkout.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import type { PaymentSession } from '../../platform/payments/provider.ts';
import type { LimitRow, Payment } from './queries.ts';
import type { DisputeState } from './refund-queries.ts';

/** A limit and a day go by this. */
export const DAY_MS = 24 * 3_600_000;

type Limit = Pick<PurchaseLimit, 'packsPerDay' | 'next'>;

/** The limit that holds at a time: one's own, or the site's for whoever has set none. */
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
 * What a limit becomes: a lower one at once; a higher one 24 hours after it was asked for, and one that is asked for
 * while a still higher one waits keeps the place of that.
 */
export function changeLimit(limit: Limit, packsPerDay: number, now: Date): Limit {
  if (packsPerDay <= limit.packsPerDay) return { packsPerDay, next: null };
  const waiting = limit.next && limit.next.packsPerDay >= packsPerDay ? limit.next.from : null;
  const from = waiting ?? new Date(now.getTime() + DAY_MS).toISOString();
  return { packsPerDay: limit.packsPerDay, next: { packsPerDay, from } };
}

/** What ties a payment at its provider to ours. */
export const metadataOf = (payment: { id: number; user_id: number; pack: PackId; site: string }) => ({
  site: payment.site,
  paymentId: String(payment.id),
  userId: String(payment.user_id),
  packId: payment.pack,
});

/** The id of ours in what the provider sends back; null for what is none. */
export function paymentIdIn({ paymentId = '' }: Record<string, string>): number | null {
  return /^[1-9]\d{0,14}$/.test(paymentId) ? Number(paymentId) : null;
}

/** Whether what the provider sends back was made for this payment. */
export const matchesPayment = (metadata: Record<string, string>, payment: Payment): boolean =>
  Object.entries(metadataOf(payment)).every(([name, value]) => metadata[name] === value);

/** Why a session of the provider is not this payment; null where it is. */
export function sessionMismatch(payment: Payment, session: PaymentSession): 'foreign' | 'amount' | null {
  if (!matchesPayment(session.metadata, payment)) return 'foreign';
  if (payment.session_id !== null && payment.session_id !== session.id) return 'foreign';
  return session.cents === payment.cents && session.currency === payment.currency ? null : 'amount';
}

/** Coins of a payment that its refunds and disputes take back, in whole coins in favour of the player. */
export function coinsToClaim(
  payment: Pick<Payment, 'coins' | 'cents' | 'refunded_cents' | 'disputed_cents'>,
): number {
  const returned = payment.refunded_cents + payment.disputed_cents;
  return Math.floor((payment.coins * Math.min(payment.cents, returned)) / payment.cents);
}

/** The status of a payment as its refunds and disputes leave it. */
export function statusAfter(
  payment: Pick<Payment, 'status' | 'cents' | 'refunded_cents' | 'disputed_cents' | 'credited'>,
): Payment['status'] {
  if (!isSettled(payment)) return payment.status;
  if (payment.refunded_cents >= payment.cents) return 'refunded';
  // Not credited since the money had gone back, which then failed: it is asked about again, and credited.
  if (payment.status === 'refunded' && !payment.credited) return 'pending';
  return payment.disputed_cents > 0 ? 'disputed' : 'paid';
}

const DISPUTE_ORDER: readonly DisputeState[] = ['inquiry', 'open', 'lost', 'won'];

/** Whether a word about a dispute is a new one: what comes late says less than what is known. */
export const isNewerDisputeState = (state: DisputeState, known: DisputeState | undefined): boolean =>
  known === undefined || DISPUTE_ORDER.indexOf(state) > DISPUTE_ORDER.indexOf(known);

/** Whether the provider has the money or had it: then coins were credited, or never will be. */
export const isSettled = ({ status }: Pick<Payment, 'status'>): boolean =>
  status === 'paid' || status === 'refunded' || status === 'disputed';
