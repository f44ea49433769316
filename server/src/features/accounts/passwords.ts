import { LIMITS } from '@rivalhold/shared/limits.ts';
import { ACCOUNT_TEXTS as TEXTS } from '@rivalhold/shared/texts/accounts.ts';
import { type DbOrTx, type Tx, transaction } from '../../platform/db/db.ts';
import { AppError, invalidFieldsError } from '../../platform/errors.ts';
import { newToken } from '../../platform/security/secrets.ts';
import type { Session } from '../../platform/security/sessions.ts';
import type { Site } from '../../platform/site.ts';
import { recordAudit } from '../audit/service.ts';
import { shareAddressSanctions } from './address-sanctions.ts';
import { isAlias, mailboxHash } from './mailboxes.ts';
import { resetLink, sendPasswordChangedMail, sendPasswordResetMail } from './mails.ts';
import type { VerifiedCredential } from './open-session.ts';
import { passwordError } from './policy.ts';
import {
  type Account,
  accountByEmail,
  accountById,
  confirmEmail,
  consumeEmailToken,
  createEmailToken,
  isResetTokenValid,
  lockIfPasswordUnchanged,
  setPassword,
} from './queries.ts';
import { RATE_LIMITS } from './rate-limits.ts';

/** The job that sends the password reset link if the address belongs to an account. */
export const RESET_JOB = 'accounts.reset';

/**
 * Request a password reset link. A job looks up the account, so that the response time does not reveal
 * whether the address is known.
 */
export async function forgotPassword(db: DbOrTx, site: Site, email: string): Promise<void> {
  await transaction(db, (tx) => site.jobs.send(tx, RESET_JOB, { email: email.trim() }));
}

/**
 * Send a reset link, at most five times per hour, to the account's stored address, which can be spelled
 * differently from `email`. Accounts whose unconfirmed addresses are aliases of one mailbox also share one
 * limit. This shared limit does not apply to the account with the plain address, so that strangers cannot
 * keep the mailbox's owner from getting a link.
 */
export async function sendPasswordReset(db: DbOrTx, site: Site, email: string): Promise<void> {
  const account = await accountByEmail(db, email);
  if (!account || (await site.limits.isSpent(RATE_LIMITS.resetAccount, account.id))) return;
  if (account.email_verified_at === null && isAlias(account.email)) {
    const mailbox = mailboxHash(site, account.email);
    if (await site.limits.isSpent(RATE_LIMITS.resetAliases, mailbox)) return;
    await site.limits.record(RATE_LIMITS.resetAliases, mailbox);
  }
  await site.limits.record(RATE_LIMITS.resetAccount, account.id);
  await transaction(db, async (tx) =>
    sendPasswordResetMail(site, tx, account, {
      reason: 'requested',
      token: await createResetToken(tx, site, account),
    }),
  );
}

const createResetToken = (tx: Tx, site: Site, account: Account): Promise<string> =>
  createEmailToken(tx, {
    userId: account.id,
    kind: 'reset',
    email: account.email,
    at: site.clock.now(),
    lifeMs: LIMITS.resetTokenMs,
  });

/**
 * Create a password reset link on behalf of the operator. It replaces an earlier link. Mail it unless the operator
 * wants to print it.
 * @returns the link if it is for printing, otherwise null
 * @throws AppError `unauthenticated` if the account is deleted.
 */
export async function createResetLink(
  db: DbOrTx,
  site: Site,
  { userId, isPrinted }: { userId: number; isPrinted: boolean },
): Promise<string | null> {
  return transaction(db, async (tx) => {
    const account = await accountById(tx, userId);
    if (!account) throw new AppError('unauthenticated');
    const token = await createResetToken(tx, site, account);
    if (!isPrinted) await sendPasswordResetMail(site, tx, account, { reason: 'requested', token });
    await recordAudit(tx, site, {
      kind: 'password.reset',
      actorId: null,
      targetId: userId,
      subject: isPrinted ? 'printed' : 'mailed',
    });
    return isPrinted ? resetLink(site, token) : null;
  });
}

/**
 * Check the token of a reset link without using it up.
 * @throws AppError `invalidToken` for an unknown, used or expired token.
 */
export async function verifyResetToken(db: DbOrTx, site: Site, token: string): Promise<void> {
  if (!(await isResetTokenValid(db, token, site.clock.now()))) throw new AppError('invalidToken');
}

/**
 * Set a new password with the token of a reset link, end all sessions, and confirm the email address.
 * @throws AppError `invalid` for the password; `invalidToken` for an unknown, used or expired token.
 */
export async function resetPassword(
  db: DbOrTx,
  site: Site,
  { token, newPassword, network }: { token: string; newPassword: string; network: string },
): Promise<void> {
  validateNewPassword(newPassword);
  const passwordHash = await site.secrets.hashPassword(newPassword, network);
  await transaction(db, async (tx) => {
    const now = site.clock.now();
    const taken = await consumeEmailToken(tx, token, 'reset', now);
    if (!taken || taken.account.email !== taken.token.email) throw new AppError('invalidToken');
    const { account } = taken;
    await setPassword(tx, account.id, passwordHash);
    await confirmEmail(tx, account.id, account.email, now);
    if (account.email_verified_at === null) await shareAddressSanctions(tx, site, account.id);
    await site.sessions.endAll(tx, account.id, null);
    await sendPasswordChangedMail(site, tx, account);
  });
}

/**
 * Change the password, end all other sessions, and send an email if the email address is confirmed.
 * @returns the account with its new password hash
 * @throws AppError `invalid` with an error text for the invalid field; `tooOften` after too many password checks.
 */
export async function changePassword(
  db: DbOrTx,
  site: Site,
  session: Session,
  { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
): Promise<VerifiedCredential> {
  validateNewPassword(newPassword);
  const refusal = invalidFieldsError({ currentPassword: TEXTS.currentPassword });
  const { id: userId } = session.user;
  const lockVerified = await verifyPassword(db, site, { userId, password: currentPassword, refusal });
  const passwordHash = await site.secrets.hashPassword(newPassword, userId);
  await transaction(db, async (tx) => {
    const account = await lockVerified(tx);
    await setPassword(tx, account.id, passwordHash);
    await site.sessions.endAll(tx, account.id, session.id);
    if (session.user.emailVerified) await sendPasswordChangedMail(site, tx, account);
  });
  return { userId, passwordHash };
}

/**
 * Locks the account whose password was verified. Throws the `refusal` of `verifyPassword` if the password has changed
 * since then.
 */
export type AccountLock = (tx: Tx) => Promise<Account>;

/**
 * Verify the password of a signed-in player. Call this before the transaction, since hashing is slow. Checks are rate
 * limited, so that an unattended browser cannot be used to guess the password.
 * @param resetsLimit whether a correct password resets the rate limit; set this for actions that have their own limit
 * @returns a function that locks the account if the verified password is still current.
 * @throws AppError the given `refusal` for a wrong password; `tooOften` after too many checks; `unauthenticated` if the
 *   account is deleted.
 */
export async function verifyPassword(
  db: DbOrTx,
  site: Site,
  {
    userId,
    password,
    refusal: error,
    resetsLimit = false,
  }: { userId: number; password: string; refusal: AppError; resetsLimit?: boolean },
): Promise<AccountLock> {
  const account = await accountById(db, userId);
  if (!account) throw new AppError('unauthenticated');
  site.secrets.assertNotBusy(userId);
  await site.limits.consume(RATE_LIMITS.passwordCheck, account.id);
  if (!(await site.secrets.verifyPassword(account.password_hash, password, userId))) throw error;
  if (resetsLimit) await site.limits.reset(RATE_LIMITS.passwordCheck, account.id);
  return async (tx) => {
    if (!(await lockIfPasswordUnchanged(tx, account.id, account.password_hash))) throw error;
    return account;
  };
}

let unknownPassword: Promise<string> | undefined;
/** Return the hash of a password that nobody knows. The hash is computed once and used for every account. */
export function unknownPasswordHash(site: Site): Promise<string> {
  unknownPassword ??= site.secrets.hashPassword(newToken(), 'unknown').catch((error) => {
    // Do not cache a failure. Hashing fails if too many requests are waiting. If this failure were cached, sign-ins
    // with unknown names would keep failing. This would reveal that these names are unknown.
    unknownPassword = undefined;
    throw error;
  });
  return unknownPassword;
}

function validateNewPassword(newPassword: string): void {
  const error = passwordError(newPassword);
  if (error) throw invalidFieldsError({ newPassword: error });
}
