import type { Tx } from '../../platform/db/db.ts';
import type { PaymentOutcome } from '../../platform/observability/metrics.ts';
import type { Site } from '../../platform/site.ts';

/** Count the outcome of a payment in the metrics after the commit. */
export function countPaymentOutcome(tx: Tx, site: Site, outcome: PaymentOutcome): void {
  tx.afterCommit(() => site.metrics.recordPayment(outcome));
}

/** After the commit, count and log a rejected message from the provider. `about` identifies the message. */
export function rejectProviderMessage(
  tx: Tx,
  site: Site,
  why: 'unknown' | 'foreign' | 'amount',
  about: Record<string, unknown>,
): void {
  countPaymentOutcome(tx, site, `refused_${why}`);
  tx.afterCommit(() => site.log.warn({ why, ...about }, 'payment provider message rejected'));
}
