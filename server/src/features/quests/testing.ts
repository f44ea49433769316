import type { quests } from '@rivalhold/shared/contract/quests.ts';
import { sql } from '../../platform/db/db.ts';
import type { CasesOf } from '../../testing/cases.ts';
import { query } from '../../testing/queries.ts';

const OWN_LIST = 'it names a quest, and every player has the same quests';

/** @public Used by the tests of all routes and events. See `testing/cases.ts`. */
export const cases: CasesOf<typeof quests> = {
  routes: {
    'GET /api/quests': {},
    'POST /api/quests/{quest}/claim': {
      call: () => ({ params: { quest: 'post' } }),
      acrossBlock: OWN_LIST,
      owner: OWN_LIST,
    },
    'POST /api/quests/skip': {},
    'DELETE /api/quests/skip': {},
  },
  fill: async ({ app, owner }) => {
    await query(
      app.site.db,
      sql`update quest_progress set done = '{post}', claimed = '{post}' where user_id = ${owner.id}`,
    );
  },
};
