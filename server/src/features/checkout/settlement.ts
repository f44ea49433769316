import { packById } from '@rivalhold/shared/checkout/packs.ts';
import { utcTime } from '@rivalhold/shared/dates.ts';
import { formatPrice } from '@rivalhold/shared/format-decimal.ts';
import { RECEIPT_EMAIL } from '@rivalhold/shared/texts/emails.ts';
import { NOTIFICATION_MESSAGES } from '@rivalhold/shared/texts/notification-messages.ts';
import { type DbOrTx, type Tx, transaction } from '../../platform/db/db.ts';
import { sendMail } from '../../platform/mail/mail.ts';
import type { PaymentSession } from '../../platform/payments/provider.ts';
import type { Site } from '../../platform/site.ts';
import { moveCoins } from '../coins/service.ts';
import { lockCharacters } from '../game/service.ts';
import { notify } from '../notifications/service.ts';
import { countPaymentOutcome, rejectProviderMessage } from './payment-metrics.ts';
import { isSettled, paymentIdIn, sessionMismatch } from './policy.ts';
import {
  cancelPayment,
  claimReceipt,
  insertEvent,
  lockBySession,
  type Payment,
  type Receipt,
  savePaid,
} from './queries.ts';
import { lockOwedPayments, reduceOwed } from './refund-queries.ts';
import { claimRefundedCoins } from './refunds.ts';

/**
 * Apply the provider's state of a payment session, in one transaction: credit a paid session once, and cancel the
 * payment of a session that was declined, closed or expired. The webhook, the buyer's requests and a job can all apply
 * the same session concurrently. If a session does not match the payment's row, no coins are credited, and the session
 * is logged and counted.
 */
export async function settleSession(
  db: DbOrTx,
  site: Site,
  session: PaymentSession,
  event?: { id: string; type: string },
): Promise<void> {
  await transaction(db, async (tx) => {
    const payment = await lockBySession(tx, session.id, paymentIdIn(session.metadata));
    const error = payment ? sessionMismatch(payment, session) : 'unknown';
    if (!payment || error)
      return rejectProviderMessage(tx, site, error ?? 'unknown', { sessionId: session.id, ...event });
    const at = site.clock.now();
    if (event && !(await insertEvent(tx, { ...event, paymentId: payment.id, at }))) return;
    if (session.state === 'paid') await creditCoins(tx, site, payment, session);
    else if (session.state === 'cancelled' && (await cancelPayment(tx, payment.id)))
      countPaymentOutcome(tx, site, 'cancelled');
  });
}

/**
 * Send the receipt of a credited payment, unless it was sent before, the payment is refunded, or the buyer's email
 * address is unconfirmed.
 */
export async function sendReceipt(tx: Tx, site: Site, paymentId: number): Promise<void> {
  const receipt = await claimReceipt(tx, paymentId, site.clock.now());
  if (receipt) await sendReceiptMail(site, tx, receipt);
}

async function sendReceiptMail(site: Site, tx: Tx, receipt: Receipt): Promise<void> {
  const test = receipt.provider === 'sandbox';
  await sendMail(site, tx, receipt, {
    subject: test ? RECEIPT_EMAIL.testSubject(receipt.id) : RECEIPT_EMAIL.subject(receipt.id),
    text: [RECEIPT_EMAIL.text, ...(test ? [RECEIPT_EMAIL.testText] : [])],
    details: [
      [RECEIPT_EMAIL.payment, String(receipt.id)],
      [RECEIPT_EMAIL.date, utcTime(receipt.paid_at)],
      [RECEIPT_EMAIL.bought, RECEIPT_EMAIL.pack(packById(receipt.pack)?.name ?? receipt.pack, receipt.coins)],
      [RECEIPT_EMAIL.paid, RECEIPT_EMAIL.price(formatPrice(receipt.cents))],
    ],
    more: [RECEIPT_EMAIL.coins, RECEIPT_EMAIL.help(site.config.supportEmail)],
  });
}

async function creditCoins(tx: Tx, site: Site, payment: Payment, session: PaymentSession): Promise<void> {
  if (isSettled(payment)) return;
  const { id, user_id: userId, coins } = payment;
  const at = site.clock.now();
  // Use the status `refunded` if the refund arrived before the payment.
  const status = payment.refunded_cents >= payment.cents ? 'refunded' : 'paid';
  const [balance] = status === 'paid' ? await lockCharacters(tx, [userId]) : [];
  const credited = balance !== undefined;
  const intent = payment.intent ?? session.intent;
  await savePaid(tx, { id, status, session_id: session.id, intent, paid_at: at, credited });
  if (status === 'refunded') return;
  if (!credited) {
    tx.afterCommit(() => site.log.warn({ payment: id, userId }, 'payment by a deleted account'));
    return countPaymentOutcome(tx, site, 'ownerless');
  }
  const reference = `payment:${id}`;
  await moveCoins(tx, site, { userId, amount: coins, reason: 'card', reference, key: reference, at });
  const owed = await settleOwed(tx, userId, coins);
  await moveCoins(tx, site, {
    userId,
    amount: -owed,
    reason: 'refund',
    reference,
    key: `${reference}:owed`,
    at,
  });
  await notify(tx, site, {
    userId,
    type: 'system',
    ...NOTIFICATION_MESSAGES.purchase(coins),
    link: '/coinstore',
  });
  await sendReceipt(tx, site, id);
  countPaymentOutcome(tx, site, 'credited');
  tx.afterCommit(() => site.log.info({ payment: id, userId, coins, owed }, 'payment credited'));
  await claimRefundedCoins(tx, site, { ...payment, status, intent, credited });
}

/** Use newly credited coins to settle the coins that a player owes. Return the number of coins used. */
async function settleOwed(tx: Tx, userId: number, coins: number): Promise<number> {
  let left = coins;
  for (const { id, owed } of await lockOwedPayments(tx, userId)) {
    const part = Math.min(owed, left);
    if (part > 0) await reduceOwed(tx, id, part);
    left -= part;
  }
  return coins - left;
}
