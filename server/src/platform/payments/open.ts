import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import { type Config, siteUrl } from '../config.ts';
import type { Db } from '../db/db.ts';
import type { Payments } from './provider.ts';
import { sandboxPayments } from './sandbox.ts';
import { stripePayments } from './stripe.ts';

/** The provider that is configured; null where there is none. `note` is told of each question whether it was answered. */
export async function openPayments(
  config: Config,
  { db, clock, log, note }: { db: Db; clock: Clock; log: Logger; note: (answered: boolean) => void },
): Promise<Payments | null> {
  if (config.stripe)
    return noted(await stripePayments(config.stripe, { site: siteUrl(config), clock, log }), note);
  return config.payments === 'sandbox' ? sandboxPayments({ db, clock, secret: config.sessionSecret }) : null;
}

function noted(payments: Payments, note: (answered: boolean) => void): Payments {
  const noting =
    <Asked extends unknown[], Answer>(ask: (...asked: Asked) => Promise<Answer>) =>
    async (...asked: Asked): Promise<Answer> => {
      try {
        const answer = await ask(...asked);
        note(true);
        return answer;
      } catch (error) {
        note(false);
        throw error;
      }
    };
  return {
    ...payments,
    open: noting(payments.open),
    find: noting(payments.find),
    close: noting(payments.close),
    refunds: noting(payments.refunds),
  };
}
