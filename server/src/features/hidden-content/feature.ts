import { type Db, sql } from '../../platform/db/db.ts';
import { ALL_ROWS, SELF } from '../../platform/personal-data/declaration.ts';
import { readAll } from '../../platform/personal-data/export-rows.ts';
import type { Feature } from '../../platform/site.ts';

const RETAINED = { retained: 'otherwise deleting the account would show the content again' };

export const hiddenContent: Feature = {
  name: 'hidden-content',
  personalData: {
    sections: (db: Db, userId: number) => ({
      hiddenContent: readAll(
        db,
        sql`select kind, subject_id as "subjectId", hidden_at as "hiddenAt" from hidden_content
            where author_id = ${userId} order by hidden_at, kind, subject_id`,
      ),
    }),
    tables: {
      hidden_content: {
        retention: 'content',
        rows: (userId) => sql`author_id = ${userId}`,
        notInCopy: ALL_ROWS,
        section: 'hiddenContent',
        columns: {
          kind: [RETAINED, true],
          subject_id: [RETAINED, true],
          author_id: [RETAINED, SELF],
          hidden_at: [RETAINED, true],
        },
      },
    },
  },
};
