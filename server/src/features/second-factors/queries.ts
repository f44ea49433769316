import { Nullable } from '@rivalhold/shared/contract/schema.ts';
import { formatCount } from '@rivalhold/shared/format-number.ts';
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
  queryValues,
  sql,
  type Tx,
} from '../../platform/db/db.ts';

const PasskeyRow = Type.Object({
  id: column.integer,
  userId: column.integer,
  credentialId: column.text,
  publicKey: column.text,
  counter: column.integer,
  transports: Type.Array(column.text),
  name: column.text,
  createdAt: column.date,
  lastUsedAt: Nullable(column.date),
});
export type PasskeyRow = Static<typeof PasskeyRow>;

const COLUMNS = sql`id, user_id as "userId", credential_id as "credentialId", public_key as "publicKey", counter,
  transports, name, created_at as "createdAt", last_used_at as "lastUsedAt"`;

/** Return a player's passkeys, oldest first. */
export const passkeysOf = (db: DbOrTx, userId: number): Promise<PasskeyRow[]> =>
  query(db, PasskeyRow, sql`select ${COLUMNS} from passkeys where user_id = ${userId} order by id`);

/** Return the passkey with the given credential id. */
export const passkeyByCredential = (db: DbOrTx, credentialId: string): Promise<PasskeyRow | undefined> =>
  queryFirst(db, PasskeyRow, sql`select ${COLUMNS} from passkeys where credential_id = ${credentialId}`);

/** Insert a passkey. */
export async function insertPasskey(
  tx: Tx,
  passkey: Omit<PasskeyRow, 'id' | 'createdAt' | 'lastUsedAt'> & { at: Date },
): Promise<void> {
  await execute(
    tx,
    sql`insert into passkeys (user_id, credential_id, public_key, counter, transports, name, created_at)
     values (${passkey.userId}, ${passkey.credentialId}, ${passkey.publicKey}, ${passkey.counter},
       ${passkey.transports}, ${passkey.name}, ${passkey.at})`,
  );
}

/**
 * Store that a passkey was used. Return false if its counter has not increased since the last use. The caller must lock
 * the account.
 */
export const recordUse = (
  tx: Tx,
  { id, counter, at }: { id: number; counter: number; at: Date },
): Promise<boolean> =>
  queryExists(
    tx,
    // Passkeys that several devices share have no counter, and always send 0.
    sql`update passkeys set counter = ${counter}, last_used_at = ${at}
     where id = ${id} and (counter < ${counter} or (counter = 0 and ${counter}::bigint = 0)) returning id`,
  );

/** Rename a player's passkey. Return false if the player has no such passkey. */
export const renamePasskeyOf = (tx: DbOrTx, userId: number, id: number, name: string): Promise<boolean> =>
  queryExists(
    tx,
    sql`update passkeys set name = ${name} where id = ${id} and user_id = ${userId} returning id`,
  );

/** Delete a player's passkey, and return its name, or undefined if the player has no such passkey. */
export const deletePasskeyOf = (tx: Tx, userId: number, id: number): Promise<string | undefined> =>
  queryFirstValue(
    tx,
    column.text,
    sql`delete from passkeys where id = ${id} and user_id = ${userId} returning name`,
  );

/** Mark a challenge as used. Return false if it was used before. */
export const markUsed = (tx: Tx, challengeHash: string, expiresAt: Date): Promise<boolean> =>
  queryExists(
    tx,
    sql`insert into used_challenges (challenge_hash, expires_at) values (${challengeHash}, ${expiresAt})
     on conflict do nothing returning challenge_hash`,
  );

const AuthenticatorRow = Type.Object({
  sealedSecret: column.text,
  createdAt: column.date,
  confirmedAt: Nullable(column.date),
  lastUsedAt: Nullable(column.date),
});
type AuthenticatorRow = Static<typeof AuthenticatorRow>;

/** Return a player's authenticator app, which might not be confirmed yet. */
export const authenticatorOf = (db: DbOrTx, userId: number): Promise<AuthenticatorRow | undefined> =>
  queryFirst(
    db,
    AuthenticatorRow,
    sql`select sealed_secret as "sealedSecret", created_at as "createdAt", confirmed_at as "confirmedAt",
       last_used_at as "lastUsedAt" from authenticators where user_id = ${userId}`,
  );

/** Store a new authenticator app. If the player already has a confirmed one, do nothing and return false. */
export const startAuthenticator = (
  tx: Tx,
  { userId, sealedSecret, at }: { userId: number; sealedSecret: string; at: Date },
): Promise<boolean> =>
  queryExists(
    tx,
    sql`insert into authenticators as a (user_id, sealed_secret, last_step, created_at)
     values (${userId}, ${sealedSecret}, 0, ${at})
     on conflict (user_id) do update set sealed_secret = excluded.sealed_secret, created_at = excluded.created_at
       where a.confirmed_at is null
     returning user_id`,
  );

/** Confirm an authenticator app. If it is already confirmed, or has been replaced, do nothing and return false. */
export const confirmAuthenticator = (
  tx: Tx,
  { userId, sealedSecret, step, at }: { userId: number; sealedSecret: string; step: number; at: Date },
): Promise<boolean> =>
  queryExists(
    tx,
    sql`update authenticators set confirmed_at = ${at}, last_step = ${step}
     where user_id = ${userId} and sealed_secret = ${sealedSecret} and confirmed_at is null returning user_id`,
  );

/** Store that a code was used. Return false if a code of this or a later time step was used before. */
export const recordStep = (
  tx: Tx,
  { userId, sealedSecret, step, at }: { userId: number; sealedSecret: string; step: number; at: Date },
): Promise<boolean> =>
  queryExists(
    tx,
    sql`update authenticators set last_step = ${step}, last_used_at = ${at}
     where user_id = ${userId} and sealed_secret = ${sealedSecret} and confirmed_at is not null
       and last_step < ${step} returning user_id`,
  );

/** Delete a player's authenticator app. Return false if the player had no confirmed app. */
export const deleteAuthenticator = (tx: Tx, userId: number): Promise<boolean> =>
  queryExists(
    tx,
    sql`delete from authenticators where user_id = ${userId} and confirmed_at is not null returning user_id`,
  );

/** Replace a player's recovery codes. */
export async function replaceRecoveryCodes(
  tx: Tx,
  userId: number,
  hashes: readonly string[],
  at: Date,
): Promise<void> {
  await deleteRecoveryCodes(tx, userId);
  await execute(
    tx,
    sql`insert into recovery_codes (code_hash, user_id, created_at)
     select hash, ${userId}, ${at} from unnest(${hashes}::text[]) hash`,
  );
}

/** Delete a player's recovery codes, and return their number. */
export async function deleteRecoveryCodes(tx: Tx, userId: number): Promise<number> {
  const deleted = await execute(
    tx,
    sql`delete from recovery_codes where user_id = ${userId} returning code_hash`,
  );
  return deleted.length;
}

/** Use up a recovery code by deleting it. Return false if the player has no such code. */
export const takeRecoveryCode = (tx: Tx, userId: number, hash: string): Promise<boolean> =>
  queryExists(
    tx,
    sql`delete from recovery_codes where user_id = ${userId} and code_hash = ${hash} returning user_id`,
  );

const FactorCounts = Type.Object({
  passkeys: column.integer,
  app: column.boolean,
  recoveryCodes: column.integer,
});
type FactorCounts = Static<typeof FactorCounts>;

/** Return how many factors of each kind a player has. */
export const countFactors = (db: DbOrTx, userId: number): Promise<FactorCounts> =>
  queryOne(
    db,
    FactorCounts,
    sql`select (select count(*)::integer from passkeys where user_id = ${userId}) as passkeys,
       exists (select 1 from authenticators where user_id = ${userId} and confirmed_at is not null) as app,
       (select count(*)::integer from recovery_codes where user_id = ${userId}) as "recoveryCodes"`,
  );

/** Report whether an account has a staff role. */
export const isStaffAccount = (tx: Tx, userId: number): Promise<boolean> =>
  queryExists(tx, sql`select 1 from users where id = ${userId} and role <> 'player'`);

/** Delete the passkeys and the authenticator app that a player has added since `since`. */
export async function deleteFactorsSince(tx: Tx, userId: number, since: Date): Promise<void> {
  await execute(tx, sql`delete from passkeys where user_id = ${userId} and created_at >= ${since}`);
  await execute(
    tx,
    sql`delete from authenticators where user_id = ${userId} and coalesce(confirmed_at, created_at) >= ${since}`,
  );
}

/** Delete the recovery codes that a player has created since `since`. */
export async function deleteRecoveryCodesSince(tx: Tx, userId: number, since: Date): Promise<void> {
  await execute(tx, sql`delete from recovery_codes where user_id = ${userId} and created_at >= ${since}`);
}

/** Delete all of a player's second factors. Return the names of the deleted factors. */
export async function deleteFactors(tx: Tx, userId: number): Promise<string[]> {
  const passkeys = await queryValues(
    tx,
    column.text,
    sql`delete from passkeys where user_id = ${userId} returning name`,
  );
  const apps = await queryValues(
    tx,
    AuthenticatorRow.properties.confirmedAt,
    sql`delete from authenticators where user_id = ${userId} returning confirmed_at`,
  );
  const codes = await deleteRecoveryCodes(tx, userId);
  return [
    ...passkeys,
    ...apps.filter((confirmedAt) => confirmedAt !== null).map(() => 'authenticator app'),
    ...(codes > 0 ? [formatCount(codes, 'recovery code')] : []),
  ];
}

/**
 * Delete expired challenges, and unconfirmed authenticator apps whose setup started at or before
 * `setupBefore`.
 */
export async function purge(db: Db, now: Date, setupBefore: Date): Promise<void> {
  await deleteInBatches(
    db,
    (limit) => sql`
      delete from used_challenges where challenge_hash in (
        select challenge_hash from used_challenges where expires_at <= ${now} limit ${limit}
      ) returning challenge_hash`,
  );
  await execute(
    db,
    sql`delete from authenticators where confirmed_at is null and created_at <= ${setupBefore}`,
  );
}
