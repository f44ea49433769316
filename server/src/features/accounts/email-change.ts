import { LIMITS } from '@rivalhold/shared/limits.ts';
import { EMAIL_CHANGE_TEXTS } from '@rivalhold/shared/texts/email-change.ts';
import { type DbOrTx, type Tx, transaction } from '../../platform/db/db.ts';
import { AppError } from '../../platform/errors.ts';
import type { Session } from '../../platform/security/sessions.ts';
import type { Site } from '../../platform/site.ts';
import { shareAddressSanctions } from './address-sanctions.ts';
import { countConfirmation, sendEmailConfirmation } from './email-confirmation.ts';
import { sendEmailChangeMail, sendEmailRestoredMail, sendPasswordResetMail } from './mails.ts';
import { emailTakenError, toTakenError } from './policy.ts';
import {
  cancelPendingEmail,
  confirmEmail,
  consumeEmailToken,
  createEmailToken,
  deleteEmailTokens,
  extendUndoTokens,
  findTaken,
  firstUndoAt,
  type LockedAccount,
  lockAccount,
  setConfirmedEmail,
  setPassword,
  setPendingEmail,
} from './queries.ts';
import type { DeniedChanges } from './sign-in-alerts.ts';

/**
 * Start to change a locked account's confirmed address. Send a confirmation link to the new address and an undo link
 * to the current address. If the new address has a valid undo link, the player is changing back. In this case, send
 * no further undo link, because the current address might belong to a thief.
 */
export async function requestEmailChange(
  tx: Tx,
  site: Site,
  account: LockedAccount,
  email: string,
): Promise<void> {
  const { id, username } = account;
  await setPendingEmail(tx, id, email);
  if (!(await firstUndoAt(tx, { userId: id, email, now: site.clock.now() })))
    await sendUndoLink(tx, site, account, 'requested');
  await sendEmailConfirmation(tx, site, { id, email, username });
}

/**
 * Extend all valid undo links of a player to at least seven days from now. The link of an earlier address must not
 * expire before the link of a later address, because the later address might belong to a thief.
 */
const extendUndoLinks = (tx: Tx, site: Site, userId: number): Promise<void> => {
  const now = site.clock.now();
  return extendUndoTokens(tx, userId, now, new Date(now.getTime() + LIMITS.undoTokenMs));
};

/** Send the current address a link that undoes the change and is valid for seven days. */
async function sendUndoLink(
  tx: Tx,
  site: Site,
  { id, email, username }: LockedAccount,
  change: 'requested' | 'done',
): Promise<void> {
  const at = site.clock.now();
  await extendUndoLinks(tx, site, id);
  const token = await createEmailToken(tx, {
    userId: id,
    kind: 'undo',
    email,
    at,
    lifeMs: LIMITS.undoTokenMs,
  });
  await sendEmailChangeMail(site, tx, { email, username }, { change, token });
}

/**
 * Send the confirmation link again: to the pending address or, without a pending address, to the unconfirmed current
 * address. Do nothing if no address is waiting for confirmation.
 */
export async function resendConfirmation(db: DbOrTx, site: Site, session: Session): Promise<void> {
  const { id, email, emailVerified, pendingEmail } = session.user;
  if (emailVerified && pendingEmail === null) return;
  // If the rate limit is exceeded, suggest a password reset, because a reset also confirms the current address.
  if (pendingEmail === null) await countConfirmation(site, email, EMAIL_CHANGE_TEXTS.resetInstead);
  else await countConfirmation(site, pendingEmail);
  await transaction(db, async (tx) => {
    const account = await lockAccount(tx, id);
    const unconfirmed = account?.pending_email ?? (account?.email_verified_at ? null : account?.email);
    // Compare with the stored account: the data in the session can be a second old, and the address might have been
    // confirmed or changed since then.
    if (account && unconfirmed === (pendingEmail ?? email))
      await sendEmailConfirmation(tx, site, { id, email: unconfirmed, username: account.username });
  });
}

/** Cancel the caller's pending email address change. */
export async function cancelEmailChange(db: DbOrTx, site: Site, session: Session): Promise<void> {
  await transaction(db, async (tx) => {
    if (!(await lockAccount(tx, session.user.id))) throw new AppError('unauthenticated');
    await cancelPendingEmail(tx, session.user.id);
    site.sessions.invalidateUsers(tx, [session.user.id]);
  });
}

/**
 * Confirm an email address with the token from a mailed link. If the address is pending, make it the current address,
 * and mail a new undo link to the replaced address, because the first undo link might have expired. If the pending
 * address has a valid undo link, the player is changing back to it. In this case, mail the replaced address a notice
 * without an undo link. Also delete this undo link and the player's other mailed links, except older undo links.
 * @throws AppError `invalidToken` for an unknown, used or expired token, or if the address is neither the pending nor
 *   the current one; `taken` if another account has confirmed or registered the address in the meantime.
 */
export async function confirmByToken(db: DbOrTx, site: Site, token: string): Promise<void> {
  await transaction(db, async (tx) => {
    const now = site.clock.now();
    const taken = await consumeEmailToken(tx, token, 'confirm', now);
    if (!taken) throw new AppError('invalidToken');
    const { account, token: link } = taken;
    if (link.email === account.pending_email) {
      const left = await firstUndoAt(tx, { userId: account.id, email: link.email, now });
      if (left) {
        await deleteEmailTokens(tx, account.id, left);
        await sendEmailRestoredMail(site, tx, account);
      } else await sendUndoLink(tx, site, account, 'done');
      await moveTo(tx, site, account, link.email);
    } else if (link.email === account.email) {
      await confirmEmail(tx, account.id, link.email, now);
      await shareAddressSanctions(tx, site, account.id);
    } else throw new AppError('invalidToken');
    site.sessions.invalidateUsers(tx, [account.id]);
    site.realtime.emit(tx, [account.id], 'session:changed', {});
  });
}

/**
 * Undo an email address change with the token mailed to the previous address. The person who requested the change
 * knows the password. Therefore, invalidate the password, end all sessions, and mail the restored address a link to
 * choose a new password. If the change was confirmed, mail the replaced address a notice. The player's other undo
 * links stop working, except those for even earlier addresses.
 * @param passwordHash the hash of a password that nobody knows
 * @returns the changes since the undo link was created, which the caller must undo
 * @throws AppError `invalidToken` for an unknown, used or expired token.
 */
export async function undoEmailChange(
  tx: Tx,
  site: Site,
  { token, passwordHash }: { token: string; passwordHash: string },
): Promise<DeniedChanges> {
  const now = site.clock.now();
  const taken = await consumeEmailToken(tx, token, 'undo', now);
  if (!taken) throw new AppError('invalidToken');
  const { account, token: link } = taken;
  await setPassword(tx, account.id, passwordHash);
  await deleteEmailTokens(tx, account.id, link.created_at);
  await extendUndoLinks(tx, site, account.id);
  if (link.email !== account.email) await sendEmailRestoredMail(site, tx, account);
  await moveTo(tx, site, account, link.email);
  await site.sessions.endAll(tx, account.id, null);
  const restored = { email: link.email, username: account.username };
  const reset = await createEmailToken(tx, {
    userId: account.id,
    kind: 'reset',
    email: link.email,
    at: now,
    lifeMs: LIMITS.resetTokenMs,
  });
  await sendPasswordResetMail(site, tx, restored, { reason: 'secured', token: reset });
  return { userId: account.id, since: link.created_at, passkeyId: null };
}

/** Set the confirmed address of a locked account. @throws AppError `taken` if another account has it. */
async function moveTo(tx: Tx, site: Site, account: LockedAccount, email: string): Promise<void> {
  const now = site.clock.now();
  if (email !== account.email) {
    const taken = await findTaken(tx, { username: account.username, email, userId: account.id, now });
    if (taken.email) throw emailTakenError();
  }
  try {
    await setConfirmedEmail(tx, account, email, now);
  } catch (error) {
    throw toTakenError(error);
  }
  await shareAddressSanctions(tx, site, account.id);
}
