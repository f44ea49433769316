import type { Role } from '@rivalhold/shared/contract/accounts.ts';
import { type DbOrTx, run, runFirst, type Tx } from '../../platform/db/db.ts';
import { type SuspensionColumns, suspendedSql } from '../../platform/security/account-restrictions.ts';

/** An account as staff act on it. */
export type Account = SuspensionColumns & {
  id: number;
  username: string;
  avatar_url: string | null;
  role: Role;
  email: string;
  email_verified_at: Date | null;
  muted_until: Date | null;
  muted_by_name: string | null;
  /** What whoever muted is now; null for nobody, and for one who is gone. */
  muted_by_role: Role | null;
  suspended_by_name: string | null;
  suspended_by_role: Role | null;
};

/** Name and role of who gave a sanction. */
const issuerSql = (sanction: 'muted' | 'suspended'): string => {
  const of = `from users by_whom where by_whom.id = u.${sanction}_by and by_whom.deleted_at is null`;
  return `(select username ${of}) as ${sanction}_by_name, (select role ${of}) as ${sanction}_by_role`;
};

const ACCOUNT = `u.id, u.username, u.avatar_url, u.role, u.email, u.email_verified_at, u.muted_until, u.suspended_at,
  u.suspended_until, u.suspension_reason, ${issuerSql('muted')}, ${issuerSql('suspended')}`;

/** Who acts and on whom, locked in the order of their ids: neither's role or state changes meanwhile. */
export async function lockActorAndTarget(
  tx: Tx,
  actorId: number,
  targetId: number,
): Promise<{ actor: Account | undefined; target: Account | undefined }> {
  const rows = await run<Account>(
    tx,
    `select ${ACCOUNT} from users u where u.id in ($1, $2) and u.deleted_at is null order by u.id
     for no key update of u`,
    [actorId, targetId],
  );
  const find = (id: number) => rows.find((row) => row.id === id);
  return { actor: find(actorId), target: find(targetId) };
}

export async function accountNamed(db: DbOrTx, name: string): Promise<Account | undefined> {
  return runFirst<Account>(
    db,
    `select ${ACCOUNT} from users u where lower(u.username) = lower($1) and u.deleted_at is null`,
    [name],
  );
}

type NamedRow = 'id' | 'username' | 'avatar_url';
export type MuteRow = Pick<Account, NamedRow | 'muted_by_name' | 'muted_by_role'> & {
  muted_until: Date;
  mute_reason: string | null;
};

/** Mutes until a time; without one, unmutes. */
export async function setMute(
  tx: Tx,
  userId: number,
  mute: { until: Date; by: number; reason: string | null } | null,
): Promise<void> {
  await run(tx, 'update users set muted_until = $2, muted_by = $3, mute_reason = $4 where id = $1', [
    userId,
    mute?.until ?? null,
    mute?.by ?? null,
    mute?.reason ?? null,
  ]);
}

/** Most sanctions that are listed. */
const MAX_LISTED = 1_000;

/** Whose mute ends, or has ended, after a time; the latest end first. */
export function mutesAfter(db: DbOrTx, after: Date): Promise<MuteRow[]> {
  return run(
    db,
    `select u.id, u.username, u.avatar_url, u.muted_until, u.mute_reason, ${issuerSql('muted')}
     from users u where u.muted_until > $1 and u.deleted_at is null
     order by u.muted_until desc, u.id desc limit ${MAX_LISTED}`,
    [after],
  );
}

export type SuspensionRow = Pick<
  Account,
  NamedRow | 'suspended_until' | 'suspension_reason' | 'suspended_by_name' | 'suspended_by_role'
>;

/** Suspends an account; without what it is to be, ends a suspension. */
export async function setSuspension(
  tx: Tx,
  userId: number,
  suspension: { at: Date; until: Date | null; by: number; reason: string } | null,
): Promise<void> {
  await run(
    tx,
    `update users set suspended_at = $2, suspended_until = $3, suspended_by = $4, suspension_reason = $5
     where id = $1`,
    [
      userId,
      suspension?.at ?? null,
      suspension?.until ?? null,
      suspension?.by ?? null,
      suspension?.reason ?? null,
    ],
  );
}

/** Whose account is suspended, the latest first. */
export function suspensionsAt(db: DbOrTx, now: Date): Promise<SuspensionRow[]> {
  return run(
    db,
    `select u.id, u.username, u.avatar_url, u.suspended_until, u.suspension_reason, ${issuerSql('suspended')}
     from users u where ${suspendedSql('u', '$1')} and u.deleted_at is null
     order by u.suspended_at desc, u.id desc limit ${MAX_LISTED}`,
    [now],
  );
}
