import type { practice } from '@rivalhold/shared/contract/practice.ts';
import { sql } from '../../platform/db/db.ts';
import type { CasesOf } from '../../testing/cases.ts';
import { query } from '../../testing/queries.ts';

const OWN_LIST = 'it names a lesson, and every player has the same lessons';

/** @public Used by the tests of all routes and events. See `testing/cases.ts`. */
export const cases: CasesOf<typeof practice> = {
  routes: {
    'GET /api/practice/lessons': {},
    'POST /api/practice/lessons/{id}': {
      call: () => ({ params: { id: 'strike' }, body: { moves: ['strike', 'strike', 'strike'] } }),
      acrossBlock: OWN_LIST,
      owner: OWN_LIST,
    },
  },
  fill: async ({ app, owner }) => {
    await query(
      app.site.db,
      sql`insert into practice_lessons (user_id, lesson, done_at) values (${owner.id}, 'strike', now())`,
    );
  },
};
