import { ratings as contract } from '@rivalhold/shared/contract/ratings.ts';
import { registerRoutes } from '../../platform/http/routes.ts';
import type { Feature } from '../../platform/site.ts';
import { personalData } from './personal-data.ts';
import { ratingBoard, ratingHistory } from './service.ts';

export const ratings: Feature = {
  name: 'ratings',
  routes: (http, site) =>
    registerRoutes(http, site, contract.routes, {
      'GET /api/ratings/board': async ({ db, session, query }) =>
        ratingBoard(db, site, { ...query, viewerId: session.user.id }),

      'GET /api/ratings/{userId}': async ({ db, session, params }) =>
        ratingHistory(db, { userId: params.userId, viewerId: session.user.id, now: site.clock.now() }),
    }),
  personalData,
};
