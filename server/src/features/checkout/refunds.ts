import { NOTIFICATION_MESSAGES } from '@rivalhold/shared/texts/notification-messages.ts';
import { type DbOrTx, type Tx, transaction } from '../../platform/db/db.ts';
import type { PaymentEvent } from '../../platform/payments/provider.ts';
import { listAdmins } from '../../platform/security/account-status.ts';
import type { Site } from '../../platform/site.ts';
import { moveCoins } from '../coins/service.ts';
import { lockCharacters } from '../game/service.ts';
import { notify } from '../notifications/service.ts';
import { countPaymentOutcome, rejectProviderMessage } from './payment-metrics.ts';
import { coinsToClaim, isNewerDisputeState, matchesPayment, paymentIdIn, statusAfter } from './policy.ts';
import { insertEvent, lockByIntent, type Payment } from './queries.ts';
import { disputeState, saveDispute, saveRefunds, saveRefundTotals } from './refund-queries.ts';

type RefundEvent = Extract<PaymentEvent, { about: 'refund' }>;
type DisputeEvent = Extract<PaymentEvent, { about: 'dispute' }>;

/**
 * Apply all refunds of a payment. The refunds are read from the provider, so the order of events does not matter. If a
 * refund has failed, its coins are given back.
 * @throws AppError `unavailable` while the provider is down. The error makes the provider send the event again.
 */
export async function applyRefund(db: DbOrTx, site: Site, event: RefundEvent): Promise<void> {
  const refunds = event.intent && site.payments ? await site.payments.refunds(event.intent) : [];
  await withPayment(db, site, event, event.metadata, async (tx, payment) => {
    const refunded = Math.min(await saveRefunds(tx, payment.id, refunds), payment.cents);
    await claimRefundedCoins(tx, site, { ...payment, intent: event.intent, refunded_cents: refunded });
  });
}

/**
 * Apply the state of a dispute. While a dispute is open, or if the site loses it, the player's coins are taken. If the
 * site wins it, even after losing it first, the coins are given back. Older events are ignored, and other disputes of
 * the payment count separately.
 */
export async function applyDispute(db: DbOrTx, site: Site, event: DisputeEvent): Promise<void> {
  await withPayment(db, site, event, {}, async (tx, payment) => {
    const { disputeId: id, state, cents } = event;
    if (!isNewerDisputeState(state, await disputeState(tx, payment.id, id))) return;
    const disputedCents = await saveDispute(tx, payment.id, {
      id,
      state,
      cents: Math.min(cents, payment.cents),
    });
    await notifyAdmins(tx, site, payment, NOTIFICATION_MESSAGES.staffDispute(payment.id, state));
    countPaymentOutcome(tx, site, `dispute_${state}`);
    await claimRefundedCoins(tx, site, {
      ...payment,
      disputed_cents: Math.min(disputedCents, payment.cents),
    });
  });
}

/**
 * Call `work` with the locked payment of a refund or dispute. Reject an event if it matches no payment, or if its
 * currency is not the payment's. Also reject a refund event if its payment amount is not the payment's. Skip an event
 * that has already been handled.
 */
async function withPayment(
  db: DbOrTx,
  site: Site,
  event: RefundEvent | DisputeEvent,
  metadata: Record<string, string>,
  work: (tx: Tx, payment: Payment) => Promise<void>,
): Promise<void> {
  await transaction(db, async (tx) => {
    const payment = event.intent ? await lockByIntent(tx, event.intent, paymentIdIn(metadata)) : undefined;
    const isOurs = payment && (payment.intent !== null || matchesPayment(metadata, payment));
    if (!isOurs || payment.provider !== site.payments?.name)
      return rejectProviderMessage(tx, site, 'unknown', { event: event.id, type: event.type });
    const isOther = event.about === 'refund' && event.cents !== null && event.cents !== payment.cents;
    if (isOther || event.currency !== payment.currency)
      return rejectProviderMessage(tx, site, 'amount', { event: event.id });
    const newEvent = { id: event.id, type: event.type, paymentId: payment.id, at: site.clock.now() };
    if (await insertEvent(tx, newEvent)) await work(tx, payment);
  });
}

/**
 * After a payment's refunds or disputes have changed, take back coins or return them, and store the totals. Coins that
 * the player has already spent are owed, and are deducted from the player's next card purchase. No coins are taken back
 * for a payment that has not been credited. This function is called again when the payment is credited.
 */
export async function claimRefundedCoins(tx: Tx, site: Site, payment: Payment): Promise<void> {
  const { user_id: userId, id } = payment;
  const due = payment.credited ? coinsToClaim(payment) - payment.claimed : 0;
  if (due === 0) return saveRefundTotals(tx, { ...payment, status: statusAfter(payment) });
  const [balance] = await lockCharacters(tx, [userId]);
  // A positive number of coins is deducted from the balance. A negative number is credited.
  const moved = due > 0 ? Math.min(due, balance?.coins ?? 0) : Math.min(0, due + payment.owed);
  const after: Payment = {
    ...payment,
    status: statusAfter(payment),
    claimed: payment.claimed + due,
    owed: payment.owed + due - moved,
    claims: payment.claims + 1,
  };
  await saveRefundTotals(tx, after);
  if (balance)
    await moveCoins(tx, site, {
      userId,
      amount: -moved,
      reason: 'refund',
      reference: `payment:${id}`,
      key: `payment:${id}:claim:${after.claims}`,
      at: site.clock.now(),
    });
  await notify(tx, site, {
    userId,
    type: 'system',
    ...(due > 0
      ? NOTIFICATION_MESSAGES.paymentReturned(moved, after.owed)
      : NOTIFICATION_MESSAGES.paymentKept(-moved)),
    link: '/coinstore',
  });
  countPaymentOutcome(tx, site, due > 0 ? 'reclaimed' : 'returned');
  tx.afterCommit(() =>
    site.log.warn({ payment: id, userId, moved: -moved, owed: after.owed }, 'payment refunded or disputed'),
  );
  if (due > 0)
    await notifyAdmins(tx, site, payment, NOTIFICATION_MESSAGES.staffReturn(id, moved, after.owed));
}

/**
 * Notify every admin, regardless of blocks and even if the player's account is deleted. The notification links to the
 * player's admin page. It contains no username, because the notification can exist longer than the account.
 */
async function notifyAdmins(
  tx: Tx,
  site: Site,
  { user_id }: Payment,
  notice: { title: string; text: string },
): Promise<void> {
  for (const { id: userId } of await listAdmins(tx))
    await notify(tx, site, { userId, type: 'system', ...notice, link: `/admin/edit-user?user=${user_id}` });
}
