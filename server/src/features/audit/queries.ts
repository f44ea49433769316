import { AuditEntry, type AuditKind } from '@rivalhold/shared/contract/audit.ts';
import { Nullable } from '@rivalhold/shared/contract/schema.ts';
import { usernameKey } from '@rivalhold/shared/usernames.ts';
import Type from 'typebox';
import { column } from '../../platform/db/columns.ts';
import {
  type DbOrTx,
  empty,
  literal,
  query,
  queryFirstValue,
  queryValue,
  type Sql,
  sql,
  type Tx,
} from '../../platform/db/db.ts';

/** A staff action. Its texts can contain anything that a player wrote, so they must be shown as plain text. */
export type AuditRecord = {
  kind: AuditKind;
  /** Id of the staff member, or null for the operator. */
  actorId: number | null;
  /** Id of the affected player, such as the owner of the subject, or null if there is none. */
  targetId: number | null;
  /** Name of the subject, such as 'post 12' or the title of a category. */
  subject?: string | null;
  before?: string | null;
  after?: string | null;
  reason?: string | null;
};

/** Maximum length of the stored `subject`, `before` and `after`. */
const MAX_TEXT_LENGTH = 2_000;

/** Insert an entry into the audit log and return its id. Long texts are truncated. */
export async function insertEntry(tx: Tx, action: Required<AuditRecord>, at: Date): Promise<number> {
  const cut = (text: string | null) => text?.slice(0, MAX_TEXT_LENGTH) ?? null;
  return queryValue(
    tx,
    column.integer,
    sql`insert into audit_log (kind, actor_id, target_id, subject, before, after, reason, created_at)
        values (${action.kind}, ${action.actorId}, ${action.targetId}, ${cut(action.subject)}, ${cut(action.before)},
          ${cut(action.after)}, ${action.reason}, ${at}) returning id`,
  );
}

/**
 * Return the id of a player given by id or full username. The id takes precedence, because a username can consist of
 * digits.
 */
export async function findUserId(db: DbOrTx, named: string): Promise<number | undefined> {
  const id = /^[1-9]\d{0,14}$/.test(named) ? Number(named) : null;
  return queryFirstValue(
    db,
    column.integer,
    sql`select id from users where id = ${id} or (username_key = ${usernameKey(named)} and deleted_at is null)
        order by id is distinct from ${id}::bigint limit 1`,
  );
}

const EntryRow = Type.Object({
  ...Type.Omit(AuditEntry, ['createdAt']).properties,
  kind: column.code<AuditKind>(),
  at: column.date,
});

export type AuditFilter = {
  viewerId: number;
  actorId: number | null;
  targetId: number | null;
  kind: AuditKind | null;
};

/**
 * SQL for the latest entries that match `filter` and have a lower id than `beforeId`, excluding entries about reports
 * against the viewer.
 */
const entriesSql = (
  { beforeId, viewerId, limit, now }: { beforeId: number; viewerId: number; limit: number; now: Date },
  filter: Sql = empty,
): Sql => sql`
  select a.id, a.kind, a.actor_id as "actorId", actor.username as "actorName", a.target_id as "targetId",
    target.username as "targetName", a.subject, a.before, a.after, a.reason, a.created_at as at,
    exists (select 1 from removals r where r.id = a.id and r.expires_at > ${now}) as restorable
  from (
    select * from audit_log
    where id < ${beforeId} and (target_id is distinct from ${viewerId}::bigint or kind not like 'report.%')
      ${filter}
    order by id desc limit ${literal(limit)}
  ) a
  left join users actor on actor.id = a.actor_id and actor.deleted_at is null
  left join users target on target.id = a.target_id and target.deleted_at is null
  order by a.id desc`;
const filterSql = ({ actorId, targetId, kind }: AuditFilter): Sql => sql`
  and (${actorId}::bigint is null or actor_id = ${actorId}::bigint)
  and (${targetId}::bigint is null or target_id = ${targetId}::bigint)
  and (${kind}::text is null or kind = ${kind}::text)`;

/**
 * Return the entries that match the filter and have a lower id than `beforeId`, latest first. Leave out entries
 * about reports against the viewer.
 */
export async function entryPage(
  db: DbOrTx,
  { beforeId, limit, now, ...filter }: AuditFilter & { beforeId: number; limit: number; now: Date },
): Promise<AuditEntry[]> {
  const { viewerId, actorId, targetId, kind } = filter;
  const page = { beforeId, viewerId, limit, now };
  const isAll = actorId === null && targetId === null && kind === null;
  // Plan this statement on each call, because the best index depends on how frequent the filter's values are.
  const rows = await (isAll
    ? query(db, EntryRow, entriesSql(page))
    : query(db, EntryRow, entriesSql(page, filterSql(filter)), { prepare: false }));
  return rows.map(({ at, ...entry }) => ({ ...entry, createdAt: at.toISOString() }));
}

export type AuditedAction = {
  kind: AuditKind;
  reason: string | null;
  actor: string | null;
  createdAt: string;
};

const ActionRow = Type.Object({
  kind: column.code<AuditKind>(),
  reason: Nullable(column.text),
  actor: Nullable(column.text),
  at: column.date,
});

/** Return the actions of the given kinds against a player, latest first. */
export async function actionsAgainst(
  db: DbOrTx,
  { targetId, kinds, limit }: { targetId: number; kinds: readonly AuditKind[]; limit: number },
): Promise<AuditedAction[]> {
  const rows = await query(
    db,
    ActionRow,
    sql`select kind, reason,
          (select username from users where id = a.actor_id and deleted_at is null) as actor,
          created_at as at
        from audit_log a
        where target_id = ${targetId} and kind = any (${kinds}::text[]) order by id desc limit ${limit}`,
  );
  return rows.map(({ at, ...action }) => ({ ...action, createdAt: at.toISOString() }));
}
