import { game as contract } from '@rivalhold/shared/contract/game.ts';
import { THRESHOLDS } from '@rivalhold/shared/levels/levels.ts';
import { registerRoutes } from '../../platform/http/routes.ts';
import type { Feature } from '../../platform/site.ts';
import { listInventory } from '../inventory/service.ts';
import { personalData } from './personal-data.ts';
import { statsOf } from './service.ts';

export const game: Feature = {
  name: 'game',
  routes(http, site) {
    registerRoutes(http, site, contract.routes, {
      'GET /api/levels': async () => ({ thresholds: [...THRESHOLDS] }),

      'GET /api/game/{userId}': async ({ db, session, params }) => ({
        stats: await statsOf(db, { userId: params.userId, viewerId: session.user.id, now: site.clock.now() }),
        inventory: await listInventory(db, params.userId),
      }),
    });
  },
  personalData,
};
