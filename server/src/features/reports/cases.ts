import type { Role } from '@rivalhold/shared/contract/accounts.ts';
import type { Report, ReportKind, ReportOutcome } from '@rivalhold/shared/contract/reports.ts';
import { type DbOrTx, query, queryExists, queryFirst, sql, type Tx } from '../../platform/db/db.ts';

export async function insertNote(
  tx: Tx,
  note: { reportId: number; authorId: number; text: string; at: Date },
): Promise<void> {
  await query(
    tx,
    sql`insert into report_notes (report_id, author_id, text, created_at)
     values (${note.reportId}, ${note.authorId}, ${note.text}, ${note.at})`,
  );
}

export type Participant = { id: number; role: Role; username: string };
/** One report of a thing as it is worked on. */
export type CaseRow = {
  id: number;
  state: Report['state'];
  reporter_id: number;
  assignee_id: number | null;
  resolved_by: number | null;
};
type ReportSubject = { kind: ReportKind; subjectId: number };
export type ReportCase = ReportSubject & {
  /** Who acts, and whose the thing is; undefined for one who is gone. */
  actor: Participant | undefined;
  reported: Participant | undefined;
  reportedId: number;
  own: CaseRow;
  /** All reports of the thing that wait. */
  open: CaseRow[];
};

/**
 * Locks all that staff decide on with one report: themselves and the reported by their ids, then every report of the same
 * thing that waits. Undefined for a report there is not.
 */
export async function lockReportCase(tx: Tx, id: number, actorId: number): Promise<ReportCase | undefined> {
  const [thing] = await query<{ kind: ReportKind; subject_id: number; reported_id: number }>(
    tx,
    sql`select kind, subject_id, reported_id from reports where id = ${id}`,
  );
  if (!thing) return undefined;
  const parties = await query<Participant>(
    tx,
    sql`select id, role, username from users
     where id in (${actorId}, ${thing.reported_id}) and deleted_at is null
     order by id for no key update`,
  );
  const rows = await query<CaseRow>(
    tx,
    sql`select id, state, reporter_id, assignee_id, resolved_by from reports
     where kind = ${thing.kind} and subject_id = ${thing.subject_id} and (state <> 'resolved' or id = ${id})
     order by id for update`,
  );
  const find = (partyId: number) => parties.find((party) => party.id === partyId);
  return {
    kind: thing.kind,
    subjectId: thing.subject_id,
    actor: find(actorId),
    reported: find(thing.reported_id),
    reportedId: thing.reported_id,
    own: rows.find((row) => row.id === id) as CaseRow,
    open: rows.filter(({ state }) => state !== 'resolved'),
  };
}

/** Whether somebody judges a thing that they reported themselves though others of the staff could do it, who did not. */
export async function mustBeHandledByOthers(
  db: DbOrTx,
  { kind, subjectId, reportedId, viewerId }: ReportSubject & { reportedId: number; viewerId: number },
): Promise<boolean> {
  return queryExists(
    db,
    sql`with reporters as (
       select reporter_id as id from reports
       where kind = ${kind} and subject_id = ${subjectId} and state <> 'resolved'
     )
     select 1 from users u
     where ${viewerId} in (select id from reporters) and u.role <> 'player' and u.deleted_at is null
       and u.id <> ${reportedId} and u.id not in (select id from reporters)
       and (u.role = 'admin' or (
         select role from users where id = ${reportedId} and deleted_at is null
       ) is distinct from 'admin')
     limit 1`,
  );
}

/** Who of the staff that is; undefined for one who is gone, or is staff no more. */
export async function staffById(db: DbOrTx, id: number): Promise<Participant | undefined> {
  return queryFirst<Participant>(
    db,
    sql`select id, role, username from users where id = ${id} and role <> 'player' and deleted_at is null`,
  );
}

/** Gives reports that are locked to one of the staff; for null, back to all. */
export async function setAssignee(tx: Tx, ids: readonly number[], assigneeId: number | null): Promise<void> {
  await query(
    tx,
    sql`update reports set assignee_id = ${assigneeId}::bigint,
       state = case when ${assigneeId}::bigint is null then 'open' else 'assigned' end
     where id = any (${ids}::bigint[])`,
  );
}

/** Resolves reports that are locked. */
export async function setResolved(
  tx: Tx,
  ids: readonly number[],
  { outcome, by, at }: { outcome: ReportOutcome; by: number; at: Date },
): Promise<void> {
  await query(
    tx,
    sql`update reports set state = 'resolved', outcome = ${outcome}, resolved_by = ${by},
       resolved_at = ${at}, assignee_id = null
     where id = any (${ids}::bigint[])`,
  );
}
