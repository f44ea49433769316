import { type Db, sql } from '../../platform/db/db.ts';
import { ALL_ROWS, INTERNAL, SELF } from '../../platform/personal-data/declaration.ts';
import { type ExportSections, exportInBatches } from '../../platform/personal-data/export-rows.ts';
import type { PersonalData } from '../../platform/site.ts';
import { erasePlayer, purgeFiles } from './service.ts';

/**
 * Return a player's content that staff deleted and can still restore. Also return the player's comments, likes and clip
 * views that were deleted together with other players' content.
 */
const exportSections = (db: Db, userId: number): ExportSections => ({
  'removed-content': exportInBatches(
    db,
    (afterId, limit) => sql`
      select d.id, d.table_name as "tableName", d.data, r.removed_at as "removedAt", r.expires_at as "expiresAt"
      from (
        select * from removed_rows where user_id = ${userId} and id > ${afterId} order by id limit ${limit}
      ) d join removals r on r.id = d.removal_id order by d.id`,
  ),
});

const STAFF = { omitted: 'only admins see what staff did' };

export const personalData: PersonalData = {
  erase: erasePlayer,
  sections: exportSections,
  purgeFiles,
  storage: {
    'removed/': ['erased', { omitted: 'staff removed these files; they are erased after 30 days' }],
  },
  tables: {
    removals: {
      retention: 'removals',
      rows: (userId) => sql`owner_id = ${userId}`,
      notInCopy: ALL_ROWS,
      otherRows: 'staff who deleted other players’ content stay named, so that their deletions can be undone',
      columns: {
        id: ['erased', INTERNAL],
        kind: ['erased', INTERNAL],
        subject_id: ['erased', INTERNAL],
        owner_id: ['erased', SELF],
        actor_id: ['erased', STAFF],
        removed_at: ['erased', { exportedAs: 'removed-content.removedAt' }],
        expires_at: ['erased', { exportedAs: 'removed-content.expiresAt' }],
      },
    },
    removed_rows: {
      retention: 'removals',
      rows: (userId) => sql`user_id = ${userId}`,
      notInCopy: ALL_ROWS,
      section: 'removed-content',
      columns: {
        id: ['erased', true],
        removal_id: ['erased', INTERNAL],
        table_name: ['erased', true],
        user_id: ['erased', SELF],
        data: ['erased', true],
      },
    },
    removed_files: {
      retention: 'removals',
      rows: (userId) => sql`removal_id in (select id from removals where owner_id = ${userId})`,
      notInCopy: ALL_ROWS,
      columns: {
        file_key: ['erased', INTERNAL],
        removal_id: ['erased', INTERNAL],
        private_file_key: ['erased', INTERNAL],
        moved_at: ['erased', INTERNAL],
      },
    },
  },
};
