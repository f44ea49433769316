import { normalizeEmail } from '@rivalhold/shared/emails.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { ACCOUNT_TEXTS as TEXTS } from '@rivalhold/shared/texts/accounts.ts';
import { PROFILE_TEXTS } from '@rivalhold/shared/texts/profiles.ts';
import type { Db, Tx } from '../../platform/db/db.ts';
import { AppError, invalidFieldsError, throwIfInvalid } from '../../platform/errors.ts';
import type { Session } from '../../platform/security/sessions.ts';
import type { Site } from '../../platform/site.ts';
import { shareAddressSanctions } from './address-sanctions.ts';
import { requestEmailChange } from './email-change.ts';
import { countConfirmation, sendEmailConfirmation } from './email-confirmation.ts';
import { type AccountLock, verifyPassword } from './passwords.ts';
import { emailTakenError, nameError, toTakenError, usernameError } from './policy.ts';
import { findTaken, lockAccount, updateAccount } from './queries.ts';
import { RATE_LIMITS } from './rate-limits.ts';

export type AccountChange = {
  username?: string | null | undefined;
  email?: string | null | undefined;
  currentPassword?: string | null | undefined;
  firstName?: string | null | undefined;
  lastName?: string | null | undefined;
};

/**
 * Update the given fields of an account. A new email address replaces an unconfirmed address immediately. It replaces a
 * confirmed address only after the player confirms the new address. The previous username stays reserved.
 * @param lockOwner the result of `verifyOwnership`
 * @throws AppError `invalid` with one text for each invalid field; `taken`; `tooOften` for a second rename within 30
 *   days.
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
  // `verifyOwnership` returns null without a password check if the requested address is the current one. If the current
  // address has changed since then, the password is required after all.
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
  const taken = await findTaken(tx, { ...next, userId: account.id, now: at });
  if (renamed && !onlyCase && taken.username)
    throw invalidFieldsError({ username: TEXTS.usernameTaken }, 'taken');
  if (moved && taken.email) throw emailTakenError();
  const replaced = moved && account.email_verified_at === null;
  try {
    const email = replaced ? next.email : account.email;
    await updateAccount(tx, account, { ...next, email, renamed, reserve: renamed && !onlyCase, at });
  } catch (error) {
    throw toTakenError(error);
  }
  if (replaced) {
    await sendEmailConfirmation(tx, site, { id: account.id, email: next.email, username: next.username });
    await shareAddressSanctions(tx, site, account.id);
  } else if (moved) await requestEmailChange(tx, site, { ...account, username: next.username }, next.email);
}

/**
 * If the email address changes, verify the password. Also count the change and its confirmation email towards their
 * limits, unless the new address is invalid or taken. Call this before the transaction, since hashing is slow.
 * @returns the `lockOwner` argument for `updateAccountDetails`; null if no password was needed.
 * @throws AppError `invalid` for a wrong password; `tooOften` after too many password checks, address changes or
 * emails.
 */
export async function verifyOwnership(
  db: Db,
  site: Site,
  { user }: Session,
  change: AccountChange,
): Promise<AccountLock | null> {
  if (change.email == null) return null;
  const email = normalizeEmail(change.email);
  if (email === user.email) return null;
  const password = change.currentPassword ?? '';
  const lock = await verifyPassword(db, site, { userId: user.id, password, refusal: wrongPasswordError() });
  const { username, id: userId } = user;
  const sends = email && !(await findTaken(db, { username, email, userId, now: site.clock.now() })).email;
  if (!sends) return lock;
  await site.limits.consume(RATE_LIMITS.emailChange, userId);
  await countConfirmation(site, email);
  return lock;
}

const wrongPasswordError = (): AppError => invalidFieldsError({ currentPassword: TEXTS.currentPassword });
