import { Role } from '@rivalhold/shared/contract/accounts.ts';
import type { AuditKind } from '@rivalhold/shared/contract/audit.ts';
import type { Rule } from '@rivalhold/shared/contract/decisions.ts';
import { Nullable } from '@rivalhold/shared/contract/schema.ts';
import { usernameKey } from '@rivalhold/shared/usernames.ts';
import Type, { type Static } from 'typebox';
import { column } from '../../platform/db/columns.ts';
import {
  type DbOrTx,
  execute,
  literal,
  query,
  queryExists,
  queryFirst,
  queryValues,
  type Sql,
  sql,
  type Tx,
} from '../../platform/db/db.ts';
import { SuspensionColumns, suspendedSql } from '../../platform/security/account-restrictions.ts';

const NamedPlayer = Type.Object({
  id: column.integer,
  username: column.text,
  avatar_url: Nullable(column.text),
});

/** An account with its sanctions, as staff see it. */
const Account = Type.Object({
  ...NamedPlayer.properties,
  ...SuspensionColumns.properties,
  role: Role,
  email: column.text,
  email_verified_at: Nullable(column.date),
  muted_until: Nullable(column.date),
  muted_by_name: Nullable(column.text),
  /**
   * The current role of the staff member who imposed the mute. Null if the staff member's account is deleted. The value
   * has no meaning if there is no mute.
   */
  muted_by_role: Nullable(Role),
  suspended_by_name: Nullable(column.text),
  suspended_by_role: Nullable(Role),
});
export type Account = Static<typeof Account>;

/**
 * Return SQL for the name and role of the staff member whose id is in the column `issuedBy`. The names of the result
 * columns begin with the name of this column, as in `muted_by_name` and `muted_by_role`. If the id is null, the
 * operator imposed the sanction, and the role is `admin`.
 */
const issuerSql = (issuedBy: Sql): Sql => {
  const issuer = sql`from users issuer where issuer.id = u.${issuedBy} and issuer.deleted_at is null`;
  return sql`(select username ${issuer}) as ${issuedBy}_name,
    case when u.${issuedBy} is null then 'admin' else (select role ${issuer}) end as ${issuedBy}_role`;
};

const ACCOUNT_COLUMNS = sql`
  u.id, u.username, u.avatar_url, u.role, u.email, u.email_verified_at, u.muted_until, u.suspended_at,
  u.suspended_until, u.suspension_reason, ${issuerSql(sql`muted_by`)}, ${issuerSql(sql`suspended_by`)}`;

/**
 * Lock a staff member and a player, so that their roles and sanctions cannot change, and return both. The accounts are
 * locked in order of id.
 */
export async function lockActorAndTarget(
  tx: Tx,
  actorId: number,
  targetId: number,
): Promise<{ actor: Account | undefined; target: Account | undefined }> {
  const rows = await query(
    tx,
    Account,
    sql`select ${ACCOUNT_COLUMNS} from users u
        where u.id in (${actorId}, ${targetId}) and u.deleted_at is null
        order by u.id for no key update of u`,
  );
  const find = (id: number) => rows.find((row) => row.id === id);
  return { actor: find(actorId), target: find(targetId) };
}

/** Return an account by its username, ignoring case. */
export async function accountNamed(db: DbOrTx, name: string): Promise<Account | undefined> {
  return queryFirst(
    db,
    Account,
    sql`select ${ACCOUNT_COLUMNS} from users u
        where u.username_key = ${usernameKey(name)} and u.deleted_at is null`,
  );
}

const MuteRow = Type.Object({
  ...NamedPlayer.properties,
  ...Type.Pick(Account, ['muted_by_name', 'muted_by_role']).properties,
  muted_until: column.date,
  mute_reason: Nullable(column.text),
});
export type MuteRow = Static<typeof MuteRow>;

/** Mute a player until a given time. If `mute` is null, unmute the player. */
export async function setMute(
  tx: Tx,
  userId: number,
  mute: { until: Date; by: number | null; reason: string | null } | null,
): Promise<void> {
  await execute(
    tx,
    sql`update users
        set muted_until = ${mute?.until ?? null}, muted_by = ${mute?.by ?? null},
          mute_reason = ${mute?.reason ?? null}
        where id = ${userId}`,
  );
}

/** Maximum number of sanctions in a list. */
const MAX_LISTED = 1_000;

/** Return the mutes that end after a given time, latest end first. */
export function mutesAfter(db: DbOrTx, after: Date): Promise<MuteRow[]> {
  return query(
    db,
    MuteRow,
    sql`select u.id, u.username, u.avatar_url, u.muted_until, u.mute_reason, ${issuerSql(sql`muted_by`)}
        from users u where u.muted_until > ${after} and u.deleted_at is null
        order by u.muted_until desc, u.id desc limit ${literal(MAX_LISTED)}`,
  );
}

const SuspensionRow = Type.Object({
  ...NamedPlayer.properties,
  ...Type.Pick(Account, ['suspended_until', 'suspension_reason', 'suspended_by_name', 'suspended_by_role'])
    .properties,
});
export type SuspensionRow = Static<typeof SuspensionRow>;

/** Suspend an account. If `suspension` is null, end its suspension. */
export async function setSuspension(
  tx: Tx,
  userId: number,
  suspension: { at: Date; until: Date | null; by: number | null; reason: string } | null,
): Promise<void> {
  await execute(
    tx,
    sql`update users
        set suspended_at = ${suspension?.at ?? null}, suspended_until = ${suspension?.until ?? null},
          suspended_by = ${suspension?.by ?? null}, suspension_reason = ${suspension?.reason ?? null}
        where id = ${userId}`,
  );
}

/** Set the end of an active mute or suspension. */
export async function setSanctionEnd(
  tx: Tx,
  userId: number,
  kind: 'mute' | 'suspension',
  until: Date,
): Promise<void> {
  const endColumn = kind === 'mute' ? sql`muted_until` : sql`suspended_until`;
  await execute(tx, sql`update users set ${endColumn} = ${until} where id = ${userId}`);
}

/** Return the active suspensions, latest first. */
export function suspensionsAt(db: DbOrTx, now: Date): Promise<SuspensionRow[]> {
  return query(
    db,
    SuspensionRow,
    sql`select u.id, u.username, u.avatar_url, u.suspended_until, u.suspension_reason,
          ${issuerSql(sql`suspended_by`)}
        from users u where ${suspendedSql(sql`u`, now)} and u.deleted_at is null
        order by u.suspended_at desc, u.id desc limit ${literal(MAX_LISTED)}`,
  );
}

const ProposalRow = Type.Object({
  ...NamedPlayer.properties,
  proposed_by_name: Nullable(column.text),
  rule: column.code<Rule>(),
  reason: column.text,
  created_at: column.date,
});

const PROPOSAL_COLUMNS = sql`u.id, u.username, u.avatar_url, p.rule, p.reason, p.created_at,
  (select username from users where id = p.proposed_by and deleted_at is null) as proposed_by_name`;

/** Insert a proposal. Return false if there is already a proposal for the player. */
export const insertProposal = (
  tx: Tx,
  { userId, by, rule, reason, at }: { userId: number; by: number; rule: Rule; reason: string; at: Date },
): Promise<boolean> =>
  queryExists(
    tx,
    sql`insert into suspension_proposals (user_id, proposed_by, rule, reason, created_at)
        values (${userId}, ${by}, ${rule}, ${reason}, ${at}) on conflict (user_id) do nothing returning user_id`,
  );

/** Return the open proposals, oldest first. */
export const openProposals = (db: DbOrTx): Promise<Static<typeof ProposalRow>[]> =>
  query(
    db,
    ProposalRow,
    sql`select ${PROPOSAL_COLUMNS} from suspension_proposals p join users u on u.id = p.user_id
        where u.deleted_at is null order by p.created_at, u.id limit ${literal(MAX_LISTED)}`,
  );

const TakenProposal = Type.Object({
  ...Type.Pick(ProposalRow, ['rule', 'reason']).properties,
  proposed_by: column.integer,
});

/** Delete the proposal for a player and return it, or return undefined if there is none. */
export const takeProposal = (tx: Tx, userId: number): Promise<Static<typeof TakenProposal> | undefined> =>
  queryFirst(
    tx,
    TakenProposal,
    sql`delete from suspension_proposals where user_id = ${userId} returning proposed_by, rule, reason`,
  );

/** An entry of the audit log about a mute or suspension. */
const SanctionEntry = Type.Object({
  id: column.integer,
  kind: column.text,
  actor_id: Nullable(column.integer),
  before: Nullable(column.text),
  after: Nullable(column.text),
  reason: Nullable(column.text),
});
export type SanctionEntry = Static<typeof SanctionEntry>;

/** Return the ids of players whose mutes or suspensions a staff member changed since a given time. */
export const sanctionedBy = (
  db: DbOrTx,
  { actorId, since, kinds }: { actorId: number; since: Date; kinds: readonly AuditKind[] },
): Promise<number[]> =>
  queryValues(
    db,
    column.integer,
    sql`select distinct target_id from audit_log
        where actor_id = ${actorId} and created_at >= ${since} and kind = any (${kinds}::text[])
          and target_id is not null order by target_id`,
  );

/**
 * Return three audit log entries about actions of the given kinds on a player. `first` is the earliest action by the
 * given staff member since a given time. `previous` is the action before `first`, by anyone. `last` is the latest
 * action by anyone.
 */
export async function sanctionHistory(
  tx: Tx,
  {
    actorId,
    targetId,
    since,
    kinds,
  }: { actorId: number; targetId: number; since: Date; kinds: readonly AuditKind[] },
): Promise<{
  first: SanctionEntry | undefined;
  last: SanctionEntry | undefined;
  previous: SanctionEntry | undefined;
}> {
  const entries = sql`select id, kind, actor_id, before, after, reason from audit_log
    where target_id = ${targetId} and kind = any (${kinds}::text[])`;
  const first = await queryFirst(
    tx,
    SanctionEntry,
    sql`${entries} and actor_id = ${actorId} and created_at >= ${since} order by id limit 1`,
  );
  return {
    first,
    last: await queryFirst(tx, SanctionEntry, sql`${entries} order by id desc limit 1`),
    previous: await queryFirst(
      tx,
      SanctionEntry,
      sql`${entries} and id < ${first?.id ?? 0} order by id desc limit 1`,
    ),
  };
}
