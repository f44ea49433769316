import type { Role } from '@rivalhold/shared/contract/accounts.ts';
import { formatCount } from '@rivalhold/shared/format-number.ts';
import { ACCOUNT_TEXTS as TEXTS } from '@rivalhold/shared/texts/accounts.ts';
import { SESSION_TEXTS } from '@rivalhold/shared/texts/sessions.ts';
import { type DbOrTx, isTx, type Tx, transaction, violatesUnique } from '../../platform/db/db.ts';
import { AppError, throwIfInvalid } from '../../platform/errors.ts';
import { FileStoreError, storeFiles } from '../../platform/files/stored-files.ts';
import type { Session } from '../../platform/security/sessions.ts';
import type { Site } from '../../platform/site.ts';
import { recordAudit } from '../audit/service.ts';
import { type SolvedCaptcha, useCaptcha } from '../captcha/service.ts';
import { createCharacter } from '../game/service.ts';
import { insertQuestProgress } from '../quests/service.ts';
import { shareAddressSanctions } from './address-sanctions.ts';
import { sendEmailConfirmation, tryCountConfirmation } from './email-confirmation.ts';
import type { VerifiedCredential } from './open-session.ts';
import { unknownPasswordHash } from './passwords.ts';
import { type SignUpInput, toTakenError, validateSignUp } from './policy.ts';
import { drawPortrait } from './portrait.ts';
import {
  accountByCredential,
  accountById,
  confirmEmail,
  findTaken,
  insertUser,
  lockAdmins,
  lockIfPasswordUnchanged,
  newUserId,
  sessionsOf,
  updateRole,
} from './queries.ts';
import { RATE_LIMITS } from './rate-limits.ts';

export {
  type AccountChange,
  updateAccountDetails,
  verifyOwnership,
} from './account-update.ts';
export { isAddressConfirmed, updateAddressSanction } from './address-sanctions.ts';
export { consumeAppealToken, deleteAppealToken, findAppealAccount } from './appeal-tokens.ts';
export { undoEmailChange } from './email-change.ts';
export { anonymizeAccount } from './erasure.ts';
export { openSession } from './open-session.ts';
export { type AccountLock, createResetLink, unknownPasswordHash, verifyPassword } from './passwords.ts';
export { currentUser } from './presenters.ts';
export { type Account, lockAccount } from './queries.ts';
export { createDenyLink, type DeniedChanges, denySignIn } from './sign-in-alerts.ts';

/**
 * Drop a player's cached sessions after the commit, and send `session:changed` to the player's open tabs. Call this
 * when a role or a mute changes. The change applies from the next request on, and on other nodes within a second.
 */
export function invalidateSessions(tx: Tx, site: Site, userId: number): void {
  site.sessions.invalidateUsers(tx, [userId]);
  site.realtime.emit(tx, [userId], 'session:changed', {});
}

/**
 * Create an account with its character. Send a confirmation email unless `confirmed` is set or the mailbox has received
 * enough emails today. If a portrait was chosen, also create the avatar, unless too many portraits are waiting to be
 * drawn or the file store is down.
 * @param db must not be a transaction if a portrait was chosen, because the portrait's files are stored before the
 *   transaction begins
 * @param captcha a solved captcha, which is marked as used
 * @throws AppError `invalid` with one text for each invalid field; `taken` if the username or address is in
 *   use; `captcha` if the captcha was used before.
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
): Promise<VerifiedCredential & { mailSent: boolean }> {
  const { clean, errors } = validateSignUp(input);
  throwIfInvalid(errors);
  const at = site.clock.now();
  const taken = await findTaken(db, { ...clean, now: at });
  throwIfInvalid(
    { email: taken.email && TEXTS.emailTaken, username: taken.username && TEXTS.usernameTaken },
    'taken',
  );
  // Hashing is slow on purpose, so it stays outside the transaction.
  const passwordHash = await site.secrets.hashPassword(clean.password, network);
  // Send no link if the mailbox has received enough emails today. The player can request a link later.
  const sendsLink = !confirmed && (await tryCountConfirmation(site, clean.email));
  const createWithNewId = async () => {
    const id = await newUserId(db);
    const portrait = clean.portrait ? await drawPortrait(id, clean.portrait, network) : null;
    const create = async (tx: Tx, avatarUrl: string | null) => {
      if (captcha) await useCaptcha(tx, captcha);
      await insertUser(tx, { ...clean, id, passwordHash, avatarUrl, at });
      await createCharacter(tx, site, id, at);
      await insertQuestProgress(tx, id, at);
      if (confirmed) await confirmEmail(tx, id, clean.email, at);
      if (sendsLink) await sendEmailConfirmation(tx, site, { id, ...clean });
      await shareAddressSanctions(tx, site, id);
      return { userId: id, passwordHash, mailSent: sendsLink && site.config.smtpUrl !== null };
    };
    if (!portrait) return transaction(db, (tx) => create(tx, null));
    if (isTx(db)) throw new Error('Portrait files cannot be stored in a transaction');
    return storeFiles(db, site, portrait.files, (tx) => create(tx, portrait.url)).catch((error) => {
      if (!(error instanceof FileStoreError)) throw error;
      // The file store is down. Create the account without the avatar. The player can choose an avatar later.
      return transaction(db, (tx) => create(tx, null));
    });
  };
  try {
    return await createWithNewId().catch((error) => {
      // The reserved id can be taken in the meantime, if another node loads the demo world, whose players have fixed
      // ids. Try again with a new id, except in a caller's transaction, which cannot continue after an error.
      if (isTx(db) || !violatesUnique(error, 'users_pkey')) throw error;
      return createWithNewId();
    });
  } catch (error) {
    throw toTakenError(error);
  }
}

/**
 * Verify a credential and password. Failures are counted by credential and IP address, so that a stranger cannot lock
 * out a player. After 100 failures within an hour for one credential, unknown browsers get one attempt a minute per IP
 * address.
 * @param isKnownBrowser returns true if this browser has already signed in with the account's current password
 * @throws AppError `credentials`, with the same text and timing for an unknown name as for a wrong password;
 *   `tooOften`; `unavailable` while too many password checks are waiting.
 */
export async function signIn(
  db: DbOrTx,
  site: Site,
  { credential, password }: { credential: string; password: string },
  from: { address: string; network: string; isKnownBrowser: (account: VerifiedCredential) => boolean },
): Promise<VerifiedCredential> {
  site.secrets.assertNotBusy(from.network);
  await site.limits.consume(RATE_LIMITS.signInAddressMinute, from.address);
  await site.limits.consume(RATE_LIMITS.signInAddressHour, from.address);
  const account = await accountByCredential(db, credential.trim());
  const target = credentialLimitKey(credential.trim(), account?.id);
  const pair = `${target}|${from.address}`;
  await site.limits.check(RATE_LIMITS.signInFailures, pair);
  const known =
    account !== undefined && from.isKnownBrowser({ userId: account.id, passwordHash: account.password_hash });
  if (!known && (await site.limits.isSpent(RATE_LIMITS.signInFailuresAll, target)))
    await site.limits.consume(RATE_LIMITS.signInSlow, pair);

  const right = await site.secrets.verifyPassword(
    // Verify a password even for an unknown name, so that the response takes as long as for a wrong password.
    account?.password_hash ?? (await unknownPasswordHash(site)),
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
 * Return the key under which failed sign-ins are counted. The username and the email address of an account count
 * separately, because a shared counter would reveal that they belong to the same account.
 */
function credentialLimitKey(credential: string, accountId: number | undefined): string {
  if (accountId === undefined) return `name:${credential.toLowerCase().slice(0, 254)}`;
  return `id:${accountId}:${credential.includes('@') ? 'email' : 'name'}`;
}

/** Return a player's id and password hash, or undefined if the account is deleted. */
export async function credentialOf(db: DbOrTx, userId: number): Promise<VerifiedCredential | undefined> {
  const account = await accountById(db, userId);
  return account && { userId, passwordHash: account.password_hash };
}

const wrongCredentialsError = (): AppError =>
  new AppError('credentials', TEXTS.credentials, { errors: { credential: TEXTS.credentials } });

/**
 * Lock the account, so that its password cannot change before the session is created.
 * @throws AppError `credentials` if the password changed after it was verified.
 */
export async function lockVerifiedAccount(
  tx: Tx,
  { userId, passwordHash }: VerifiedCredential,
): Promise<void> {
  if (!(await lockIfPasswordUnchanged(tx, userId, passwordHash))) throw wrongCredentialsError();
}

/** Return a player's sessions, with the most recently used first and the current one marked. */
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
 * End one of the caller's other sessions, and close its sockets.
 * @throws AppError `notFound` if the caller has no such session; `conflict` for the current session, which the player
 *   ends by logging out.
 */
export async function endSession(db: DbOrTx, site: Site, session: Session, sessionId: number): Promise<void> {
  if (sessionId === session.id) throw new AppError('conflict', SESSION_TEXTS.current);
  const hasEnded = await transaction(db, (tx) => site.sessions.endOne(tx, session.user.id, sessionId));
  if (!hasEnded) throw new AppError('notFound', SESSION_TEXTS.notFound);
}

/** End all of a player's sessions on behalf of the operator, and return their number. */
export async function endSessionsOf(db: DbOrTx, site: Site, userId: number): Promise<number> {
  return transaction(db, async (tx) => {
    const count = await site.sessions.endAll(tx, userId, null);
    await recordAudit(tx, site, {
      kind: 'sessions.end',
      actorId: null,
      targetId: userId,
      subject: formatCount(count, 'session'),
    });
    return count;
  });
}

/**
 * Find a player by username or email address.
 * @throws AppError `notFound`.
 */
export async function findPlayer(db: DbOrTx, name: string): Promise<{ id: number; username: string }> {
  const account = await accountByCredential(db, name);
  if (!account) throw new AppError('notFound', `There is no player named ${name}.`);
  return { id: account.id, username: account.username };
}

/**
 * Set a player's role on behalf of the operator. The role applies to open sockets and to all later requests.
 * @throws AppError `notFound`; `conflict` if the site would be left without an admin.
 */
export async function setRole(
  db: DbOrTx,
  site: Site,
  { username, role }: { username: string; role: Role },
): Promise<void> {
  await transaction(db, async (tx) => {
    const account = await findPlayer(tx, username);
    if (role !== 'admin' && (await isLastAdmin(tx, site, account.id)))
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
 * Report whether a player is an admin and all other admins, if any, are suspended. If the player is an admin, lock the
 * rows of all admins until the transaction ends.
 */
export async function isLastAdmin(tx: Tx, { clock }: Site, userId: number): Promise<boolean> {
  const admins = await lockAdmins(tx, userId, clock.now());
  return admins.length === 1 && admins[0] === userId;
}

/** Set a player's role and return the previous one. The new role applies from the next request on. */
export async function updateRoleOf(
  tx: Tx,
  site: Site,
  userId: number,
  role: Role,
): Promise<Role | undefined> {
  const before = await updateRole(tx, userId, role, site.clock.now());
  invalidateSessions(tx, site, userId);
  return before;
}
