import { domainToUnicode } from 'node:url';
import { Role } from '@rivalhold/shared/contract/accounts.ts';
import { Nullable } from '@rivalhold/shared/contract/schema.ts';
import { normalizeEmail } from '@rivalhold/shared/emails.ts';
import { foldText } from '@rivalhold/shared/fold-text.ts';
import Type, { type Static } from 'typebox';
import { deleteInBatches } from '../../platform/db/batches.ts';
import { column } from '../../platform/db/columns.ts';
import {
  type Db,
  type DbOrTx,
  execute,
  query,
  queryExists,
  queryFirst,
  queryFirstValue,
  queryOne,
  queryValue,
  sql,
  type Tx,
} from '../../platform/db/db.ts';
import { suspendedSql } from '../../platform/security/account-restrictions.ts';
import { hashToken, newToken } from '../../platform/security/secrets.ts';

const Account = Type.Object({
  id: column.integer,
  username: column.text,
  email: column.text,
  email_verified_at: Nullable(column.date),
  password_hash: column.text,
});
export type Account = Static<typeof Account>;

/**
 * Return the text of an account that searches look through: `@username`, the email address with its host in ASCII, and
 * the email address with its host in Unicode. Each is on its own line, so that no search term matches across two lines.
 */
function searchText({ username, email }: { username: string; email: string }): string {
  const [local, host = ''] = email.split('@');
  return [`@${username}`, email, `${local}@${domainToUnicode(host)}`].map(foldText).join('\n');
}

const COLUMNS = sql`id, username, email, email_verified_at, password_hash`;

/** Return the account with this username or email address, ignoring case. */
export async function accountByCredential(db: DbOrTx, credential: string): Promise<Account | undefined> {
  return queryFirst(
    db,
    Account,
    sql`select ${COLUMNS} from users
     where (username_key = ${credential.toLowerCase()} or email = ${normalizeEmail(credential)})
       and deleted_at is null limit 1`,
  );
}

/** Return the account with this email address, ignoring case. */
export async function accountByEmail(db: DbOrTx, email: string): Promise<Account | undefined> {
  return queryFirst(
    db,
    Account,
    sql`select ${COLUMNS} from users where email = ${normalizeEmail(email)} and deleted_at is null`,
  );
}

/** Return an account that is not deleted. */
export async function accountById(db: DbOrTx, id: number): Promise<Account | undefined> {
  return queryFirst(db, Account, sql`select ${COLUMNS} from users where id = ${id} and deleted_at is null`);
}

const Taken = Type.Object({ username: column.boolean, email: column.boolean });

/**
 * Report whether the username or the email address is taken. A reserved username counts as taken. An address also
 * counts as taken if a player other than `userId` can still restore it.
 */
export async function findTaken(
  db: DbOrTx,
  { username, email, userId = 0, now }: { username: string; email: string; userId?: number; now: Date },
): Promise<Static<typeof Taken>> {
  return queryOne(
    db,
    Taken,
    sql`select exists (select 1 from users where username_key = ${username.toLowerCase()} and deleted_at is null)
              or exists (select 1 from reserved_usernames where username = ${username.toLowerCase()}) as username,
            exists (select 1 from users where email = ${email} and deleted_at is null)
              or exists (select 1 from email_tokens
                         where kind = 'undo' and email = ${email} and user_id <> ${userId} and expires_at > ${now}
                        ) as email`,
  );
}

/** Reserve the id of a new user. */
export async function newUserId(db: DbOrTx): Promise<number> {
  return queryValue(db, column.integer, sql`select nextval(pg_get_serial_sequence('users', 'id'))`);
}

export type NewUser = {
  id: number;
  username: string;
  email: string;
  firstName: string;
  lastName: string;
  passwordHash: string;
  avatarUrl: string | null;
  at: Date;
};

/** Insert a user. */
export async function insertUser(tx: Tx, user: NewUser): Promise<void> {
  await execute(
    tx,
    sql`insert into users (id, username, email, search_text, first_name, last_name, password_hash, avatar_url,
       consent_at, created_at)
     values (${user.id}, ${user.username}, ${user.email}, ${searchText(user)}, ${user.firstName}, ${user.lastName},
       ${user.passwordHash}, ${user.avatarUrl}, ${user.at}, ${user.at})`,
  );
}

/**
 * Lock an account until the transaction ends, unless its password hash has changed. Return whether the account is
 * locked.
 */
export async function lockIfPasswordUnchanged(
  tx: Tx,
  userId: number,
  passwordHash: string,
): Promise<boolean> {
  return queryExists(
    tx,
    sql`select 1 from users where id = ${userId} and password_hash = ${passwordHash} and deleted_at is null
     for no key update`,
  );
}

/** Purpose of a mailed link, or `appeal` for the token that a suspended player gets. */
type TokenKind = 'confirm' | 'reset' | 'undo' | 'deny' | 'appeal';

/**
 * Create the token of a mailed link, valid for `lifeMs` from `at`. If its kind is `confirm`, `reset` or `appeal`, it
 * replaces the player's previous token of the same kind.
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
    passkeyId = null,
  }: {
    userId: number;
    kind: TokenKind;
    email: string;
    at: Date;
    lifeMs: number;
    passkeyId?: number | null;
  },
): Promise<string> {
  const token = newToken();
  await execute(
    tx,
    sql`insert into email_tokens (token_hash, user_id, kind, email, passkey_id, created_at, expires_at)
     values (${hashToken(token)}, ${userId}, ${kind}, ${email}, ${passkeyId}, ${at},
       ${new Date(at.getTime() + ttlMs)})
     on conflict (user_id, kind) where kind in ('confirm', 'reset', 'appeal') do update
       set token_hash = excluded.token_hash, email = excluded.email, created_at = excluded.created_at,
           expires_at = excluded.expires_at`,
  );
  return token;
}

const EmailToken = Type.Object({
  user_id: column.integer,
  email: column.text,
  passkey_id: Nullable(column.integer),
  created_at: column.date,
});
type EmailToken = Static<typeof EmailToken>;

/**
 * Lock the account of a valid token, delete the token, and return the account and the token. Only one of several
 * concurrent requests gets them.
 * @returns undefined for an unknown, used or expired token
 */
export async function consumeEmailToken(
  tx: Tx,
  token: string,
  kind: TokenKind,
  now: Date,
): Promise<{ account: LockedAccount; token: EmailToken } | undefined> {
  const isValid = sql`token_hash = ${hashToken(token)} and kind = ${kind} and expires_at > ${now}`;
  // Lock the account first, as every change to an account does.
  const userId = await queryFirstValue(
    tx,
    column.integer,
    sql`select user_id from email_tokens where ${isValid}`,
  );
  const account = userId === undefined ? undefined : await lockAccount(tx, userId);
  const taken =
    account &&
    (await queryFirst(
      tx,
      EmailToken,
      sql`delete from email_tokens where ${isValid} returning user_id, email, passkey_id, created_at`,
    ));
  return taken && { account, token: taken };
}

/** Return true if a reset token is valid and was mailed to the current address of an account. */
export async function isResetTokenValid(db: DbOrTx, token: string, now: Date): Promise<boolean> {
  return queryExists(
    db,
    sql`select 1 from email_tokens t join users u on u.id = t.user_id and u.email = t.email
     where t.token_hash = ${hashToken(token)} and t.kind = 'reset' and t.expires_at > ${now} and u.deleted_at is null`,
  );
}

/**
 * Set a password, and delete the reset and appeal tokens. Also cancel a pending email address change, because someone
 * who knew the previous password might have requested it.
 */
export async function setPassword(tx: Tx, userId: number, passwordHash: string): Promise<void> {
  await execute(tx, sql`delete from email_tokens where user_id = ${userId} and kind in ('reset', 'appeal')`);
  await cancelPendingEmail(tx, userId);
  await execute(tx, sql`update users set password_hash = ${passwordHash} where id = ${userId}`);
}

/** Cancel a player's pending email address change. The confirmation link then no longer works. */
export async function cancelPendingEmail(tx: Tx, userId: number): Promise<void> {
  await execute(
    tx,
    sql`delete from email_tokens t using users u
     where t.user_id = ${userId} and t.kind = 'confirm' and u.id = t.user_id and u.pending_email = t.email`,
  );
  await execute(
    tx,
    sql`update users set pending_email = null where id = ${userId} and pending_email is not null`,
  );
}

/** Set a player's pending email address, which replaces the current address once the player confirms it. */
export async function setPendingEmail(tx: Tx, userId: number, email: string): Promise<void> {
  await execute(tx, sql`update users set pending_email = ${email} where id = ${userId}`);
}

/** Set a confirmed email address. Reset links mailed to the previous address no longer work. */
export async function setConfirmedEmail(
  tx: Tx,
  { id, username }: Account,
  email: string,
  at: Date,
): Promise<void> {
  await execute(
    tx,
    sql`update users set email = ${email}, pending_email = null, email_verified_at = ${at},
       search_text = ${searchText({ username, email })}
     where id = ${id}`,
  );
}

/**
 * Return the creation time of a player's oldest valid undo link among those mailed to this address. Return undefined if
 * there is none.
 */
export const firstUndoAt = (
  tx: Tx,
  { userId, email, now }: { userId: number; email: string; now: Date },
): Promise<Date | undefined> =>
  queryFirstValue(
    tx,
    column.date,
    sql`select created_at from email_tokens
     where user_id = ${userId} and kind = 'undo' and email = ${email} and expires_at > ${now}
     order by created_at limit 1`,
  );

/** Extend a player's valid undo links to `until` if they expire earlier. */
export async function extendUndoTokens(tx: Tx, userId: number, now: Date, until: Date): Promise<void> {
  await execute(
    tx,
    sql`update email_tokens set expires_at = greatest(expires_at, ${until})
     where user_id = ${userId} and kind = 'undo' and expires_at > ${now}`,
  );
}

/** Delete a player's email tokens, except undo tokens created before `since`. */
export async function deleteEmailTokens(tx: Tx, userId: number, since: Date): Promise<void> {
  await execute(
    tx,
    sql`delete from email_tokens where user_id = ${userId} and (kind <> 'undo' or created_at >= ${since})`,
  );
}

/** Confirm an email address if it is still the player's current address. */
export async function confirmEmail(tx: Tx, userId: number, email: string, at: Date): Promise<void> {
  await execute(
    tx,
    sql`update users set email_verified_at = coalesce(email_verified_at, ${at})
     where id = ${userId} and email = ${email}`,
  );
}

const ActiveSession = Type.Object({
  id: column.integer,
  device: column.text,
  address: column.text,
  createdAt: column.date,
  lastUsedAt: column.date,
});

/** Return a player's active sessions, at most 100, with the most recently used first. */
export async function sessionsOf(
  db: DbOrTx,
  userId: number,
  now: Date,
): Promise<Static<typeof ActiveSession>[]> {
  return query(
    db,
    ActiveSession,
    sql`select id, device, address, created_at as "createdAt", last_used_at as "lastUsedAt" from sessions
     where user_id = ${userId} and expires_at > ${now} order by last_used_at desc, id desc limit 100`,
  );
}

/**
 * Delete expired email tokens, ended sanctions on email addresses, and idempotency keys that were created at
 * or before `keysBefore`.
 */
export async function deleteExpired(db: Db, now: Date, keysBefore: Date): Promise<void> {
  await deleteInBatches(
    db,
    (limit) => sql`
      delete from email_tokens where token_hash in (
        select token_hash from email_tokens where expires_at <= ${now} limit ${limit}
      ) returning user_id`,
  );
  await execute(
    db,
    sql`delete from address_sanctions
     where (muted_until is null or muted_until <= ${now})
       and (suspended_at is null or suspended_until <= ${now})`,
  );
  await deleteInBatches(
    db,
    // The condition on `created_at` is repeated because a request can reuse a key while this statement runs.
    (limit) => sql`
      delete from idempotency_keys where created_at <= ${keysBefore} and (user_id, key) in (
        select user_id, key from idempotency_keys where created_at <= ${keysBefore}
        order by created_at limit ${limit}
      ) returning user_id`,
  );
}

const Admin = Type.Object({ id: column.integer, suspended: column.boolean });

/**
 * Lock all admins if the given player is an admin. Return the ids of the player and of all other admins who are not
 * suspended, or an empty list if the player is not an admin. Without the lock, two concurrent demotions could leave the
 * site without an admin.
 */
export async function lockAdmins(tx: Tx, userId: number, now: Date): Promise<number[]> {
  const admins = await query(
    tx,
    Admin,
    sql`select id, ${suspendedSql(sql`users`, now)} as suspended from users
     where role = 'admin' and deleted_at is null
       and exists (select 1 from users where id = ${userId} and role = 'admin')
     order by id for update`,
  );
  return admins.filter(({ id, suspended }) => id === userId || !suspended).map(({ id }) => id);
}

/**
 * Set a player's role at the time `at`. Return the previous role, or undefined if the player does not exist. If a staff
 * member gets another staff role, the time when they joined the staff is kept.
 */
export async function updateRole(tx: Tx, userId: number, role: Role, at: Date): Promise<Role | undefined> {
  return queryFirstValue(
    tx,
    Role,
    sql`update users u set role = ${role},
       staff_since = case when ${role}::text <> 'player'
         then case when old.role = 'player' then ${at}::timestamptz else coalesce(u.staff_since, ${at}) end end
     from (select id, role from users where id = ${userId} and deleted_at is null for no key update) old
     where u.id = old.id returning old.role as before`,
  );
}

const LockedAccount = Type.Object({
  ...Account.properties,
  first_name: column.text,
  last_name: column.text,
  username_changed_at: Nullable(column.date),
  pending_email: Nullable(column.text),
});
export type LockedAccount = Static<typeof LockedAccount>;

/** Return and lock an account that is not deleted. */
export async function lockAccount(tx: Tx, id: number): Promise<LockedAccount | undefined> {
  return queryFirst(
    tx,
    LockedAccount,
    sql`select ${COLUMNS}, first_name, last_name, username_changed_at, pending_email from users
     where id = ${id} and deleted_at is null for no key update`,
  );
}

/** Update the names and email address of an account. If `reserve` is set, reserve the previous username. */
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
    at: Date;
  },
): Promise<void> {
  await execute(
    tx,
    sql`update users set username = ${next.username}, email = ${next.email}, search_text = ${searchText(next)}, first_name = ${next.firstName},
       last_name = ${next.lastName},
       username_changed_at = case when ${next.renamed} then ${next.at} else username_changed_at end
     where id = ${before.id}`,
  );
  if (next.reserve)
    await execute(
      tx,
      sql`insert into reserved_usernames (username, user_id, created_at)
       values (${before.username.toLowerCase()}, ${before.id}, ${next.at})
       on conflict (username) do nothing`,
    );
}
