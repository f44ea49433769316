import { sql } from '../../platform/db/db.ts';
import type { CasesOf } from '../../testing/cases.ts';
import { query } from '../../testing/queries.ts';

/** @public Used by the tests of account deletion and data export. See `testing/cases.ts`. */
export const cases: CasesOf = {
  fill: async ({ app, owner }) => {
    await query(
      app.site.db,
      sql`insert into hidden_content (kind, subject_id, author_id, hidden_at)
          values ('post', ${1_000_000 + owner.id}, ${owner.id}, ${app.clock.now()})`,
    );
  },
};
