import { coins } from '@rivalhold/shared/contract/coins.ts';
import { registerRoutes } from '../../platform/http/routes.ts';
import type { Http } from '../../platform/http/server.ts';
import type { Site } from '../../platform/site.ts';
import { coinHistory } from './service.ts';

export function ledgerRoutes(http: Http, site: Site): void {
  registerRoutes(http, site, coins.routes, {
    'GET /api/coins/history': async ({ db, session, query }) =>
      coinHistory(db, { ...query, userId: session.user.id }),
  });
}
