import { Role } from '@rivalhold/shared/contract/accounts.ts';
import { Report, type ReportKind, type ReportOutcome } from '@rivalhold/shared/contract/reports.ts';
import { Nullable } from '@rivalhold/shared/contract/schema.ts';
import Type, { type Static } from 'typebox';
import { column } from '../../platform/db/columns.ts';
import { type DbOrTx, execute, query, queryExists, queryFirst, sql, type Tx } from '../../platform/db/db.ts';

/** Add a staff note to a report. */
export async function insertNote(
  tx: Tx,
  note: { reportId: number; authorId: number; text: string; at: Date },
): Promise<void> {
  await execute(
    tx,
    sql`insert into report_notes (report_id, author_id, text, created_at)
     values (${note.reportId}, ${note.authorId}, ${note.text}, ${note.at})`,
  );
}

const RankedUser = Type.Object({ id: column.integer, role: Role, username: column.text });
export type RankedUser = Static<typeof RankedUser>;
/** One of the reports of a case, with its state. */
const CaseRow = Type.Object({
  id: column.integer,
  state: Report.properties.state,
  reporter_id: column.integer,
  assignee_id: Nullable(column.integer),
  resolved_by: Nullable(column.integer),
});
type CaseRow = Static<typeof CaseRow>;
type ReportSubject = { kind: ReportKind; subjectId: number };

/** Return the subject of audit log entries about a report. */
export const subjectOf = ({ id, kind, subjectId }: ReportSubject & { id: number }): string =>
  `report ${id} (${kind} ${subjectId})`;

export type ReportCase = ReportSubject & {
  /**
   * The acting staff member (`actor`) and the owner of the content (`reported`). Each is undefined if the account is
   * deleted.
   */
  actor: RankedUser | undefined;
  reported: RankedUser | undefined;
  reportedId: number;
  own: CaseRow;
  /** All unresolved reports about the content. */
  open: CaseRow[];
};

const SubjectRow = Type.Object({
  kind: column.code<ReportKind>(),
  subject_id: column.integer,
  reported_id: column.integer,
});
const LockedUser = Type.Object({ ...RankedUser.properties, deleted: column.boolean });

/**
 * Lock everything that a decision about a report depends on: the acting staff member and the reported player in order
 * of id, and then the report and all unresolved reports about the same content. Return undefined for an unknown report.
 */
export async function lockReportCase(tx: Tx, id: number, actorId: number): Promise<ReportCase | undefined> {
  const thing = await queryFirst(
    tx,
    SubjectRow,
    sql`select kind, subject_id, reported_id from reports where id = ${id}`,
  );
  if (!thing) return undefined;
  // Lock a deleted account, too, because a new report about the account's content takes the same lock.
  const parties = await query(
    tx,
    LockedUser,
    sql`select id, role, username, deleted_at is not null as deleted from users
     where id in (${actorId}, ${thing.reported_id}) order by id for no key update`,
  );
  const rows = await query(
    tx,
    CaseRow,
    sql`select id, state, reporter_id, assignee_id, resolved_by from reports
     where kind = ${thing.kind} and subject_id = ${thing.subject_id} and (state <> 'resolved' or id = ${id})
     order by id for update`,
  );
  const find = (partyId: number) => parties.find((party) => party.id === partyId && !party.deleted);
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

/**
 * Report whether another staff member must handle the case. This is true if the viewer has reported the
 * content, and a staff member who has not reported it can handle the case.
 */
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

/** Return a staff member by id. Return undefined if the player is no longer staff. */
export async function staffById(db: DbOrTx, id: number): Promise<RankedUser | undefined> {
  return queryFirst(
    db,
    RankedUser,
    sql`select id, role, username from users where id = ${id} and role <> 'player' and deleted_at is null`,
  );
}

/** Assign reports to a staff member, or to nobody if `assigneeId` is null. The caller must lock the reports. */
export async function setAssignee(tx: Tx, ids: readonly number[], assigneeId: number | null): Promise<void> {
  await execute(
    tx,
    sql`update reports set assignee_id = ${assigneeId}::bigint,
       state = case when ${assigneeId}::bigint is null then 'open' else 'assigned' end
     where id = any (${ids}::bigint[])`,
  );
}

/** Mark reports as resolved. The caller must lock the reports. */
export async function setResolved(
  tx: Tx,
  ids: readonly number[],
  { outcome, by, at }: { outcome: ReportOutcome; by: number; at: Date },
): Promise<void> {
  await execute(
    tx,
    sql`update reports set state = 'resolved', outcome = ${outcome}, resolved_by = ${by},
       resolved_at = ${at}, assignee_id = null
     where id = any (${ids}::bigint[])`,
  );
}
