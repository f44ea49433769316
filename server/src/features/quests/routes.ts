import { quests } from '@rivalhold/shared/contract/quests.ts';
import { registerRoutes } from '../../platform/http/routes.ts';
import type { Http } from '../../platform/http/server.ts';
import type { Site } from '../../platform/site.ts';
import { claimQuestReward, questsOf, setQuestsSkipped } from './service.ts';

export function questRoutes(http: Http, site: Site): void {
  registerRoutes(http, site, quests.routes, {
    'GET /api/quests': async ({ db, session }) =>
      questsOf(db, { userId: session.user.id, now: site.clock.now() }),

    'POST /api/quests/{quest}/claim': async ({ db, session, params }) =>
      claimQuestReward(db, site, { userId: session.user.id, quest: params.quest }),

    'POST /api/quests/skip': async ({ db, session }) =>
      setQuestsSkipped(db, site, { userId: session.user.id, skip: true }),

    'DELETE /api/quests/skip': async ({ db, session }) =>
      setQuestsSkipped(db, site, { userId: session.user.id, skip: false }),
  });
}
