import type { Role } from '@rivalhold/shared/contract/accounts.ts';
import { ACCOUNT_TEXTS as TEXTS } from '@rivalhold/shared/texts/accounts.ts';
import { type DbOrTx, type Tx, transaction } from '../../platform/db/db.ts';
import { AppError, throwIfInvalid } from '../../platform/errors.ts';
import { newToken } from '../../platform/security/secrets.ts';
import type { Session } from '../../platform/security/sessions.ts';
import type { Site } from '../../platform/site.ts';
import { recordAudit } from '../audit/service.ts';
import { type SolvedCaptcha, useCaptcha } from '../captcha/service.ts';
import { createCharacter } from '../game/service.ts';
import { insertQuestProgress } from '../quests/service.ts';
import { sendEmailConfirmation } from './email-confirmation.ts';
import { type SignUpInput, toTakenError, validateSignUp } from './policy.ts';
import {
  accountByCredential,
  confirmEmail,
  consumeEmailToken,
  findTaken,
  insertUser,
  lockAdmins,
  lockIfPasswordUnchanged,
  sessionsOf,
  updateRole,
} from './queries.ts';
import { RATE_LIMITS } from './rate-limits.ts';

export {
  type AccountChange,
  updateAccountDetails,
  verifyOwnership,
} from './account-update.ts';
export { anonymizeAccount } from './erasure.ts';
export {
  changePassword,
  forgotPassword,
  resetPassword,
  verifyPassword,
  verifyResetToken,
} from './passwords.ts';
export { currentUser } from './presenters.ts';

/**
 * Reload a player's sessions after a change of role or mute. It applies from the next request on; open tabs are
 * notified.
 */
export function invalidateSessions(tx: Tx, site: Site, userId: number): void {
  site.sessions.invalidateUser(tx, userId);
  site.realtime.emit(tx, [userId], 'session:changed', {});
}

/**
 * Create an account with its character, and send a confirmation mail unless the address is trusted.
 * @param captcha a solved captcha to use up
 * @throws AppError invalid with one text for each invalid field; taken if the username or address is in use; captcha.
 */
export async function signUp(
  db: DbOrTx,
  site: Site,
  input: SignUpInput,
  {
    confirmed = false,
    network = '',
    captcha = null,
  }: { confirmed?: boolean; network?: string; captcha?: SolvedCaptcha | null } = {},
): Promise<{ userId: number }> {
  const { clean, errors } = validateSignUp(input);
  throwIfInvalid(errors);
  const taken = await findTaken(db, clean.username, clean.email);
  throwIfInvalid(
    { email: taken.email && TEXTS.emailTaken, username: taken.username && TEXTS.usernameTaken },
    'taken',
  );
  // Hashing is slow on purpose, so it stays outside the transaction.
  const passwordHash = await site.secrets.hashPassword(clean.password, network);
  const at = site.clock.now();
  try {
    return await transaction(db, async (tx) => {
      if (captcha) await useCaptcha(tx, captcha);
      const userId = await insertUser(tx, { ...clean, passwordHash, at });
      await createCharacter(tx, site, userId, at);
      await insertQuestProgress(tx, userId, at);
      if (confirmed) await confirmEmail(tx, userId, clean.email, at);
      else await sendEmailConfirmation(tx, site, { id: userId, ...clean });
      return { userId };
    });
  } catch (error) {
    throw toTakenError(error);
  }
}

/** Send a new confirmation link and invalidate the previous one. Does nothing if the address is confirmed. */
export async function resendConfirmation(db: DbOrTx, site: Site, session: Session): Promise<void> {
  if (session.user.emailVerified) return;
  await transaction(db, (tx) => sendEmailConfirmation(tx, site, session.user));
}

/**
 * Confirm an email address by the token of a link.
 * @throws AppError invalidToken for an unknown, used or expired token.
 */
export async function confirmByToken(db: DbOrTx, site: Site, token: string): Promise<void> {
  await transaction(db, async (tx) => {
    const now = site.clock.now();
    const taken = await consumeEmailToken(tx, token, 'confirm', now);
    if (!taken) throw new AppError('invalidToken');
    await confirmEmail(tx, taken.user_id, taken.email, now);
    site.sessions.invalidateUser(tx, taken.user_id);
  });
}

/** The account that a credential belongs to, and the password hash that was verified. */
export type VerifiedCredential = { userId: number; passwordHash: string };

/**
 * Verify a credential and password. Failures are counted by credential and address, so that a stranger cannot lock out
 * a player; above 100 failures an hour in total, only known browsers may still sign in.
 * @param isKnownBrowser whether this browser has signed in to that account before
 * @throws AppError credentials, with the same text and timing for an unknown name; tooOften.
 */
export async function signIn(
  db: DbOrTx,
  site: Site,
  { credential, password }: { credential: string; password: string },
  from: { address: string; network: string; isKnownBrowser: (userId: number) => boolean },
): Promise<VerifiedCredential> {
  site.secrets.assertNotBusy(from.network);
  await site.limits.consume(RATE_LIMITS.signInAddressMinute, from.address);
  await site.limits.consume(RATE_LIMITS.signInAddressHour, from.address);
  const account = await accountByCredential(db, credential.trim());
  const target = rateLimitKey(credential.trim(), account?.id);
  const pair = `${target}|${from.address}`;
  await site.limits.check(RATE_LIMITS.signInFailures, pair);
  const known = account !== undefined && from.isKnownBrowser(account.id);
  if (!known && (await site.limits.isSpent(RATE_LIMITS.signInFailuresAll, target)))
    await site.limits.consume(RATE_LIMITS.signInSlow, pair);

  const right = await site.secrets.verifyPassword(
    account?.password_hash ?? (await decoyHash(site)),
    password,
    from.network,
  );
  if (!account || !right) {
    await site.limits.record(RATE_LIMITS.signInFailures, pair);
    await site.limits.record(RATE_LIMITS.signInFailuresAll, target);
    throw wrongCredentialsError();
  }
  await site.limits.reset(RATE_LIMITS.signInFailures, pair);
  return { userId: account.id, passwordHash: account.password_hash };
}

/**
 * Return the key that failures are counted by. A username and its email address count separately: a shared
 * count would reveal that they belong together.
 */
function rateLimitKey(credential: string, accountId: number | undefined): string {
  if (accountId === undefined) return `name:${credential.toLowerCase().slice(0, 254)}`;
  return `id:${accountId}:${credential.includes('@') ? 'email' : 'name'}`;
}

const wrongCredentialsError = (): AppError =>
  new AppError('credentials', TEXTS.credentials, { errors: { credential: TEXTS.credentials } });

/**
 * Lock the account until the session is created, so that a concurrent password change cannot be bypassed.
 * @throws AppError credentials if the password changed after it was verified.
 */
export async function lockVerifiedAccount(
  tx: Tx,
  { userId, passwordHash }: VerifiedCredential,
): Promise<void> {
  if (!(await lockIfPasswordUnchanged(tx, userId, passwordHash))) throw wrongCredentialsError();
}

let decoyHashPromise: Promise<string> | undefined;
/** Return a hash with no known password, so that an unknown name takes as long as a wrong password. */
function decoyHash(site: Site): Promise<string> {
  decoyHashPromise ??= site.secrets.hashPassword(newToken(), 'decoy').catch((error) => {
    // Too many requests are waiting. A cached rejection would reveal unknown names from then on.
    decoyHashPromise = undefined;
    throw error;
  });
  return decoyHashPromise;
}

/** Return a player's sessions, the last used first, with the current one marked. */
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
 * Find a player by username or email address.
 * @throws AppError notFound.
 */
export async function findPlayer(db: DbOrTx, name: string): Promise<{ id: number; username: string }> {
  const account = await accountByCredential(db, name);
  if (!account) throw new AppError('notFound', `There is no player named ${name}.`);
  return { id: account.id, username: account.username };
}

/**
 * Set a player's role on behalf of the operator. It applies from the next request on, and to open sockets.
 * @throws AppError notFound; conflict if the site would be left without an admin.
 */
export async function setRole(
  db: DbOrTx,
  site: Site,
  { username, role }: { username: string; role: Role },
): Promise<void> {
  await transaction(db, async (tx) => {
    const account = await findPlayer(tx, username);
    if (role !== 'admin' && (await isLastAdmin(tx, account.id)))
      throw new AppError('conflict', `${account.username} is the last admin.`);
    const before = await updateRoleOf(tx, site, account.id, role);
    if (before !== role)
      await recordAudit(tx, site, {
        kind: 'role.change',
        actorId: null,
        targetId: account.id,
        before: before ?? null,
        after: role,
      });
  });
}

/**
 * Return true if a player is the only admin. If the player is an admin, locks all admins until the transaction ends.
 */
export async function isLastAdmin(tx: Tx, userId: number): Promise<boolean> {
  const admins = await lockAdmins(tx, userId);
  return admins.length === 1 && admins[0] === userId;
}

/** Set the role of a locked player and return the previous one. It applies from the next request on. */
export async function updateRoleOf(
  tx: Tx,
  site: Site,
  userId: number,
  role: Role,
): Promise<Role | undefined> {
  const before = await updateRole(tx, userId, role);
  invalidateSessions(tx, site, userId);
  return before;
}
