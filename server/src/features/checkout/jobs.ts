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
/** A payment is asked about when nobody has for this long, and so many at a time. */
const RECHECK_AFTER_MS = 3 * MINUTE_MS;
const BATCH_SIZE = 50;
/** A receipt waits so long for a confirmed address, an event is known for so long. */
const RETENTION_MS = 30 * DAY_MS;

const retainedSince = (site: Site): Date => new Date(site.clock.now().getTime() - RETENTION_MS);

export function checkoutJobs(site: Site): void {
  site.jobs.define('checkout.settle', { every: '*/5 * * * *', run: () => settleOpenPayments(site) });
  site.jobs.define('checkout.receipts', { every: '*/10 * * * *', run: () => sendPendingReceipts(site) });
  site.jobs.define('checkout.purge', {
    every: '53 * * * *',
    run: () => deleteEvents(site.db, retainedSince(site)),
  });
}

/**
 * Asks the provider about payments that stay open, so that one whose webhook was lost and whose tab was closed is credited
 * too. What is not paid after a day is over, and so is a page that its player's limit does not allow; should it be paid
 * later all the same, the provider's word still counts.
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
      // Each would wait for a provider that is away; the next run begins anew.
      if (!answered && payment.provider === site.payments?.name) return;
    } catch (error) {
      site.log.error({ err: error, payment: payment.id }, 'payment settlement failed');
    }
  }
}

/** Answers whether the provider did. */
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
 * Sends the receipts that waited for their buyer to confirm an address.
 * @throws AggregateError of those that could not be sent, after the others.
 */
export async function sendPendingReceipts(site: Site): Promise<void> {
  const due = await receiptsDue(site.db, retainedSince(site), BATCH_SIZE);
  await forEachSettled(due, (id) => transaction(site.db, (tx) => sendReceipt(tx, site, id)));
}
