import { LIMITS } from '@rivalhold/shared/limits.ts';
import { ACCOUNT_TEXTS as TEXTS } from '@rivalhold/shared/texts/accounts.ts';
import { type DbOrTx, type Tx, transaction } from '../../platform/db/db.ts';
import { AppError, invalidFieldsError } from '../../platform/errors.ts';
import type { Session } from '../../platform/security/sessions.ts';
import type { Site } from '../../platform/site.ts';
import { sendPasswordChangedMail, sendPasswordResetMail } from './mails.ts';
import { passwordError } from './policy.ts';
import {
  type Account,
  accountByEmail,
  accountById,
  confirmEmail,
  consumeEmailToken,
  createEmailToken,
  lockIfPasswordUnchanged,
  setPassword,
} from './queries.ts';
import { RATE_LIMITS } from './rate-limits.ts';

/** The job that mails a link, if there is somebody to mail it to. */
export const RESET_JOB = 'accounts.reset';

/**
 * Asks for a link to choose a new password. Whether the address belongs to somebody is looked up in a job of its own,
 * so that neither this answer nor the next one takes longer when it does.
 */
export async function forgotPassword(db: DbOrTx, site: Site, email: string): Promise<void> {
  await transaction(db, (tx) => site.jobs.send(tx, RESET_JOB, { email: email.trim() }));
}

/** Mails the link to the address of the account, whatever spelling of it was given: at most five in an hour. */
export async function sendPasswordReset(db: DbOrTx, site: Site, email: string): Promise<void> {
  const account = await accountByEmail(db, email);
  if (!account || (await site.limits.isSpent(RATE_LIMITS.resetAccount, account.id))) return;
  await site.limits.record(RATE_LIMITS.resetAccount, account.id);
  await transaction(db, async (tx) => {
    const token = await createEmailToken(tx, {
      userId: account.id,
      kind: 'reset',
      email: account.email,
      at: site.clock.now(),
      lifeMs: LIMITS.resetTokenMs,
    });
    await sendPasswordResetMail(site, tx, account, token);
  });
}

/**
 * Sets a new password by a mailed link, once; ends all sessions. The link also shows that the address is the player's.
 * @throws AppError invalid for the password, invalidToken for a link that is unknown, used or too old.
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
    const account = taken && (await accountById(tx, taken.user_id));
    if (!account || account.email !== taken?.email) throw new AppError('invalidToken');
    await setPassword(tx, account.id, passwordHash);
    await confirmEmail(tx, account.id, account.email, now);
    await site.sessions.endAll(tx, account.id, null);
    await sendPasswordChangedMail(site, tx, account);
  });
}

/**
 * Changes the password and ends all other sessions; a confirmed address is told.
 * @throws AppError invalid with the text of the invalid field, tooOften after many wrong tries.
 */
export async function changePassword(
  db: DbOrTx,
  site: Site,
  session: Session,
  { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
): Promise<void> {
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
}

/** Locks the account whose password was judged; throws the refusal where a reset came first. */
export type AccountLock = (tx: Tx) => Promise<Account>;

/**
 * Judges the password of who is signed in, before a transaction since that takes its time; limited, so that a browser
 * left alone cannot be used to guess it.
 * @returns what holds the password within the transaction to come.
 * @throws AppError `refusal` for a wrong one, tooOften after many; unauthenticated.
 */
export async function verifyPassword(
  db: DbOrTx,
  site: Site,
  { userId, password, refusal: error }: { userId: number; password: string; refusal: AppError },
): Promise<AccountLock> {
  const account = await accountById(db, userId);
  if (!account) throw new AppError('unauthenticated');
  site.secrets.assertNotBusy(userId);
  await site.limits.consume(RATE_LIMITS.passwordCheck, account.id);
  if (!(await site.secrets.verifyPassword(account.password_hash, password, userId))) throw error;
  return async (tx) => {
    if (!(await lockIfPasswordUnchanged(tx, account.id, account.password_hash))) throw error;
    return account;
  };
}

function validateNewPassword(newPassword: string): void {
  const error = passwordError(newPassword);
  if (error) throw invalidFieldsError({ newPassword: error });
}
