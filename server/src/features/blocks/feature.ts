import { blocks as contract } from '@rivalhold/shared/contract/blocks.ts';
import { BLOCK_MESSAGES } from '@rivalhold/shared/texts/blocks.ts';
import { registerRoutes } from '../../platform/http/routes.ts';
import { defineRateLimits } from '../../platform/security/rate-limits.ts';
import type { Feature } from '../../platform/site.ts';
import { personalData } from './personal-data.ts';
import { blockedBy, blockPlayer, unblockPlayer } from './service.ts';

const RATE_LIMITS = defineRateLimits({
  block: { points: 30, seconds: 600 },
});

export const blocks: Feature = {
  name: 'blocks',
  routes(http, site) {
    registerRoutes(http, site, contract.routes, {
      'GET /api/blocks': async ({ db, session }) => blockedBy(db, session.user.id),

      'POST /api/blocks/{userId}': async ({ db, session, params }) => {
        await site.limits.consume(RATE_LIMITS.block, session.user.id);
        await blockPlayer(db, site, { userId: session.user.id, otherId: params.userId });
        return { message: BLOCK_MESSAGES.blocked };
      },

      'DELETE /api/blocks/{userId}': async ({ db, session, params }) => {
        await unblockPlayer(db, site, { userId: session.user.id, otherId: params.userId });
        return { message: BLOCK_MESSAGES.unblocked };
      },
    });
  },
  personalData,
};
