import type {
  AppealOutcome,
  DecisionKind,
  DecisionScope,
  Rule,
} from '@rivalhold/shared/contract/decisions.ts';
import { Nullable } from '@rivalhold/shared/contract/schema.ts';
import Type, { type Static } from 'typebox';
import { column } from '../../platform/db/columns.ts';
import {
  type DbOrTx,
  execute,
  query,
  queryFirstValue,
  type Sql,
  sql,
  type Tx,
} from '../../platform/db/db.ts';
import type { RestorableKind } from '../../platform/site.ts';

/** A decision with its appeal. The columns of the appeal are null if there is none. */
export const DecisionRow = Type.Object({
  id: column.integer,
  user_id: column.integer,
  kind: column.code<DecisionKind>(),
  scope: column.code<DecisionScope>(),
  rule: column.code<Rule>(),
  reason: column.text,
  excerpt: Nullable(column.text),
  decided_by: Nullable(column.integer),
  audit_id: column.integer,
  created_at: column.date,
  ends_at: Nullable(column.date),
  ended_at: Nullable(column.date),
  appeal_text: Nullable(column.text),
  appealed_at: Nullable(column.date),
  outcome: Nullable(column.code<AppealOutcome>()),
  answer: Nullable(column.text),
  answered_by: Nullable(column.integer),
  answered_at: Nullable(column.date),
  by_sole_admin: Nullable(column.boolean),
  restored: Nullable(column.boolean),
});
export type DecisionRow = Static<typeof DecisionRow>;

/** The columns of `DecisionRow`, from the tables `decisions d` and `appeals a`. */
export const DECISION_COLUMNS = sql`d.id, d.user_id, d.kind, d.scope, d.rule, d.reason, d.excerpt, d.decided_by, d.audit_id,
  d.created_at, d.ends_at, d.ended_at, a.text as appeal_text, a.created_at as appealed_at, a.outcome, a.answer,
  a.answered_by, a.answered_at, a.by_sole_admin, a.restored`;

/** A new decision. `decidedBy` is null for the operator. */
export type NewDecision = {
  userId: number;
  kind: DecisionKind;
  scope: DecisionScope;
  /** Id of the removed content. */
  subjectId?: number | undefined;
  rule: Rule;
  reason: string;
  excerpt: string | null;
  decidedBy: number | null;
  /** Id of the audit log entry of the action. */
  auditId: number;
  endsAt: Date | null;
};

/** Insert a decision. Do nothing if the player's account is deleted. */
export async function insertDecision(tx: Tx, decision: NewDecision, at: Date): Promise<void> {
  await execute(
    tx,
    sql`insert into decisions (user_id, kind, scope, subject_id, rule, reason, excerpt, decided_by, audit_id, created_at, ends_at)
        select id, ${decision.kind}::text, ${decision.scope}::text,
          ${decision.subjectId ?? null}::bigint, ${decision.rule}::text, ${decision.reason}::text,
          ${decision.excerpt}::text, ${decision.decidedBy}::bigint, ${decision.auditId}::bigint, ${at}::timestamptz,
          ${decision.endsAt}::timestamptz
        from users where id = ${decision.userId} and deleted_at is null`,
  );
}

/** Mark a player's active mute or suspension as ended. */
export async function endSanctions(tx: Tx, userId: number, kind: DecisionKind, now: Date): Promise<void> {
  await execute(
    tx,
    sql`update decisions set ended_at = ${now}
        where user_id = ${userId} and kind = ${kind} and ended_at is null and (ends_at is null or ends_at > ${now})`,
  );
}

/** Mark a removal as reversed. Return the id of the content's author, or undefined if there is no such removal. */
export const endRemoval = (tx: Tx, auditId: number, now: Date): Promise<number | undefined> =>
  queryFirstValue(
    tx,
    column.integer,
    sql`update decisions set ended_at = ${now} where audit_id = ${auditId} and ended_at is null returning user_id`,
  );

/**
 * Reinstate the latest mute or suspension that was due to end at `endsAt` and was ended early. If an appeal had
 * overturned it, reopen the appeal. Return false if there is no such decision.
 */
export async function reviveSanction(
  tx: Tx,
  { userId, kind, endsAt }: { userId: number; kind: DecisionKind; endsAt: Date | null },
): Promise<boolean> {
  const id = await queryFirstValue(
    tx,
    column.integer,
    sql`update decisions set ended_at = null where id = (
          select id from decisions
          where user_id = ${userId} and kind = ${kind} and ends_at is not distinct from ${endsAt}::timestamptz
            and ended_at is not null
          order by id desc limit 1) returning id`,
  );
  if (id === undefined) return false;
  await execute(
    tx,
    sql`update appeals set outcome = null, answer = null, answered_by = null, answered_at = null,
          by_sole_admin = false, restored = null
        where decision_id = ${id} and outcome = 'lifted'`,
  );
  return true;
}

/** Content that was removed and restored, with the rule and the reason of its removal. */
const RestoredContent = Type.Object({
  /** A category has no decision, because no player owns it. */
  scope: column.code<Exclude<RestorableKind, 'category'>>(),
  subjectId: column.integer,
  rule: column.code<Rule>(),
  reason: column.text,
});
export type RestoredContent = Static<typeof RestoredContent>;

/**
 * Return the content that a staff member has restored since a given time. Leave out the content of the player
 * `exceptOwnerId`, content that the same staff member had also removed since that time, and content that was removed
 * again after the restore.
 */
export const restoredContent = (
  db: DbOrTx,
  { actorId, since, exceptOwnerId }: { actorId: number; since: Date; exceptOwnerId: number },
): Promise<RestoredContent[]> => {
  const restores = sql`audit_log r where r.actor_id = ${actorId} and r.created_at >= ${since}
    and r.kind in ('content.restore', 'content.undo', 'thread.restore')`;
  return query(
    db,
    RestoredContent,
    sql`select d.scope, d.subject_id as "subjectId", d.rule, d.reason
        from decisions d join audit_log a on a.id = d.audit_id
        where d.user_id in (select r.target_id from ${restores}) and d.user_id <> ${exceptOwnerId}
          and d.kind = 'removal' and d.subject_id is not null and d.ended_at >= ${since}
          and (d.decided_by is distinct from ${actorId}::bigint or d.created_at < ${since})
          and exists (
            select 1 from ${restores} and r.id > a.id and r.target_id = d.user_id
              and r.subject is not distinct from a.subject)
          and not exists (
            select 1 from decisions later
            where later.user_id = d.user_id and later.scope = d.scope and later.subject_id = d.subject_id
              and later.id > d.id)
        order by d.id`,
  );
};

/**
 * SQL for the time at which a player's last sanction ended or will end, or null if there was no sanction. A removal
 * counts as ending immediately, and an active sanction without an end date counts as ending now. Reversed removals, and
 * decisions overturned on appeal, are not sanctions.
 */
export const lastSanctionSql = (userId: Sql, now: Date): Sql => sql`(
  select max(case d.kind when 'removal' then d.created_at else coalesce(least(d.ends_at, d.ended_at), ${now}::timestamptz) end)
  from decisions d left join appeals a on a.decision_id = d.id
  where d.user_id = ${userId} and a.outcome is distinct from 'lifted'
    and (d.kind <> 'removal' or d.ended_at is null))`;

/** Return a player's decisions with ids lower than `beforeId`, latest first. */
export const decisionPage = (
  db: DbOrTx,
  { userId, beforeId, limit }: { userId: number; beforeId: number; limit: number },
): Promise<DecisionRow[]> =>
  query(
    db,
    DecisionRow,
    sql`select ${DECISION_COLUMNS} from decisions d left join appeals a on a.decision_id = d.id
        where d.user_id = ${userId} and d.id < ${beforeId} order by d.id desc limit ${limit}`,
  );

/** Delete a batch of a player's decisions with their appeals, and return the number of deleted decisions. */
export const deleteDecisionsOf = async (tx: Tx, userId: number, limit: number): Promise<number> =>
  (
    await execute(
      tx,
      sql`delete from decisions where id in (
            select id from decisions where user_id = ${userId} order by id limit ${limit}) returning id`,
    )
  ).length;
