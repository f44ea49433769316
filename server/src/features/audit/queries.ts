import type { AuditEntry, AuditKind } from '@rivalhold/shared/contract/audit.ts';
import { type DbOrTx, run, runFirstValue, runUnprepared, type Tx } from '../../platform/db/db.ts';

/** What staff did. Texts are shown as texts: they may be whatever a player wrote. */
export type AuditRecord = {
  kind: AuditKind;
  /** Null for the operator. */
  actorId: number | null;
  /** Whom it is about: whose the thing is; null where it is nobody's. */
  targetId: number | null;
  /** The thing: 'post 12', the title of a category. */
  subject?: string | null;
  before?: string | null;
  after?: string | null;
  reason?: string | null;
};

/** Longest text that is kept of what was before and after. */
const MAX_TEXT_LENGTH = 2_000;

export async function insertEntry(tx: Tx, act: Required<AuditRecord>, at: Date): Promise<void> {
  const cut = (text: string | null) => text?.slice(0, MAX_TEXT_LENGTH) ?? null;
  await run(
    tx,
    `insert into audit_log (kind, actor_id, target_id, subject, before, after, reason, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [act.kind, act.actorId, act.targetId, cut(act.subject), cut(act.before), cut(act.after), act.reason, at],
  );
}

/** Who is meant by an id or a whole name: the id goes first, as a name may be made of digits. */
export async function findUserId(db: DbOrTx, named: string): Promise<number | undefined> {
  const id = /^[1-9]\d{0,14}$/.test(named) ? Number(named) : null;
  return runFirstValue<number>(
    db,
    `select id from users where id = $1 or (lower(username) = lower($2) and deleted_at is null)
     order by id is distinct from $1 limit 1`,
    [id, named],
  );
}

const nameOf = (column: string): string =>
  `(select username from users where id = ${column} and deleted_at is null)`;

type Row = Omit<AuditEntry, 'createdAt'> & { at: Date };

export type AuditFilter = {
  viewerId: number;
  actorId: number | null;
  targetId: number | null;
  kind: AuditKind | null;
};

const entriesSql = (which = ''): string => `
  select a.id, a.kind, a.actor_id as "actorId", actor.username as "actorName", a.target_id as "targetId",
    target.username as "targetName", a.subject, a.before, a.after, a.reason, a.created_at as at
  from (
    select * from audit_log
    where id < $1 and (target_id is distinct from $2 or kind not like 'report.%') ${which}
    order by id desc limit $3
  ) a
  left join users actor on actor.id = a.actor_id and actor.deleted_at is null
  left join users target on target.id = a.target_id and target.deleted_at is null
  order by a.id desc`;
const ALL_ENTRIES = entriesSql();
const FILTERED_ENTRIES =
  entriesSql(`and ($4::bigint is null or actor_id = $4) and ($5::bigint is null or target_id = $5)
  and ($6::text is null or kind = $6)`);

/** Entries with a lower id that meet all that is given, the latest first; none of reports about the viewer. */
export async function entryPage(
  db: DbOrTx,
  { viewerId, actorId, targetId, kind, beforeId, limit }: AuditFilter & { beforeId: number; limit: number },
): Promise<AuditEntry[]> {
  const page = [beforeId, viewerId, limit];
  const isAll = actorId === null && targetId === null && kind === null;
  // Planned each time: who did a thing a thousand times and who did it once are found by different indexes.
  const rows = await (isAll
    ? run<Row>(db, ALL_ENTRIES, page)
    : runUnprepared<Row>(db, FILTERED_ENTRIES, [...page, actorId, targetId, kind]));
  return rows.map(({ at, ...entry }) => ({ ...entry, createdAt: at.toISOString() }));
}

export type AuditedAction = {
  kind: AuditKind;
  reason: string | null;
  actor: string | null;
  createdAt: string;
};

/** The latest of some kinds that were done about a player, the latest first. */
export async function actionsAgainst(
  db: DbOrTx,
  { targetId, kinds, limit }: { targetId: number; kinds: readonly AuditKind[]; limit: number },
): Promise<AuditedAction[]> {
  const rows = await run<Omit<AuditedAction, 'createdAt'> & { at: Date }>(
    db,
    `select kind, reason, ${nameOf('a.actor_id')} as actor, created_at as at from audit_log a
     where target_id = $1 and kind = any ($2::text[]) order by id desc limit $3`,
    [targetId, kinds, limit],
  );
  return rows.map(({ at, ...action }) => ({ ...action, createdAt: at.toISOString() }));
}
