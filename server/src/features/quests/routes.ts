import { quests } from '@rivalhold/shared/contract/quests.ts';
import { implement } from '../../platform/http/routes.ts';
import type { Http } from '../../platform/http/server.ts';
import type { Site } from '../../platform/site.ts';
import { claimQuest, questsOf, skipQuests } from './service.ts';

export function questRoutes(http: Http, site: Site): void {
  implement(http, site, quests.routes, {
    'GET /api/quests': async ({ db, session }) =>
      questsOf(db, { userId: session.user.id, now: site.clock.now() }),

    'POST /api/quests/{quest}/claim': async ({ db, session, params }) =>
      claimQuest(db, site, { userId: session.user.id, quest: params.quest }),

    'POST /api/quests/skip': async ({ db, session }) =>
      skipQuests(db, site, { userId: session.user.id, skip: true }),

    'DELETE /api/quests/skip': async ({ db, session }) =>
      skipQuests(db, site, { userId: session.user.id, skip: false }),
  });
}
