import { retainedSince } from '@rivalhold/shared/retention.ts';
import { forEachSettled } from '../../platform/db/batches.ts';
import { transaction } from '../../platform/db/db.ts';
import type { Site } from '../../platform/site.ts';
import { DAY_MS } from './policy.ts';
import {
  cancelPayment,
  cancelUnopened,
  claimUnsettled,
  deleteEvents,
  type Payment,
  receiptsDue,
} from './queries.ts';
import { readLimit, refreshPayment } from './service.ts';
import { sendReceipt } from './settlement.ts';

const MINUTE_MS = 60_000;
/** Minimum time between two checks of the same payment. */
const RECHECK_AFTER_MS = 3 * MINUTE_MS;
/** Maximum number of payments to check, and of receipts to send, per run of a job. */
const BATCH_SIZE = 50;
/**
 * Return the time before which provider events are deleted. No receipt is sent for a payment that was
 * credited before this time, even if the buyer confirms their email address later.
 */
const eventsSince = (site: Site): Date => retainedSince('paymentEvents', site.clock.now());

/** Register the jobs that settle payments, send receipts and purge events. */
export function checkoutJobs(site: Site): void {
  site.jobs.define('checkout.settle', { cron: '*/5 * * * *', run: () => settleOpenPayments(site) });
  site.jobs.define('checkout.receipts', { cron: '*/10 * * * *', run: () => sendPendingReceipts(site) });
  site.jobs.define('checkout.purge', {
    cron: '53 * * * *',
    run: () => deleteEvents(site.db, eventsSince(site)),
  });
}

/**
 * Check open payments with the provider. With this check, a payment is credited even if its webhook event was lost and
 * the buyer has closed the tab. Cancel payments that have no payment page or are unpaid after a day, and close payment
 * pages whose purchase would exceed the player's limit. A cancelled payment is still credited if the provider later
 * reports it as paid.
 */
export async function settleOpenPayments(site: Site): Promise<void> {
  const now = site.clock.now().getTime();
  for (const payment of await claimUnsettled(
    site.db,
    new Date(now - RECHECK_AFTER_MS),
    new Date(now),
    BATCH_SIZE,
  )) {
    try {
      const answered = await settlePayment(site, payment, now - payment.created_at.getTime() >= DAY_MS);
      // Stop if the provider does not respond, because checking the other payments would time out, too. The next run
      // tries again.
      if (!answered && payment.provider === site.payments?.name) return;
    } catch (error) {
      site.log.error({ err: error, payment: payment.id }, 'payment settlement failed');
    }
  }
}

/**
 * Refresh one payment. Cancel it if it has no payment page or is a day old. Return false if the provider did not
 * respond or is not in use.
 */
async function settlePayment(site: Site, payment: Payment, isOld: boolean): Promise<boolean> {
  if (payment.session_id === null) {
    await cancelUnopened(site.db, payment.id);
    return true;
  }
  const { bought, packsPerDay } = await readLimit(site.db, site, payment.user_id);
  const answered = await refreshPayment(site, payment, isOld || bought >= packsPerDay ? 'close' : 'find');
  if (answered && isOld) await cancelPayment(site.db, payment.id);
  return answered;
}

/**
 * Send the pending receipts of buyers who have confirmed their email address.
 * @throws AggregateError with the errors of failed receipts, thrown after the other receipts are sent.
 */
export async function sendPendingReceipts(site: Site): Promise<void> {
  const due = await receiptsDue(site.db, eventsSince(site), BATCH_SIZE);
  await forEachSettled(due, (id) => transaction(site.db, (tx) => sendReceipt(tx, site, id)));
}
