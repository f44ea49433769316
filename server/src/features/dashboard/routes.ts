import { dashboard } from '@rivalhold/shared/contract/dashboard.ts';
import { registerRoutes } from '../../platform/http/routes.ts';
import type { Http } from '../../platform/http/server.ts';
import type { Site } from '../../platform/site.ts';
import { leaderboardOf, playerListOf } from '../profiles/service.ts';
import { getDashboard } from './service.ts';

export function dashboardRoutes(http: Http, site: Site): void {
  const parts = { leaderboard: leaderboardOf(site), players: playerListOf(site) };
  registerRoutes(http, site, dashboard.routes, {
    'GET /api/dashboard': async ({ session }) => getDashboard(site, session.user.id, parts),
  });
}
