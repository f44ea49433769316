import { type Db, sql } from '../../platform/db/db.ts';
import { type ExportSections, readInBatches } from '../../platform/personal-data/export-rows.ts';

/** What a player has reported, and what came of it; what it was about is others'. */
export const exportSections = (db: Db, userId: number): ExportSections => ({
  reports: readInBatches(
    db,
    (afterId, limit) => sql`
      select id, kind, subject_id as "subjectId", reason, state, outcome <> 'dismiss' as acted,
        created_at as "createdAt", resolved_at as "resolvedAt"
      from reports where reporter_id = ${userId} and id > ${afterId} order by id limit ${limit}`,
  ),
});
