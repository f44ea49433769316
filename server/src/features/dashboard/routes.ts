import { dashboard } from '@rivalhold/shared/contract/dashboard.ts';
import { implement } from '../../platform/http/routes.ts';
import type { Http } from '../../platform/http/server.ts';
import type { Site } from '../../platform/site.ts';
import { leaderboardOf, playersOf } from '../profiles/service.ts';
import { readDashboard } from './service.ts';

export function dashboardRoutes(http: Http, site: Site): void {
  const parts = { leaderboard: leaderboardOf(site), players: playersOf(site) };
  implement(http, site, dashboard.routes, {
    'GET /api/dashboard': async ({ session }) => readDashboard(site, session.user.id, parts),
  });
}
