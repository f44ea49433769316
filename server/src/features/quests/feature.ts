import { quests as contract } from '@rivalhold/shared/contract/quests.ts';
import { type Db, execute, sql, type Tx } from '../../platform/db/db.ts';
import { registerRoutes } from '../../platform/http/routes.ts';
import { SELF } from '../../platform/personal-data/declaration.ts';
import { type ExportSections, readAll } from '../../platform/personal-data/export-rows.ts';
import type { Feature, PersonalData, Site } from '../../platform/site.ts';
import { claimQuestReward, questsOf, setQuestsSkipped } from './service.ts';

/** Delete a player's quest progress. */
async function erasePlayer(tx: Tx, _site: Site, userId: number): Promise<boolean> {
  await execute(tx, sql`delete from quest_progress where user_id = ${userId}`);
  return true;
}

/** Return a player's quest progress. */
const exportSections = (db: Db, userId: number): ExportSections => ({
  quests: readAll(
    db,
    sql`select done, claimed, started_at as "startedAt", closed_at as "closedAt" from quest_progress where user_id = ${userId}`,
  ),
});

const personalData: PersonalData = {
  erase: erasePlayer,
  sections: exportSections,
  tables: {
    quest_progress: {
      retention: 'account',
      rows: (userId) => sql`user_id = ${userId}`,
      section: 'quests',
      columns: {
        user_id: ['erased', SELF],
        done: ['erased', true, 'unchanged'],
        claimed: ['erased', true, 'unchanged'],
        started_at: ['erased', true],
        closed_at: ['erased', true],
      },
    },
  },
};

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
