import { health } from '@rivalhold/shared/contract/health.ts';
import { BatchLoader } from '../../platform/concurrency/batch-loader.ts';
import { AppError } from '../../platform/errors.ts';
import { isLocalRequest } from '../../platform/http/local-request.ts';
import { registerRoutes } from '../../platform/http/routes.ts';
import type { Http } from '../../platform/http/server.ts';
import { defineRateLimits } from '../../platform/security/rate-limits.ts';
import { timingSafeEqualText } from '../../platform/security/secrets.ts';
import type { Site } from '../../platform/site.ts';
import { requestVerification } from '../coins/service.ts';
import { defineHealthMetrics } from './metrics.ts';
import { getHealth } from './service.ts';

const RATE_LIMITS = defineRateLimits({
  /** All admins share this limit, because each verification reads every row of the ledger. */
  ledgerVerify: { points: 3, seconds: 600 },
});

/** Register the routes for liveness, readiness and metrics, and for the admins' health page. */
export function healthRoutes(http: Http, site: Site): void {
  const { app } = http;
  registerRoutes(http, site, health.routes, {
    'GET /api/admin/site-health': async () => getHealth(site),

    'POST /api/admin/site-health/ledger': async ({ db, session }) => {
      await site.limits.consume(RATE_LIMITS.ledgerVerify, 'site');
      await requestVerification(db, site, session.user.id);
      return {};
    },
  });

  defineHealthMetrics(site);
  const hidden = { schema: { hide: true } };
  app.get('/healthz', hidden, async () => ({ status: 'ok' }));

  // Concurrent requests share one ping, because this route has no rate limit.
  const readiness = new BatchLoader(() => site.database.ping());
  app.get('/readyz', hidden, async () => {
    try {
      await readiness.load();
    } catch (error) {
      site.log.warn({ err: error }, 'the database does not respond');
      throw new AppError('unavailable');
    }
    return { status: 'ready' };
  });

  app.get('/metrics', hidden, async (request, reply) => {
    const { metricsToken } = site.config;
    const given = request.headers.authorization?.replace(/^Bearer /, '') ?? '';
    const byToken = metricsToken !== null && timingSafeEqualText(given, metricsToken);
    if (!byToken && !isLocalRequest(request, site.config)) throw new AppError('forbidden');
    reply.type(site.metrics.registry.contentType);
    return site.metrics.registry.metrics();
  });
}
