import { goals as contract } from '@rivalhold/shared/contract/goals.ts';
import { registerRoutes } from '../../platform/http/routes.ts';
import type { Feature } from '../../platform/site.ts';
import { personalData } from './personal-data.ts';
import { claimGoal, getTitles, goalsOf, recordVisit, setChosenTitle, setTimeZone } from './service.ts';

export const goals: Feature = {
  name: 'goals',
  routes(http, site) {
    registerRoutes(http, site, contract.routes, {
      'GET /api/goals': async ({ db, session }) =>
        goalsOf(db, { userId: session.user.id, now: site.clock.now() }),

      'POST /api/goals/{startsOn}/{goal}/claim': async ({ db, session, params }) =>
        claimGoal(db, site, { userId: session.user.id, ...params }),

      'PUT /api/goals/time-zone': async ({ db, session, body }) =>
        setTimeZone(db, site, { userId: session.user.id, timeZone: body.timeZone }),

      'GET /api/titles/{userId}': async ({ db, session, params }) =>
        getTitles(db, { userId: params.userId, viewerId: session.user.id }),

      'PUT /api/titles/chosen': async ({ db, session, body }) =>
        setChosenTitle(db, site, { userId: session.user.id, title: body.title }),
    });
  },
  onVisit: recordVisit,
  personalData,
};
