import type { Logger } from 'pino';
import type { Clock } from './clock.ts';
import { type Config, siteUrl } from './config.ts';
import type { Db } from './db/db.ts';
import type { Payments } from './payments.ts';
import { sandboxPayments } from './payments-sandbox.ts';
import { stripePayments } from './payments-stripe.ts';

/** The provider that is configured; null where there is none. */
export async function openPayments(
  config: Config,
  { db, clock, log }: { db: Db; clock: Clock; log: Logger },
): Promise<Payments | null> {
  if (config.stripe) return stripePayments(config.stripe, { site: siteUrl(config), clock, log });
  return config.payments === 'sandbox' ? sandboxPayments({ db, clock, secret: config.sessionSecret }) : null;
}
