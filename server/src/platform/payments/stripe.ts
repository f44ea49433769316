import type { Logger } from 'pino';
import type Stripe from 'stripe';
import type { Clock } from '../clock.ts';
import type { StripeConfig } from '../config.ts';
import { AppError } from '../errors.ts';
import {
  InvalidSignatureError,
  type PaymentEvent,
  type PaymentProvider,
  type PaymentSession,
} from './provider.ts';

/** Maximum age of a signature in seconds. It limits the time in which an intercepted event can be replayed. */
const SIGNATURE_TOLERANCE_S = 300;
/** Time limit in ms for each attempt of a request to Stripe. */
const REQUEST_TIMEOUT_MS = 10_000;
const RETRIES = 1;
const RETRY_AFTER_S = 10;
/** Maximum number of refunds to load. */
const MAX_REFUNDS = 1_000;

const idOf = (ref: string | { id: string } | null): string | null =>
  typeof ref === 'string' ? ref : (ref?.id ?? null);

/**
 * Create a provider for Stripe Checkout. Buyers enter their card on Stripe's page, so card data never reaches this
 * site.
 */
export async function createStripeProvider(
  { secretKey, webhookSecret, apiBase }: StripeConfig,
  { site, clock, log }: { site: string; clock: Clock; log: Logger },
): Promise<PaymentProvider> {
  // Load the package only here, because it is large and needed only if Stripe is configured.
  const { default: Client } = await import('stripe');
  const stripe = new Client(secretKey, {
    host: apiBase.hostname,
    port: Number(apiBase.port) || (apiBase.protocol === 'https:' ? 443 : 80),
    protocol: apiBase.protocol === 'https:' ? 'https' : 'http',
    maxNetworkRetries: RETRIES,
    timeout: REQUEST_TIMEOUT_MS,
    telemetry: false,
  });

  /**
   * Send a request to Stripe. If it fails, log the error.
   * @throws AppError `unavailable` if the request fails
   */
  async function send<T>(request: () => Promise<T>): Promise<T> {
    try {
      return await request();
    } catch (error) {
      const { type, code, statusCode, requestId, message } = error as Stripe.errors.StripeError;
      log.error(
        { type, code, statusCode, requestId, reason: message },
        'the payment provider returned an error',
      );
      throw new AppError('unavailable', undefined, { retryAfter: RETRY_AFTER_S });
    }
  }
  const isUnknown = (error: unknown) => (error as Stripe.errors.StripeError).code === 'resource_missing';
  const sessions = stripe.checkout.sessions;
  const find = (id: string) =>
    send(() =>
      sessions.retrieve(encodeURIComponent(id)).then(toSession, (error) => {
        if (isUnknown(error)) return null;
        throw error;
      }),
    );

  return {
    name: 'stripe',
    open: (order) =>
      send(async () =>
        toSession(
          await sessions.create(
            {
              mode: 'payment',
              allowed_payment_method_types: ['card'],
              // Charge the price in the order's currency instead of converting it to the buyer's currency.
              adaptive_pricing: { enabled: false },
              line_items: [
                {
                  quantity: 1,
                  price_data: {
                    currency: order.currency,
                    unit_amount: order.cents,
                    product_data: { name: order.title },
                  },
                },
              ],
              metadata: order.metadata,
              // Add the metadata to the payment, so that events about refunds contain it, too.
              payment_intent_data: { metadata: order.metadata, description: order.title },
              success_url: site + order.successPath,
              cancel_url: site + order.cancelPath,
            },
            { idempotencyKey: order.key },
          ),
        ),
      ),
    find,
    close: async (id) => {
      const session = await find(id);
      if (session?.state !== 'open') return session;
      try {
        return toSession(await sessions.expire(encodeURIComponent(id)));
      } catch {
        // The session could not be closed. If it was paid in the meantime, `find` returns the new state. If
        // Stripe is down, `find` throws.
        return find(id);
      }
    },
    refunds: (intent) =>
      send(async () => {
        const all = stripe.refunds.list({ payment_intent: intent, limit: 100 });
        const refunds = await all.autoPagingToArray({ limit: MAX_REFUNDS });
        return refunds.map(({ id, amount, status }) => ({ id, cents: amount, failed: isFailed(status) }));
      }),
    readEvent: (raw, signature) => {
      try {
        const receivedAt = clock.now().getTime();
        return toEvent(
          stripe.webhooks.constructEvent(
            raw,
            signature ?? '',
            webhookSecret,
            SIGNATURE_TOLERANCE_S,
            undefined,
            receivedAt,
          ),
        );
      } catch (error) {
        throw new InvalidSignatureError((error as Error).message);
      }
    },
  };
}

function toSession(session: Stripe.Checkout.Session): PaymentSession {
  const { id, url, amount_total, currency, metadata, payment_intent, status, payment_status } = session;
  const isPaid = payment_status === 'paid';
  return {
    id,
    state: isPaid ? 'paid' : status === 'open' ? 'open' : status === 'complete' ? 'processing' : 'cancelled',
    url: url ?? null,
    cents: amount_total,
    currency,
    metadata: metadata ?? {},
    intent: idOf(payment_intent),
  };
}

function toEvent(event: Stripe.Event): PaymentEvent {
  const { id, type } = event;
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
    case 'checkout.session.expired':
      return { id, type, about: 'session', session: toSession(event.data.object) };
    case 'checkout.session.async_payment_failed':
      return { id, type, about: 'session', session: { ...toSession(event.data.object), state: 'cancelled' } };
    case 'charge.refunded': {
      const { payment_intent, metadata, amount, currency } = event.data.object;
      return { id, type, about: 'refund', intent: idOf(payment_intent), metadata, cents: amount, currency };
    }
    case 'refund.failed':
    case 'refund.updated':
    case 'charge.refund.updated': {
      const { payment_intent, currency, status } = event.data.object;
      if (!isFailed(status)) return { id, type, about: 'nothing' };
      return { id, type, about: 'refund', intent: idOf(payment_intent), metadata: {}, cents: null, currency };
    }
    case 'charge.dispute.created':
    case 'charge.dispute.updated':
    case 'charge.dispute.closed':
    case 'charge.dispute.funds_withdrawn':
    case 'charge.dispute.funds_reinstated': {
      const dispute = event.data.object;
      return {
        id,
        type,
        about: 'dispute',
        intent: idOf(dispute.payment_intent),
        disputeId: dispute.id,
        cents: dispute.amount,
        currency: dispute.currency,
        state: type === 'charge.dispute.funds_reinstated' ? 'won' : disputeState(dispute.status),
      };
    }
    default:
      return { id, type, about: 'nothing' };
  }
}

const isFailed = (status: string | null): boolean => status === 'failed' || status === 'canceled';

function disputeState(status: Stripe.Dispute.Status): 'inquiry' | 'open' | 'won' | 'lost' {
  if (status === 'won' || status === 'warning_closed' || status === 'prevented') return 'won';
  if (status === 'lost') return 'lost';
  return status.startsWith('warning_') ? 'inquiry' : 'open';
}
