import { blocks } from '@rivalhold/shared/contract/blocks.ts';
import { registerRoutes } from '../../platform/http/routes.ts';
import type { Http } from '../../platform/http/server.ts';
import type { Site } from '../../platform/site.ts';
import { blockedBy, blockPlayer, unblockPlayer } from './service.ts';

export function blockRoutes(http: Http, site: Site): void {
  registerRoutes(http, site, blocks.routes, {
    'GET /api/blocks': async ({ db, session }) => blockedBy(db, session.user.id),

    'POST /api/blocks/{userId}': async ({ db, session, params }) => {
      await site.limits.consume('block', session.user.id);
      await blockPlayer(db, site, { userId: session.user.id, otherId: params.userId });
      return { message: 'Blocked.' };
    },

    'DELETE /api/blocks/{userId}': async ({ db, session, params }) => {
      await unblockPlayer(db, site, { userId: session.user.id, otherId: params.userId });
      return { message: 'Unblocked.' };
    },
  });
}
