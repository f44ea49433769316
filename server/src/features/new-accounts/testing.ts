import { sql } from '../../platform/db/db.ts';
import type { CasesOf } from '../../testing/cases.ts';
import { query } from '../../testing/queries.ts';

/** @public Used by the tests of account deletion and data export, see `testing/cases.ts`. */
export const cases: CasesOf = {
  fill: async ({ app, owner }) => {
    await query(
      app.site.db,
      sql`insert into new_account_actions (user_id, action, times)
          values (${owner.id}, 'posts', array[${app.clock.now()}::timestamptz])`,
    );
  },
};
