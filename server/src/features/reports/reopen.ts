import { column } from '../../platform/db/columns.ts';
import {
  type Db,
  type DbOrTx,
  execute,
  queryValues,
  sql,
  type Tx,
  transaction,
  violatesUnique,
} from '../../platform/db/db.ts';
import { AppError } from '../../platform/errors.ts';
import type { Site } from '../../platform/site.ts';
import { recordAudit } from '../audit/service.ts';
import { lockReportCase, subjectOf } from './cases.ts';
import { hideIfReported } from './hiding.ts';

type Reopening = { id: number; actorId: number; adminId: number };

/**
 * Return the ids of the reports that a staff member resolved since a given time. Leave out a report if its
 * sender has sent a later report about the same content.
 */
export const listResolvedReports = (
  db: DbOrTx,
  { actorId, since }: { actorId: number; since: Date },
): Promise<number[]> =>
  queryValues(
    db,
    column.integer,
    sql`select id from reports r
        where state = 'resolved' and resolved_by = ${actorId} and resolved_at >= ${since} and not exists (
          select 1 from reports
          where reporter_id = r.reporter_id and kind = r.kind and subject_id = r.subject_id and id > r.id)
        order by id`,
  );

/**
 * Reopen a report that a staff member resolved.
 * @returns false if the report was already reopened, if another staff member has resolved it since, or if its
 *   sender has reported the same content again
 * @throws AppError `forbidden` if the caller is no longer an admin.
 */
export async function reopenReport(db: Db, site: Site, report: Reopening): Promise<boolean> {
  try {
    return await transaction(db, (tx) => reopenInTransaction(tx, site, report));
  } catch (error) {
    if (violatesUnique(error, 'reports_reporter_subject')) return false;
    throw error;
  }
}

async function reopenInTransaction(
  tx: Tx,
  site: Site,
  { id, actorId, adminId }: Reopening,
): Promise<boolean> {
  const found = await lockReportCase(tx, id, adminId);
  if (found?.actor?.role !== 'admin') throw new AppError('forbidden');
  if (found.own.state !== 'resolved' || found.own.resolved_by !== actorId) return false;
  await execute(
    tx,
    sql`update reports set state = 'open', outcome = null, resolved_by = null, resolved_at = null
        where id = ${id}`,
  );
  await hideIfReported(tx, site, { ...found, authorId: found.reportedId, by: null });
  await recordAudit(tx, site, {
    kind: 'report.reopen',
    actorId: adminId,
    targetId: found.reportedId,
    subject: subjectOf({ id, ...found }),
  });
  return true;
}
