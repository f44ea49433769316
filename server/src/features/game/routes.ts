import { game } from '@rivalhold/shared/contract/game.ts';
import { THRESHOLDS } from '@rivalhold/shared/levels/levels.ts';
import { registerRoutes } from '../../platform/http/routes.ts';
import type { Http } from '../../platform/http/server.ts';
import type { Site } from '../../platform/site.ts';
import { listInventory } from '../inventory/service.ts';
import { statsOf } from './service.ts';

export function gameRoutes(http: Http, site: Site): void {
  registerRoutes(http, site, game.routes, {
    'GET /api/levels': async () => ({ thresholds: [...THRESHOLDS] }),

    'GET /api/game/{userId}': async ({ db, session, params }) => ({
      stats: await statsOf(db, { userId: params.userId, viewerId: session.user.id, now: site.clock.now() }),
      inventory: await listInventory(db, params.userId),
    }),
  });
}
