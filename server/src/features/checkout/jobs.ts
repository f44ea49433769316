import { tryEach } from '../../platform/db/batches.ts';
import { transaction } from '../../platform/db/db.ts';
import type { Site } from '../../platform/site.ts';
import { DAY_MS } from './policy.ts';
import { cancel, cancelUnopened, forgetEvents, type Payment, receiptsDue, takeUnsettled } from './queries.ts';
import { askAgain, readLimit } from './service.ts';
import { sendReceipt } from './settling.ts';

const MINUTE_MS = 60_000;
/** A payment is asked about when nobody has for this long, and so many at a time. */
const QUIET_MS = 3 * MINUTE_MS;
const AT_ONCE = 50;
/** A receipt waits so long for a confirmed address, an event is known for so long. */
const KEPT_MS = 30 * DAY_MS;

const keptSince = (site: Site): Date => new Date(site.clock.now().getTime() - KEPT_MS);

export function checkoutJobs(site: Site): void {
  site.jobs.define('checkout.settle', { every: '*/5 * * * *', work: () => settleLeft(site) });
  site.jobs.define('checkout.receipts', { every: '*/10 * * * *', work: () => sendLeft(site) });
  site.jobs.define('checkout.purge', {
    every: '53 * * * *',
    work: () => forgetEvents(site.db, keptSince(site)),
  });
}

/**
 * Asks the provider about payments that stay open, so that one whose webhook was lost and whose tab was closed is credited
 * too. What is not paid after a day is over, and so is a page that its player's limit does not allow; should it be paid
 * later all the same, the provider's word still counts.
 */
export async function settleLeft(site: Site): Promise<void> {
  const now = site.clock.now().getTime();
  for (const payment of await takeUnsettled(site.db, new Date(now - QUIET_MS), new Date(now), AT_ONCE)) {
    try {
      const answered = await settleOne(site, payment, now - payment.created_at.getTime() >= DAY_MS);
      // Each would wait for a provider that is away; the next run begins anew.
      if (!answered && payment.provider === site.payments?.kind) return;
    } catch (error) {
      site.log.error({ err: error, payment: payment.id }, 'a payment could not be settled');
    }
  }
}

/** Answers whether the provider did. */
async function settleOne(site: Site, payment: Payment, isOld: boolean): Promise<boolean> {
  if (payment.session_id === null) {
    await cancelUnopened(site.db, payment.id);
    return true;
  }
  const { bought, packsPerDay } = await readLimit(site.db, site, payment.user_id);
  const answered = await askAgain(site, payment, isOld || bought >= packsPerDay ? 'close' : 'find');
  if (answered && isOld) await cancel(site.db, payment.id);
  return answered;
}

/**
 * Sends the receipts that waited for their buyer to confirm an address.
 * @throws AggregateError of those that could not be sent, after the others.
 */
export async function sendLeft(site: Site): Promise<void> {
  const due = await receiptsDue(site.db, keptSince(site), AT_ONCE);
  await tryEach(due, (id) => transaction(site.db, (tx) => sendReceipt(tx, site, id)));
}
