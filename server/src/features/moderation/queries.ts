import type { Role } from '@rivalhold/shared/contract/accounts.ts';
import { usernameKey } from '@rivalhold/shared/usernames.ts';
import { type DbOrTx, literal, query, queryFirst, type Sql, sql, type Tx } from '../../platform/db/db.ts';
import { type SuspensionColumns, suspendedSql } from '../../platform/security/account-restrictions.ts';

/** An account with its sanctions, as staff see it. */
export type Account = SuspensionColumns & {
  id: number;
  username: string;
  avatar_url: string | null;
  role: Role;
  email: string;
  email_verified_at: Date | null;
  muted_until: Date | null;
  muted_by_name: string | null;
  /** The current role of the staff member; null without a mute, or if their account is deleted. */
  muted_by_role: Role | null;
  suspended_by_name: string | null;
  suspended_by_role: Role | null;
};

/**
 * Return SQL for the name and role of the staff member in the column `issuedBy`, as `issuedBy_name` and
 * `issuedBy_role`.
 */
const issuerSql = (issuedBy: Sql): Sql => {
  const issuer = sql`from users issuer where issuer.id = u.${issuedBy} and issuer.deleted_at is null`;
  return sql`(select username ${issuer}) as ${issuedBy}_name, (select role ${issuer}) as ${issuedBy}_role`;
};

const ACCOUNT_COLUMNS = sql`
  u.id, u.username, u.avatar_url, u.role, u.email, u.email_verified_at, u.muted_until, u.suspended_at,
  u.suspended_until, u.suspension_reason, ${issuerSql(sql`muted_by`)}, ${issuerSql(sql`suspended_by`)}`;

/**
 * Lock the actor and the target in order of their ids, so that their roles and sanctions cannot change, and return
 * them.
 */
export async function lockActorAndTarget(
  tx: Tx,
  actorId: number,
  targetId: number,
): Promise<{ actor: Account | undefined; target: Account | undefined }> {
  const rows = await query<Account>(
    tx,
    sql`select ${ACCOUNT_COLUMNS} from users u
        where u.id in (${actorId}, ${targetId}) and u.deleted_at is null
        order by u.id for no key update of u`,
  );
  const find = (id: number) => rows.find((row) => row.id === id);
  return { actor: find(actorId), target: find(targetId) };
}

/** Return an account by its username, ignoring case. */
export async function accountNamed(db: DbOrTx, name: string): Promise<Account | undefined> {
  return queryFirst<Account>(
    db,
    sql`select ${ACCOUNT_COLUMNS} from users u
        where u.username_key = ${usernameKey(name)} and u.deleted_at is null`,
  );
}

type NamedRow = 'id' | 'username' | 'avatar_url';
export type MuteRow = Pick<Account, NamedRow | 'muted_by_name' | 'muted_by_role'> & {
  muted_until: Date;
  mute_reason: string | null;
};

/** Mute a player until a time, or unmute them for null. */
export async function setMute(
  tx: Tx,
  userId: number,
  mute: { until: Date; by: number; reason: string | null } | null,
): Promise<void> {
  await query(
    tx,
    sql`update users
        set muted_until = ${mute?.until ?? null}, muted_by = ${mute?.by ?? null},
          mute_reason = ${mute?.reason ?? null}
        where id = ${userId}`,
  );
}

/** Maximum number of listed sanctions. */
const MAX_LISTED = 1_000;

/** Return the mutes that end, or ended, after a time, latest end first. */
export function mutesAfter(db: DbOrTx, after: Date): Promise<MuteRow[]> {
  return query(
    db,
    sql`select u.id, u.username, u.avatar_url, u.muted_until, u.mute_reason, ${issuerSql(sql`muted_by`)}
        from users u where u.muted_until > ${after} and u.deleted_at is null
        order by u.muted_until desc, u.id desc limit ${literal(MAX_LISTED)}`,
  );
}

export type SuspensionRow = Pick<
  Account,
  NamedRow | 'suspended_until' | 'suspension_reason' | 'suspended_by_name' | 'suspended_by_role'
>;

/** Suspend an account, or end its suspension for null. */
export async function setSuspension(
  tx: Tx,
  userId: number,
  suspension: { at: Date; until: Date | null; by: number; reason: string } | null,
): Promise<void> {
  await query(
    tx,
    sql`update users
        set suspended_at = ${suspension?.at ?? null}, suspended_until = ${suspension?.until ?? null},
          suspended_by = ${suspension?.by ?? null}, suspension_reason = ${suspension?.reason ?? null}
        where id = ${userId}`,
  );
}

/** Return the active suspensions, latest first. */
export function suspensionsAt(db: DbOrTx, now: Date): Promise<SuspensionRow[]> {
  return query(
    db,
    sql`select u.id, u.username, u.avatar_url, u.suspended_until, u.suspension_reason,
          ${issuerSql(sql`suspended_by`)}
        from users u where ${suspendedSql(sql`u`, now)} and u.deleted_at is null
        order by u.suspended_at desc, u.id desc limit ${literal(MAX_LISTED)}`,
  );
}
