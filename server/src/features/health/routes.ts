import { health } from '@rivalhold/shared/contract/health.ts';
import { Together } from '../../platform/concurrency/batch-loader.ts';
import { AppError } from '../../platform/errors.ts';
import { isDirectLoopback } from '../../platform/http/client-address.ts';
import { implement } from '../../platform/http/routes.ts';
import type { Http } from '../../platform/http/server.ts';
import { sameText } from '../../platform/security/secrets.ts';
import type { Site } from '../../platform/site.ts';
import { askToVerify } from '../ledger/service.ts';
import { readHealth } from './service.ts';

/** What proxies, operators and Prometheus ask: alive, ready, and the figures; and what admins are shown of them. */
export function healthRoutes(http: Http, site: Site): void {
  const { app } = http;
  implement(http, site, health.routes, {
    'GET /api/admin/site-health': async () => readHealth(site),

    'POST /api/admin/site-health/ledger': async ({ db, session }) => {
      await site.limits.consume('ledgerVerify', 'site');
      await askToVerify(db, site, session.user.id);
      return {};
    },
  });

  const hidden = { schema: { hide: true } };
  app.get('/healthz', hidden, async () => ({ status: 'ok' }));

  // However many ask, who have no limit here, it is one connection.
  const readiness = new Together(() => site.database.ping());
  app.get('/readyz', hidden, async () => {
    try {
      await readiness.ask();
    } catch (error) {
      site.log.warn({ err: error }, 'the database does not answer');
      throw new AppError('unavailable');
    }
    return { status: 'ready' };
  });

  app.get('/metrics', hidden, async (request, reply) => {
    const { metricsToken } = site.config;
    const given = request.headers.authorization?.replace(/^Bearer /, '') ?? '';
    const byToken = metricsToken !== null && sameText(given, metricsToken);
    if (!byToken && !isDirectLoopback(request)) throw new AppError('forbidden');
    reply.type(site.metrics.registry.contentType);
    return site.metrics.registry.metrics();
  });
}
