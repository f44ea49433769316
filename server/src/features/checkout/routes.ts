import { checkout } from '@rivalhold/shared/contract/checkout.ts';
import { AppError } from '../../platform/errors.ts';
import { registerRoutes } from '../../platform/http/routes.ts';
import type { Http } from '../../platform/http/server.ts';
import { InvalidSignatureError } from '../../platform/payments/provider.ts';
import { rateLimitAddress } from '../../platform/security/client-address.ts';
import { RATE_LIMITS } from '../../platform/security/rate-limits.ts';
import type { Site } from '../../platform/site.ts';
import { sandboxPages } from './sandbox.ts';
import { readLimit, receiveEvent, setLimit, startPayment, verifySession } from './service.ts';

/** Maximum size of an event, far above the size of the events that the site handles. */
const MAX_EVENT_BYTES = 256 * 1024;

/** Register the routes of purchases and the webhook of the payment provider. */
export function checkoutRoutes(http: Http, site: Site): void {
  registerRoutes(http, site, checkout.routes, {
    'POST /api/checkout/create-session': async ({ session, body, commitResponse }) =>
      startPayment(site, { userId: session.user.id, packId: body.packId, commitResponse }),

    'GET /api/checkout/verify-session': async ({ session, query }) =>
      verifySession(site, { userId: session.user.id, sessionId: query.session_id }),

    'GET /api/checkout/limit': async ({ db, session }) => readLimit(db, site, session.user.id),

    'PUT /api/checkout/limit': async ({ session, body }) => setLimit(site, session.user.id, body.packsPerDay),
  });

  // The provider authenticates its requests by a signature over the raw bytes. Therefore, this route has no session, no
  // CSRF token and no JSON parser.
  http.app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: MAX_EVENT_BYTES },
      (_request, body, done) => done(null, body),
    );
    scope.post<{ Body: Buffer | undefined }>(
      '/api/checkout/webhook',
      { schema: { hide: true } },
      async (request, reply) => {
        const signature = request.headers['stripe-signature'];
        const raw = request.body ?? Buffer.alloc(0);
        try {
          await receiveEvent(site, raw, typeof signature === 'string' ? signature : undefined);
        } catch (error) {
          if (!(error instanceof InvalidSignatureError)) throw error;
          site.metrics.recordPayment('refused_signature');
          await site.limits.consume(RATE_LIMITS.guestWrite, rateLimitAddress(request.ip));
          throw new AppError('invalid', 'Invalid signature.');
        }
        reply.header('cache-control', 'no-store');
        return { received: true };
      },
    );
  });

  sandboxPages(http, site);
}
