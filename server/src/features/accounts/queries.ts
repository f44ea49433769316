import type { Role } from '@rivalhold/shared/contract/accounts.ts';
import { deleteInBatches } from '../../platform/db/batches.ts';
import {
  type Db,
  type DbOrTx,
  run,
  runExists,
  runFirst,
  runFirstValue,
  runOne,
  runValue,
  runValues,
  type Tx,
} from '../../platform/db/db.ts';
import { hashToken, newToken } from '../../platform/security/secrets.ts';

export type Account = {
  id: number;
  username: string;
  email: string;
  password_hash: string;
};

const COLUMNS = 'id, username, email, password_hash';

/** Whose name or address this is, without case; undefined for nobody, or somebody who left. */
export async function accountByCredential(db: DbOrTx, credential: string): Promise<Account | undefined> {
  return runFirst<Account>(
    db,
    `select ${COLUMNS} from users
     where (lower(username) = lower($1) or lower(email) = lower($1)) and deleted_at is null limit 1`,
    [credential],
  );
}

/** Whose address this is, without case. */
export async function accountByEmail(db: DbOrTx, email: string): Promise<Account | undefined> {
  return runFirst<Account>(
    db,
    `select ${COLUMNS} from users where lower(email) = lower($1) and deleted_at is null`,
    [email],
  );
}

/** The account of a player who has not left. */
export async function accountById(db: DbOrTx, id: number): Promise<Account | undefined> {
  return runFirst<Account>(db, `select ${COLUMNS} from users where id = $1 and deleted_at is null`, [id]);
}

/** Which of the two are taken; a reserved name counts as taken. */
export async function findTaken(
  db: DbOrTx,
  username: string,
  email: string,
): Promise<{ username: boolean; email: boolean }> {
  return runOne(
    db,
    `select exists (select 1 from users where lower(username) = lower($1) and deleted_at is null)
              or exists (select 1 from reserved_usernames where username = lower($1)) as username,
            exists (select 1 from users where lower(email) = lower($2) and deleted_at is null) as email`,
    [username, email],
  );
}

export type NewUser = {
  username: string;
  email: string;
  firstName: string;
  lastName: string;
  passwordHash: string;
  at: Date;
};

export async function insertUser(tx: Tx, user: NewUser): Promise<number> {
  return runValue<number>(
    tx,
    `insert into users (username, email, first_name, last_name, password_hash, consent_at, created_at)
     values ($1, $2, $3, $4, $5, $6, $6) returning id`,
    [user.username, user.email, user.firstName, user.lastName, user.passwordHash, user.at],
  );
}

/** Whether a player's password is still the one with this hash; it then stays so until the transaction ends. */
export async function lockIfPasswordUnchanged(
  tx: Tx,
  userId: number,
  passwordHash: string,
): Promise<boolean> {
  return runExists(
    tx,
    'select 1 from users where id = $1 and password_hash = $2 and deleted_at is null for no key update',
    [userId, passwordHash],
  );
}

/** What a mailed link is for. */
type TokenKind = 'confirm' | 'reset';

/**
 * Makes the token of a mailed link, good for `lifeMs` from `at`; a new one of its kind voids the old.
 * @returns the token for the link; only its hash is stored.
 */
export async function createEmailToken(
  tx: Tx,
  {
    userId,
    kind,
    email,
    at,
    lifeMs: ttlMs,
  }: { userId: number; kind: TokenKind; email: string; at: Date; lifeMs: number },
): Promise<string> {
  const token = newToken();
  await run(
    tx,
    `insert into email_tokens (token_hash, user_id, kind, email, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (user_id, kind) do update
       set token_hash = excluded.token_hash, email = excluded.email, created_at = excluded.created_at,
           expires_at = excluded.expires_at`,
    [hashToken(token), userId, kind, email, at, new Date(at.getTime() + ttlMs)],
  );
  return token;
}

/** Takes a mailed token: whoever gets the row is the only one. */
export async function consumeEmailToken(
  tx: Tx,
  token: string,
  kind: TokenKind,
  now: Date,
): Promise<{ user_id: number; email: string } | undefined> {
  return runFirst<{ user_id: number; email: string }>(
    tx,
    `delete from email_tokens where token_hash = $1 and kind = $2 and expires_at > $3 returning user_id, email`,
    [hashToken(token), kind, now],
  );
}

/** Sets a password; a link to choose another is void. */
export async function setPassword(tx: Tx, userId: number, passwordHash: string): Promise<void> {
  await run(tx, `delete from email_tokens where user_id = $1 and kind = 'reset'`, [userId]);
  await run(tx, 'update users set password_hash = $2 where id = $1', [userId, passwordHash]);
}

/** Confirms an address, if it is still the player's. */
export async function confirmEmail(tx: Tx, userId: number, email: string, at: Date): Promise<void> {
  await run(
    tx,
    `update users set email_verified_at = coalesce(email_verified_at, $3) where id = $1 and lower(email) = lower($2)`,
    [userId, email, at],
  );
}

export async function sessionsOf(
  db: DbOrTx,
  userId: number,
  now: Date,
): Promise<{ id: number; device: string; address: string; createdAt: Date; lastUsedAt: Date }[]> {
  return run(
    db,
    `select id, device, address, created_at as "createdAt", last_used_at as "lastUsedAt" from sessions
     where user_id = $1 and expires_at > $2 order by last_used_at desc, id desc limit 100`,
    [userId, now],
  );
}

/** Clears what has run out: mailed tokens, kept answers. */
export async function deleteExpired(db: Db, now: Date, responsesBefore: Date): Promise<void> {
  const purge = (text: string, at: Date) => deleteInBatches(db, text, [at]);
  await purge(
    `delete from email_tokens where token_hash in (
       select token_hash from email_tokens where expires_at <= $1 limit $2
     ) returning user_id`,
    now,
  );
  await purge(
    // One that is used anew meanwhile stays.
    `delete from idempotency_keys where created_at <= $1 and (user_id, key) in (
       select user_id, key from idempotency_keys where created_at <= $1 order by created_at limit $2
     ) returning user_id`,
    responsesBefore,
  );
}

/** Locks all admins where this player is one of them, so that two demotions at once cannot leave none. */
export async function lockAdmins(tx: Tx, userId: number): Promise<number[]> {
  return runValues<number>(
    tx,
    `select id from users
     where role = 'admin' and deleted_at is null and exists (select 1 from users where id = $1 and role = 'admin')
     order by id for update`,
    [userId],
  );
}

/** Sets a role; answers the one before, or undefined where there is no such player. */
export async function updateRole(tx: Tx, userId: number, role: Role): Promise<Role | undefined> {
  return runFirstValue<Role>(
    tx,
    `update users u set role = $2
     from (select id, role from users where id = $1 and deleted_at is null for no key update) old
     where u.id = old.id returning old.role as before`,
    [userId, role],
  );
}

export type LockedAccount = Account & {
  first_name: string;
  last_name: string;
  username_changed_at: Date | null;
};

export async function lockAccount(tx: Tx, id: number): Promise<LockedAccount | undefined> {
  return runFirst<LockedAccount>(
    tx,
    `select ${COLUMNS}, first_name, last_name, username_changed_at from users
     where id = $1 and deleted_at is null for no key update`,
    [id],
  );
}

/** Writes an account's names and address; reserves the name it had, and takes back that a moved address is confirmed. */
export async function updateAccount(
  tx: Tx,
  before: LockedAccount,
  next: {
    username: string;
    email: string;
    firstName: string;
    lastName: string;
    renamed: boolean;
    reserve: boolean;
    moved: boolean;
    at: Date;
  },
): Promise<void> {
  await run(
    tx,
    `update users set username = $2, email = $3, first_name = $4, last_name = $5,
       username_changed_at = case when $6 then $8 else username_changed_at end,
       email_verified_at = case when $7 then null else email_verified_at end
     where id = $1`,
    [before.id, next.username, next.email, next.firstName, next.lastName, next.renamed, next.moved, next.at],
  );
  if (next.reserve)
    await run(
      tx,
      `insert into reserved_usernames (username, user_id, created_at) values (lower($1), $2, $3)
       on conflict (username) do nothing`,
      [before.username, before.id, next.at],
    );
}
