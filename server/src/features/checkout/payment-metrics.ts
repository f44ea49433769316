import type { Tx } from '../../platform/db/db.ts';
import type { Site } from '../../platform/site.ts';

/** Counts, once it is committed, what became of a payment. */
export function countPaymentOutcome(tx: Tx, site: Site, outcome: string): void {
  tx.afterCommit(() => site.metrics.payments.inc({ outcome }));
}

/** Counts and logs that something told in the provider's name was not believed; `about` names it. */
export function rejectProviderMessage(tx: Tx, site: Site, why: string, about: Record<string, unknown>): void {
  countPaymentOutcome(tx, site, `refused_${why}`);
  tx.afterCommit(() => site.log.warn({ why, ...about }, 'payment refused'));
}
