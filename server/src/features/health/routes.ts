import { isDirectLoopback } from '../../platform/address.ts';
import { isAnswering } from '../../platform/db/db.ts';
import { AppError } from '../../platform/errors.ts';
import type { Http } from '../../platform/http.ts';
import { sameText } from '../../platform/secrets.ts';
import type { Site } from '../../platform/site.ts';

/** What proxies, operators and Prometheus ask: alive, ready, and the figures. */
export function healthRoutes({ app }: Http, site: Site): void {
  const hidden = { schema: { hide: true } };
  app.get('/healthz', hidden, async () => ({ status: 'ok' }));

  app.get('/readyz', hidden, async () => {
    try {
      await isAnswering(site.db);
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
