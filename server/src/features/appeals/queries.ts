import { Role } from '@rivalhold/shared/contract/accounts.ts';
import type { AppealOutcome } from '@rivalhold/shared/contract/decisions.ts';
import { Nullable } from '@rivalhold/shared/contract/schema.ts';
import Type, { type Static } from 'typebox';
import { column } from '../../platform/db/columns.ts';
import {
  type DbOrTx,
  execute,
  query,
  queryExists,
  queryFirst,
  queryValues,
  type Sql,
  sql,
  type Tx,
} from '../../platform/db/db.ts';
import type { TimeCursor } from '../../platform/http/cursor.ts';
import { suspendedSql } from '../../platform/security/account-restrictions.ts';
import { DECISION_COLUMNS, DecisionRow } from '../decisions/service.ts';
import { PLAYER_COLUMNS, PlayerRow, playerJoinSql } from '../profiles/service.ts';

const DECISION_WITH_APPEAL = sql`decisions d left join appeals a on a.decision_id = d.id`;

/** Return a decision with its appeal, if there is one. */
export const findDecision = (db: DbOrTx, id: number): Promise<DecisionRow | undefined> =>
  queryFirst(
    db,
    DecisionRow,
    sql`select ${DECISION_COLUMNS} from ${DECISION_WITH_APPEAL} where d.id = ${id}`,
  );

/** Insert an appeal. Return false if there is already an appeal against the decision. */
export const insertAppeal = (
  tx: Tx,
  { decisionId, text, at }: { decisionId: number; text: string; at: Date },
): Promise<boolean> =>
  queryExists(
    tx,
    sql`insert into appeals (decision_id, text, created_at) values (${decisionId}, ${text}, ${at})
        on conflict (decision_id) do nothing returning decision_id`,
  );

/** An appeal with its decision, its player and the staff members' names. */
const CaseRow = Type.Object({
  ...DecisionRow.properties,
  ...PlayerRow.properties,
  appealed_at: column.date,
  player_role: Role,
  decider_name: Nullable(column.text),
  /** Null if the account of the staff member is deleted. 'admin' for the operator. */
  decider_role: Nullable(Role),
  reviewer_name: Nullable(column.text),
});
export type CaseRow = Static<typeof CaseRow>;

const staffSql = (columnSql: Sql, id: Sql): Sql =>
  sql`(select ${columnSql} from users where id = ${id} and deleted_at is null)`;

const CASES = sql`
  select ${DECISION_COLUMNS}, ${PLAYER_COLUMNS}, player.role as player_role,
    ${staffSql(sql`username`, sql`d.decided_by`)} as decider_name,
    case when d.decided_by is null then 'admin' else ${staffSql(sql`role`, sql`d.decided_by`)} end as decider_role,
    ${staffSql(sql`username`, sql`a.answered_by`)} as reviewer_name
  from appeals a join decisions d on d.id = a.decision_id ${playerJoinSql(sql`d`)}`;

/** Return an appeal, or undefined if the decision has none. */
export const findCase = (db: DbOrTx, id: number): Promise<CaseRow | undefined> =>
  queryFirst(db, CaseRow, sql`${CASES} where d.id = ${id}`);

/** Lock an appeal until the transaction ends, and return it. Return undefined if the decision has none. */
export async function lockCase(tx: Tx, id: number): Promise<CaseRow | undefined> {
  await execute(tx, sql`select 1 from appeals where decision_id = ${id} for update`);
  return findCase(tx, id);
}

/** Return open appeals later than `after`, oldest first. Leave out the viewer's own appeals. */
export const openCases = (
  db: DbOrTx,
  { viewerId, after, limit }: { viewerId: number; after: TimeCursor | null; limit: number },
): Promise<CaseRow[]> =>
  query(
    db,
    CaseRow,
    sql`${CASES} where a.outcome is null and d.user_id <> ${viewerId}
          and (a.created_at, a.decision_id) > (${after?.time ?? new Date(0)}, ${after?.id ?? 0}::bigint)
        order by a.created_at, a.decision_id limit ${limit}`,
  );

/** Return appeals answered earlier than `before`, latest first. Leave out the viewer's own appeals. */
export const answeredCases = (
  db: DbOrTx,
  { viewerId, before, limit }: { viewerId: number; before: TimeCursor; limit: number },
): Promise<CaseRow[]> =>
  query(
    db,
    CaseRow,
    sql`${CASES} where a.outcome is not null and d.user_id <> ${viewerId}
          and (a.answered_at, a.decision_id) < (${before.time}, ${before.id}::bigint)
        order by a.answered_at desc, a.decision_id desc limit ${limit}`,
  );

/** Return the ids of the admins whose accounts are not suspended. */
export const activeAdminIds = (db: DbOrTx, now: Date): Promise<number[]> =>
  queryValues(
    db,
    column.integer,
    sql`select id from users u
        where role <> 'player' and role = 'admin' and deleted_at is null and not ${suspendedSql(sql`u`, now)}
        order by id`,
  );

/**
 * Store the answer to an appeal. If `newEnd` is set, the decision ends at this time. If a removal is overturned, mark
 * the removal as reversed.
 */
export async function storeAnswer(
  tx: Tx,
  answer: {
    decisionId: number;
    outcome: AppealOutcome;
    answer: string;
    by: number;
    at: Date;
    bySoleAdmin: boolean;
    restored: boolean | null;
    newEnd: Date | null;
  },
): Promise<void> {
  await execute(
    tx,
    sql`update appeals
        set outcome = ${answer.outcome}, answer = ${answer.answer}, answered_by = ${answer.by},
          answered_at = ${answer.at}, by_sole_admin = ${answer.bySoleAdmin}, restored = ${answer.restored}
        where decision_id = ${answer.decisionId}`,
  );
  if (answer.newEnd)
    await execute(tx, sql`update decisions set ends_at = ${answer.newEnd} where id = ${answer.decisionId}`);
  // An overturned removal counts as reversed even if its content cannot be restored.
  if (answer.outcome === 'lifted')
    await execute(
      tx,
      sql`update decisions set ended_at = ${answer.at}
          where id = ${answer.decisionId} and kind = 'removal' and ended_at is null`,
    );
}
