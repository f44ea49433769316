import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import { type Config, siteUrl } from '../config.ts';
import type { Db } from '../db/db.ts';
import type { PaymentProvider } from './provider.ts';
import { createSandboxProvider } from './sandbox.ts';
import { createStripeProvider } from './stripe.ts';

/**
 * Open the configured payment provider. Return null if none is configured. After each request to Stripe,
 * `recordOutcome` is called with true if the request succeeded, and otherwise with false.
 */
export async function openPaymentProvider(
  config: Config,
  {
    db,
    clock,
    log,
    recordOutcome,
  }: { db: Db; clock: Clock; log: Logger; recordOutcome: (answered: boolean) => void },
): Promise<PaymentProvider | null> {
  if (config.stripe)
    return withOutcomes(
      await createStripeProvider(config.stripe, { site: siteUrl(config), clock, log }),
      recordOutcome,
    );
  return config.payments === 'sandbox'
    ? createSandboxProvider({ db, clock, secret: config.sessionSecret })
    : null;
}

function withOutcomes(
  payments: PaymentProvider,
  recordOutcome: (answered: boolean) => void,
): PaymentProvider {
  const recorded =
    <Args extends unknown[], Answer>(request: (...args: Args) => Promise<Answer>) =>
    async (...args: Args): Promise<Answer> => {
      try {
        const answer = await request(...args);
        recordOutcome(true);
        return answer;
      } catch (error) {
        recordOutcome(false);
        throw error;
      }
    };
  return {
    name: payments.name,
    open: recorded(payments.open),
    find: recorded(payments.find),
    close: recorded(payments.close),
    refunds: recorded(payments.refunds),
    readEvent: payments.readEvent,
  };
}
