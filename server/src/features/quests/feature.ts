import { quests as contract } from '@rivalhold/shared/contract/quests.ts';
import { registerRoutes } from '../../platform/http/routes.ts';
import type { Feature } from '../../platform/site.ts';
import { personalData } from './personal-data.ts';
import { claimQuestReward, questsOf, setQuestsSkipped } from './service.ts';

export const quests: Feature = {
  name: 'quests',
  routes(http, site) {
    registerRoutes(http, site, contract.routes, {
      'GET /api/quests': async ({ db, session }) => questsOf(db, site, session.user.id),

      'POST /api/quests/{quest}/claim': async ({ db, session, params }) =>
        claimQuestReward(db, site, { userId: session.user.id, quest: params.quest }),

      'POST /api/quests/skip': async ({ db, session }) =>
        setQuestsSkipped(db, site, { userId: session.user.id, skip: true }),

      'DELETE /api/quests/skip': async ({ db, session }) =>
        setQuestsSkipped(db, site, { userId: session.user.id, skip: false }),
    });
  },
  personalData,
};
