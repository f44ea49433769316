import { dashboard as contract } from '@rivalhold/shared/contract/dashboard.ts';
import { registerRoutes } from '../../platform/http/routes.ts';
import type { Feature } from '../../platform/site.ts';
import { contentViewer } from '../hidden-content/service.ts';
import { leaderboardOf } from '../profiles/service.ts';
import { getDashboard } from './service.ts';

export const dashboard: Feature = {
  name: 'dashboard',
  routes(http, site) {
    const leaderboard = leaderboardOf(site);
    registerRoutes(http, site, contract.routes, {
      'GET /api/dashboard': async ({ session }) =>
        getDashboard(site, contentViewer(site, session), leaderboard),
    });
  },
};
