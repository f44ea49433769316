import { normalizeEmail } from '@rivalhold/shared/emails.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { ACCOUNT_TEXTS as TEXTS } from '@rivalhold/shared/texts/accounts.ts';
import { PROFILE_TEXTS } from '@rivalhold/shared/texts/profiles.ts';
import type { Db, Tx } from '../../platform/db/db.ts';
import { AppError, invalidFieldsError, throwIfInvalid } from '../../platform/errors.ts';
import type { Session } from '../../platform/security/sessions.ts';
import type { Site } from '../../platform/site.ts';
import { sendEmailConfirmation } from './email-confirmation.ts';
import { sendAddressChangedMail } from './mails.ts';
import { type AccountLock, verifyPassword } from './passwords.ts';
import { nameError, toTakenError, usernameError } from './policy.ts';
import { findTaken, lockAccount, updateAccount } from './queries.ts';

export type AccountChange = {
  username?: string | null | undefined;
  email?: string | null | undefined;
  currentPassword?: string | null | undefined;
  firstName?: string | null | undefined;
  lastName?: string | null | undefined;
};

/**
 * Update the given fields of an account. A new email address has to be confirmed again, and the previous address is
 * notified if it was confirmed. The previous username stays reserved.
 * @param lockOwner the result of `verifyOwnership`
 * @throws AppError invalid with one text for each invalid field; taken; tooOften for a second rename within 30 days.
 */
export async function updateAccountDetails(
  tx: Tx,
  site: Site,
  session: Session,
  change: AccountChange,
  lockOwner: AccountLock | null,
): Promise<void> {
  const account = await lockAccount(tx, session.user.id);
  if (!account) throw new AppError('unauthenticated');
  const next = {
    username: change.username?.trim() ?? account.username,
    email: change.email == null ? account.email : (normalizeEmail(change.email) ?? ''),
    firstName: change.firstName?.trim() ?? account.first_name,
    lastName: change.lastName?.trim() ?? account.last_name,
  };
  const renamed = next.username !== account.username;
  const moved = next.email !== account.email;
  if (!renamed && !moved && next.firstName === account.first_name && next.lastName === account.last_name)
    return;
  // The session may be stale: the locked row can show that the email address changes after all.
  if (moved) {
    if (!lockOwner) throw wrongPasswordError();
    await lockOwner(tx);
  }
  throwIfInvalid({
    username: renamed && usernameError(next.username),
    email: next.email === '' && TEXTS.email,
    firstName: nameError(next.firstName, TEXTS.firstName),
    lastName: nameError(next.lastName, TEXTS.lastName),
  });
  const at = site.clock.now();
  const last = account.username_changed_at?.getTime() ?? Number.NEGATIVE_INFINITY;
  const onlyCase = next.username.toLowerCase() === account.username.toLowerCase();
  if (renamed && at.getTime() - last < LIMITS.usernameChangeMs)
    throw invalidFieldsError({ username: PROFILE_TEXTS.usernameWait }, 'tooOften');
  const taken = await findTaken(tx, next.username, next.email);
  if (renamed && !onlyCase && taken.username)
    throw invalidFieldsError({ username: TEXTS.usernameTaken }, 'taken');
  if (moved && taken.email) throw invalidFieldsError({ email: TEXTS.emailTaken }, 'taken');
  try {
    await updateAccount(tx, account, { ...next, renamed, reserve: renamed && !onlyCase, moved, at });
  } catch (error) {
    throw toTakenError(error);
  }
  if (moved) {
    if (session.user.emailVerified)
      await sendAddressChangedMail(site, tx, { email: account.email, username: next.username });
    await sendEmailConfirmation(tx, site, { id: account.id, email: next.email, username: next.username });
  }
}

/**
 * Verify the password if the change needs it, which a new email address does. Call this before the
 * transaction, since hashing is slow.
 * @returns the lock that `updateAccountDetails` takes; null if no password was needed.
 * @throws AppError invalid for a wrong password, tooOften after too many.
 */
export async function verifyOwnership(
  db: Db,
  site: Site,
  { user }: Session,
  change: AccountChange,
): Promise<AccountLock | null> {
  if (change.email == null || normalizeEmail(change.email) === user.email) return null;
  const password = change.currentPassword ?? '';
  return verifyPassword(db, site, { userId: user.id, password, refusal: wrongPasswordError() });
}

const wrongPasswordError = (): AppError => invalidFieldsError({ currentPassword: TEXTS.currentPassword });
