import type { Role } from '@rivalhold/shared/contract/accounts.ts';
import { ACCOUNT_TEXTS as TEXTS } from '@rivalhold/shared/texts/accounts.ts';
import { type DbOrTx, type Tx, transaction } from '../../platform/db/db.ts';
import { AppError, refuseFaults } from '../../platform/errors.ts';
import { newToken } from '../../platform/security/secrets.ts';
import type { Session } from '../../platform/security/sessions.ts';
import type { Site } from '../../platform/site.ts';
import { record } from '../audit/service.ts';
import { createCharacter } from '../game/service.ts';
import { beginQuests } from '../quests/service.ts';
import { askForConfirmation } from './confirmation.ts';
import { asTaken, judgeSignUp, type SignUp } from './policy.ts';
import {
  accountByCredential,
  confirmEmail,
  holdPassword,
  insertUser,
  lockAdmins,
  sessionsOf,
  takeEmailToken,
  takenNames,
  updateRole,
} from './queries.ts';

export { type AccountChange, changeAccount, proveOwner } from './changes.ts';
export { closeAccount } from './leaving.ts';
export { changePassword, forgotPassword, proveWithPassword, resetPassword } from './passwords.ts';
export { currentUser } from './presenters.ts';

/** A player's role, or whether they are muted, is another: it holds from the next request on, and their tabs are told. */
export function sessionChanged(tx: Tx, site: Site, userId: number): void {
  site.sessions.forgetUser(tx, userId);
  site.realtime.emit(tx, [userId], 'session:changed', {});
}

/**
 * Makes an account with its character, and a confirmation mail unless the address is known to be good.
 * @throws AppError invalid with one text for each field at fault, taken when name or address are.
 */
export async function signUp(
  db: DbOrTx,
  site: Site,
  input: SignUp,
  { confirmed = false, network = '' }: { confirmed?: boolean; network?: string } = {},
): Promise<{ userId: number }> {
  const { clean, errors } = judgeSignUp(input);
  refuseFaults(errors);
  const taken = await takenNames(db, clean.username, clean.email);
  refuseFaults(
    { email: taken.email && TEXTS.emailTaken, username: taken.username && TEXTS.usernameTaken },
    'taken',
  );
  // Hashing takes its time on purpose: not inside the transaction.
  const passwordHash = await site.secrets.hashPassword(clean.password, network);
  const at = site.clock.now();
  try {
    return await transaction(db, async (tx) => {
      const userId = await insertUser(tx, { ...clean, passwordHash, at });
      await createCharacter(tx, site, userId, at);
      await beginQuests(tx, userId, at);
      if (confirmed) await confirmEmail(tx, userId, clean.email, at);
      else await askForConfirmation(tx, site, { id: userId, ...clean });
      return { userId };
    });
  } catch (error) {
    throw asTaken(error);
  }
}

/** Mails the confirmation link again, which voids the one before, unless the address is confirmed already. */
export async function resendConfirmation(db: DbOrTx, site: Site, session: Session): Promise<void> {
  if (session.user.emailVerified) return;
  await transaction(db, (tx) => askForConfirmation(tx, site, session.user));
}

/** @throws AppError invalidToken for a link that is unknown, used or too old. */
export async function confirmByToken(db: DbOrTx, site: Site, token: string): Promise<void> {
  await transaction(db, async (tx) => {
    const now = site.clock.now();
    const taken = await takeEmailToken(tx, token, 'confirm', now);
    if (!taken) throw new AppError('invalidToken');
    await confirmEmail(tx, taken.user_id, taken.email, now);
    site.sessions.forgetUser(tx, taken.user_id);
  });
}

/** Whose credential it was, and the hash of the password that was judged right. */
export type SignedIn = { userId: number; passwordHash: string };

/**
 * Finds whose credential and password these are. Failures are counted by credential and address, so that a stranger
 * can lock nobody out; past 100 an hour from everywhere only browsers that have signed in before go on as usual.
 * @param isKnownBrowser whether this browser has signed in to that account before
 * @throws AppError credentials, the same and as slow for an unknown name; tooOften.
 */
export async function signIn(
  db: DbOrTx,
  site: Site,
  { credential, password }: { credential: string; password: string },
  from: { address: string; network: string; isKnownBrowser: (userId: number) => boolean },
): Promise<SignedIn> {
  site.secrets.refuseBusy(from.network);
  await site.limits.consume('signInAddressMinute', from.address);
  await site.limits.consume('signInAddressHour', from.address);
  const account = await accountByCredential(db, credential.trim());
  const target = limitedTarget(credential.trim(), account?.id);
  const pair = `${target}|${from.address}`;
  await site.limits.check('signInFailures', pair);
  const known = account !== undefined && from.isKnownBrowser(account.id);
  if (!known && (await site.limits.isSpent('signInFailuresAll', target)))
    await site.limits.consume('signInSlow', pair);

  const right = await site.secrets.verifyPassword(
    account?.password_hash ?? (await decoyHash(site)),
    password,
    from.network,
  );
  if (!account || !right) {
    await site.limits.note('signInFailures', pair);
    await site.limits.note('signInFailuresAll', target);
    throw wrongCredentials();
  }
  await site.limits.forget('signInFailures', pair);
  return { userId: account.id, passwordHash: account.password_hash };
}

/**
 * What failures are counted by. A name and the address that belongs to it count apart: counted together they would
 * tell a stranger that they belong together.
 */
function limitedTarget(credential: string, accountId: number | undefined): string {
  if (accountId === undefined) return `name:${credential.toLowerCase().slice(0, 254)}`;
  return `id:${accountId}:${credential.includes('@') ? 'email' : 'name'}`;
}

const wrongCredentials = (): AppError =>
  new AppError('credentials', TEXTS.credentials, { errors: { credential: TEXTS.credentials } });

/**
 * Holds the password that was judged until the session is begun, so that none begins by one that was just changed.
 * @throws AppError credentials when it has been.
 */
export async function holdSignIn(tx: Tx, { userId, passwordHash }: SignedIn): Promise<void> {
  if (!(await holdPassword(tx, userId, passwordHash))) throw wrongCredentials();
}

let decoy: Promise<string> | undefined;
/** A hash nobody knows the password of, so that an unknown name takes as long as a wrong password. */
function decoyHash(site: Site): Promise<string> {
  decoy ??= site.secrets.hashPassword(newToken(), 'decoy').catch((error) => {
    // Too many wait now: kept, that would tell unknown names from known ones for good.
    decoy = undefined;
    throw error;
  });
  return decoy;
}

/** One's sessions, the latest used first, the current one marked. */
export async function listSessions(db: DbOrTx, site: Site, session: Session) {
  const rows = await sessionsOf(db, session.user.id, site.clock.now());
  return rows.map((row) => ({
    ...row,
    createdAt: row.createdAt.toISOString(),
    lastUsedAt: row.lastUsedAt.toISOString(),
    current: row.id === session.id,
  }));
}

/**
 * Finds a player by name, or by address.
 * @throws AppError notFound.
 */
export async function playerNamed(db: DbOrTx, name: string): Promise<{ id: number; username: string }> {
  const account = await accountByCredential(db, name);
  if (!account) throw new AppError('notFound', `There is no player called ${name}.`);
  return { id: account.id, username: account.username };
}

/**
 * Gives a player another role, on behalf of the operator; it holds from the next request on, in open sockets too.
 * @throws AppError notFound; conflict when that would leave the site without an admin.
 */
export async function setRole(
  db: DbOrTx,
  site: Site,
  { username, role }: { username: string; role: Role },
): Promise<void> {
  await transaction(db, async (tx) => {
    const account = await playerNamed(tx, username);
    if (role !== 'admin' && (await lastAdminIs(tx, account.id)))
      throw new AppError('conflict', `${account.username} is the last admin.`);
    const before = await giveRole(tx, site, account.id, role);
    if (before !== role)
      await record(tx, site, {
        kind: 'role.change',
        actorId: null,
        targetId: account.id,
        before: before ?? null,
        after: role,
      });
  });
}

/** Whether a player is the only admin there is; where they are one, all admins stay so until the transaction ends. */
export async function lastAdminIs(tx: Tx, userId: number): Promise<boolean> {
  const admins = await lockAdmins(tx, userId);
  return admins.length === 1 && admins[0] === userId;
}

/** Writes the role of a player who is locked; it holds from the next request on. Answers the one before. */
export async function giveRole(tx: Tx, site: Site, userId: number, role: Role): Promise<Role | undefined> {
  const before = await updateRole(tx, userId, role);
  sessionChanged(tx, site, userId);
  return before;
}
