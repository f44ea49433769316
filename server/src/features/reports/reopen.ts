import {
  type Db,
  query,
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

type Reopening = { actorId: number; since: Date; adminId: number };

/**
 * Reopen the reports that a staff member resolved since a time, each in its own transaction, except reports that the
 * same player has sent again since.
 * @returns the number of reports reopened
 * @throws AppError forbidden if the caller is no longer an admin.
 */
export async function reopenReports(
  db: Db,
  site: Site,
  { actorId, since, adminId }: Reopening,
): Promise<number> {
  const ids = await queryValues<number>(
    db,
    sql`select id from reports r
        where state = 'resolved' and resolved_by = ${actorId} and resolved_at >= ${since} and not exists (
          select 1 from reports
          where reporter_id = r.reporter_id and kind = r.kind and subject_id = r.subject_id and id > r.id)
        order by id`,
  );
  let count = 0;
  for (const id of ids)
    try {
      if (await transaction(db, (tx) => reopenReport(tx, site, { id, actorId, adminId }))) count++;
    } catch (error) {
      if (!violatesUnique(error, 'reports_reporter_subject')) throw error;
    }
  return count;
}

async function reopenReport(
  tx: Tx,
  site: Site,
  { id, actorId, adminId }: { id: number; actorId: number; adminId: number },
): Promise<boolean> {
  const found = await lockReportCase(tx, id, adminId);
  if (found?.actor?.role !== 'admin') throw new AppError('forbidden');
  if (found.own.state !== 'resolved' || found.own.resolved_by !== actorId) return false;
  await query(
    tx,
    sql`update reports set state = 'open', outcome = null, resolved_by = null, resolved_at = null
        where id = ${id}`,
  );
  await recordAudit(tx, site, {
    kind: 'report.reopen',
    actorId: adminId,
    targetId: found.reportedId,
    subject: subjectOf({ id, ...found }),
  });
  return true;
}
