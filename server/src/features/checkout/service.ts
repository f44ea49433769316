import { type CoinPack, CURRENCY, packById } from '@rivalhold/shared/checkout/packs.ts';
import type { PurchaseLimit } from '@rivalhold/shared/contract/checkout.ts';
import type { RouteOf } from '@rivalhold/shared/contract/index.ts';
import type { Reply } from '@rivalhold/shared/contract/schema.ts';
import { formatCount } from '@rivalhold/shared/format-number.ts';
import { CHECKOUT_TEXTS as TEXTS } from '@rivalhold/shared/texts/checkout.ts';
import { type DbOrTx, transaction } from '../../platform/db/db.ts';
import { AppError, hasCode, invalidFieldsError } from '../../platform/errors.ts';
import type { CommitResponse } from '../../platform/http/routes.ts';
import type { PaymentOrder, PaymentProvider } from '../../platform/payments/provider.ts';
import type { SandboxPage, SandboxProvider } from '../../platform/payments/sandbox.ts';
import { lockUser } from '../../platform/security/account-status.ts';
import { defineRateLimits } from '../../platform/security/rate-limits.ts';
import type { Site } from '../../platform/site.ts';
import { changeLimit, DAY_MS, limitInEffect, metadataOf } from './policy.ts';
import {
  balanceOf,
  cancelPayment,
  cancelUnopened,
  countBoughtPacks,
  insertPayment,
  limitOf,
  lockOpenPayment,
  openPayments,
  type Payment,
  paymentOfSession,
  saveLimit,
  saveSessionId,
} from './queries.ts';
import { applyDispute, applyRefund } from './refunds.ts';
import { settleSession } from './settlement.ts';

const RATE_LIMITS = defineRateLimits({
  /** Rate limit for starting payments. */
  checkout: { points: 20, seconds: 600 },
  paymentCheck: { points: 60, seconds: 60 },
});

/**
 * Maximum number of attempts to start a payment. An attempt fails if the player has started another payment in the
 * meantime, for example in another tab.
 */
const MAX_ATTEMPTS = 3;

/**
 * Start the payment for a pack, and return the URL of its payment page. A player has at most one open page, so that
 * open pages never exceed the purchase limit. An open page for the same pack is used again, and an open page for
 * another pack is closed first. The payment's row is inserted before the provider is called. The idempotency key of the
 * call depends only on this row, so a repeated call returns the same page.
 * @throws AppError `invalid` for an unknown pack; `conflict` if the purchase limit is reached; `inProgress`
 * if another call is starting a payment; `unavailable` if payments are not configured or the provider is down;
 * `unauthenticated` for a deleted account.
 */
export async function startPayment(
  site: Site,
  { userId, packId, commitResponse }: { userId: number; packId: string; commitResponse: CommitResponse },
): Promise<{ url: string }> {
  const pack = packById(packId);
  if (!pack) throw invalidFieldsError({ packId: TEXTS.unknownPack });
  const provider = requireProvider(site);
  await site.limits.consume(RATE_LIMITS.checkout, userId);
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    const left = await settleOpen(site, provider, userId, pack.id);
    const payment = await reservePayment(site, provider, { userId, pack, left }).catch(async (error) => {
      // If the purchase limit is reached, close the player's open page, even if it is for the requested pack.
      if (hasCode(error, 'conflict')) await settleOpen(site, provider, userId, null);
      throw error;
    });
    if (!payment) continue;
    const url = payment.id === left.open?.id ? left.open.url : await openPage(site, provider, payment);
    await transaction(site.db, async (tx) => {
      // Store the response only if the payment is still open. Otherwise, it could link to a page that another call has
      // closed in the meantime.
      if (!(await lockOpenPayment(tx, payment.id))) throw new AppError('inProgress');
      await commitResponse(tx, { url });
    });
    return { url };
  }
  throw new AppError('inProgress');
}

/**
 * Return the open payment to continue, or insert and return a new payment. Return null if the open payment
 * cannot be used, for example because another call has just started this payment.
 * @throws AppError `conflict` if the purchase limit is reached; `unauthenticated` for a deleted account.
 */
async function reservePayment(
  site: Site,
  provider: PaymentProvider,
  { userId, pack, left }: { userId: number; pack: CoinPack; left: OpenPayments },
): Promise<Payment | null> {
  return transaction(site.db, async (tx) => {
    if (!(await lockUser(tx, userId))) throw new AppError('unauthenticated');
    const { packsPerDay, bought: packs } = await readLimit(tx, site, userId);
    if (packs + left.processing.length >= packsPerDay)
      throw new AppError('conflict', TEXTS.limitReached(packsPerDay));
    const open = (await openPayments(tx, userId)).find(({ id }) => !left.processing.includes(id));
    if (!open)
      return insertPayment(tx, {
        user_id: userId,
        pack: pack.id,
        coins: pack.coins,
        cents: pack.cents,
        currency: CURRENCY,
        provider: provider.name,
        created_at: site.clock.now(),
      });
    const isUsable = open.pack === pack.id && (open.session_id === null || open.id === left.open?.id);
    return isUsable ? open : null;
  });
}

type OpenPayments = { open: { id: number; url: string } | null; processing: number[] };

/** Create the payment page at the provider and store its session. */
async function openPage(site: Site, provider: PaymentProvider, payment: Payment): Promise<string> {
  const session = await provider.open(orderOf(payment)).catch(async (error: unknown) => {
    // The provider returned no page, so the player cannot pay. Cancel the payment.
    await cancelUnopened(site.db, payment.id);
    throw error;
  });
  const stored = await saveSessionId(site.db, payment.id, session.id);
  if (stored && session.url) return session.url;
  await provider.close(session.id);
  throw new AppError('inProgress');
}

const orderOf = (payment: Payment): PaymentOrder => ({
  key: `rivalhold:${payment.site}:payment:${payment.id}`,
  title: `Rivalhold: ${packById(payment.pack)?.name} (${formatCount(payment.coins, 'coin')})`,
  cents: payment.cents,
  currency: payment.currency,
  metadata: metadataOf(payment),
  successPath: '/purchase/success?session_id={CHECKOUT_SESSION_ID}',
  cancelPath: '/purchase/cancel',
});

/**
 * Refresh a player's open payments. Credit the paid ones, and close pages of packs other than `keepPack`. Return the
 * remaining page, and the payments that are still processing.
 */
async function settleOpen(
  site: Site,
  provider: PaymentProvider,
  userId: number,
  keepPack: string | null,
): Promise<OpenPayments> {
  const left: OpenPayments = { open: null, processing: [] };
  for (const { id, pack, session_id } of await openPayments(site.db, userId)) {
    const isSamePack = pack === keepPack;
    if (session_id === null) {
      if (!isSamePack) await cancelUnopened(site.db, id);
      continue;
    }
    const session = await (isSamePack ? provider.find(session_id) : provider.close(session_id));
    if (!session) await cancelPayment(site.db, id);
    else await settleSession(site.db, site, session);
    if (session?.state === 'processing') left.processing.push(id);
    else if (session?.state === 'open' && session.url) left.open = { id, url: session.url };
  }
  return left;
}

type PaymentOutcome = Reply<RouteOf<'GET /api/checkout/verify-session'>>;

/**
 * Return the state of a payment. If the payment is open and the rate limit allows it, first refresh the payment from
 * the provider, and credit it if it is paid.
 * @throws AppError `notFound` if the session is not the player's.
 */
export async function verifySession(
  site: Site,
  { userId, sessionId }: { userId: number; sessionId: string },
): Promise<PaymentOutcome> {
  const payment = await paymentOfSession(site.db, sessionId, userId);
  if (!payment) throw new AppError('notFound');
  if (payment.status === 'pending' && !(await site.limits.isSpent(RATE_LIMITS.paymentCheck, userId))) {
    await site.limits.record(RATE_LIMITS.paymentCheck, userId);
    await refreshPayment(site, payment);
  }
  const { status, pack, coins } = (await paymentOfSession(site.db, sessionId, userId)) ?? payment;
  const balance = await balanceOf(site.db, userId);
  return { status: STATUSES[status], packId: pack, coins, balance };
}

const STATUSES: Record<Payment['status'], PaymentOutcome['status']> = {
  created: 'pending',
  pending: 'pending',
  paid: 'paid',
  disputed: 'paid',
  refunded: 'cancelled',
  cancelled: 'cancelled',
};

/**
 * Update a payment from the provider. If `how` is `close`, first close its payment page. Return false if the provider
 * is down or not in use, or if the payment has no page.
 */
export async function refreshPayment(
  site: Site,
  payment: Payment,
  how: 'find' | 'close' = 'find',
): Promise<boolean> {
  if (payment.session_id === null || site.payments?.name !== payment.provider) return false;
  try {
    const session = await site.payments[how](payment.session_id);
    if (session) await settleSession(site.db, site, session);
    return true;
  } catch (error) {
    if (!hasCode(error, 'unavailable')) throw error;
    return false;
  }
}

/**
 * Handle a webhook event about a payment session, a refund or a dispute. Acknowledge and ignore all other events.
 * @throws InvalidSignatureError for an invalid signature; AppError `unavailable` if payments are not configured or the
 *   provider is down.
 */
export async function receiveEvent(site: Site, raw: Buffer, signature: string | undefined): Promise<void> {
  const event = requireProvider(site).readEvent(raw, signature);
  const { id, type } = event;
  if (event.about === 'session') await settleSession(site.db, site, event.session, { id, type });
  else if (event.about === 'refund') await applyRefund(site.db, site, event);
  else if (event.about === 'dispute') await applyDispute(site.db, site, event);
}

/**
 * Return the content of a sandbox payment page.
 * @throws AppError `notFound` unless the viewer is its buyer.
 */
export async function getSandboxPage(
  site: Site,
  { userId, sessionId }: { userId: number; sessionId: string },
): Promise<SandboxPage> {
  const payment = await paymentOfSession(site.db, sessionId, userId);
  const page = payment && (await requireSandbox(site).page(sessionId));
  if (!page) throw new AppError('notFound');
  return page;
}

/**
 * Pay or cancel a sandbox payment, and handle the signed event like an event from a real provider. Return true if the
 * payment is paid.
 */
export async function paySandbox(
  site: Site,
  sessionId: string,
  state: 'paid' | 'cancelled',
): Promise<boolean> {
  const sandbox = requireSandbox(site);
  const { raw, signature } = await sandbox.decide(sessionId, state);
  await receiveEvent(site, raw, signature);
  return (await sandbox.find(sessionId))?.state === 'paid';
}

function requireSandbox({ payments }: Site): SandboxProvider {
  if (payments?.name !== 'sandbox') throw new AppError('notFound');
  return payments as SandboxProvider;
}

/** Return a player's purchase limit, the number of packs bought in the last 24 hours, and the coins owed. */
export async function readLimit(db: DbOrTx, site: Site, userId: number): Promise<PurchaseLimit> {
  const now = site.clock.now();
  const { packs, owed } = await countBoughtPacks(db, userId, new Date(now.getTime() - DAY_MS));
  return { ...limitInEffect(await limitOf(db, userId), now), bought: packs, owed };
}

/** Close a player's open payment pages if the provider responds. Payments that are already paid are credited. */
export async function closePaymentPages(site: Site, userId: number): Promise<void> {
  if (!site.payments) return;
  await settleOpen(site, site.payments, userId, null).catch((error: unknown) =>
    site.log.warn({ err: error, userId }, 'closing a payment page failed'),
  );
}

/**
 * Set a player's own purchase limit. If the limit allows no more packs now, close the open payment page. If the
 * provider is down, a job closes the page later.
 * @throws AppError `unauthenticated` for a deleted account.
 */
export async function setLimit(site: Site, userId: number, packsPerDay: number): Promise<PurchaseLimit> {
  const limit = await transaction(site.db, async (tx) => {
    if (!(await lockUser(tx, userId))) throw new AppError('unauthenticated');
    const now = site.clock.now();
    const after = changeLimit(limitInEffect(await limitOf(tx, userId), now), packsPerDay, now);
    await saveLimit(tx, userId, {
      packs_per_day: after.packsPerDay,
      next_packs_per_day: after.next?.packsPerDay ?? null,
      next_effective_at: after.next ? new Date(after.next.from) : null,
    });
    return readLimit(tx, site, userId);
  });
  if (limit.bought >= limit.packsPerDay) await closePaymentPages(site, userId);
  return readLimit(site.db, site, userId);
}

function requireProvider({ payments }: Site): PaymentProvider {
  if (!payments) throw new AppError('unavailable', TEXTS.notSetUp);
  return payments;
}
