import { LIMITS } from '@rivalhold/shared/limits.ts';
import { FACTOR_LIMITS } from '@rivalhold/shared/second-factor-limits.ts';
import type { Tx } from '../../platform/db/db.ts';
import { AppError } from '../../platform/errors.ts';
import type { Site } from '../../platform/site.ts';
import { denyLink, sendPasswordResetMail, sendSignInMail } from './mails.ts';
import { type Account, accountById, consumeEmailToken, createEmailToken, setPassword } from './queries.ts';

/**
 * Create a link with which a player can deny a sign-in or a change to the account, that is, report that someone else
 * did it. `at` is the time of the sign-in or the change. The link must be mailed to the account's current address.
 * @param passkeyId the passkey used for the sign-in, or null
 */
export async function createDenyLink(
  tx: Tx,
  site: Site,
  { id: userId, email }: Account,
  { at, passkeyId = null }: { at: Date; passkeyId?: number | null },
): Promise<string> {
  const lifeMs = FACTOR_LIMITS.denyTokenMs;
  return denyLink(site, await createEmailToken(tx, { userId, kind: 'deny', email, at, lifeMs, passkeyId }));
}

/**
 * Email a player about a sign-in with a browser that was new to the account. The email contains a link to deny the
 * sign-in. An unconfirmed address gets no email, because it might belong to a stranger.
 */
export async function sendSignInAlert(
  tx: Tx,
  site: Site,
  {
    userId,
    device,
    address,
    passkeyId,
  }: { userId: number; device: string; address: string; passkeyId: number | null },
): Promise<void> {
  const account = await accountById(tx, userId);
  if (!account?.email_verified_at) return;
  const at = site.clock.now();
  const denyUrl = await createDenyLink(tx, site, account, { at, passkeyId });
  await sendSignInMail(site, tx, account, { device, address, at, denyUrl });
}

/**
 * The changes to an account that its owner has denied: all changes since `since`. `passkeyId` is the passkey used for
 * the denied sign-in, or null.
 */
export type DeniedChanges = { userId: number; since: Date; passkeyId: number | null };

/**
 * Use the token of a mailed link to deny a sign-in or a change to the account: end all sessions, replace the password
 * with one that nobody knows, and send the current address an email with a link to choose a new password.
 * @param passwordHash the hash of a password that nobody knows
 * @returns the changes that the caller must undo
 * @throws AppError `invalidToken` for an unknown, used or expired token, or if the email went to an earlier address.
 */
export async function denySignIn(
  tx: Tx,
  site: Site,
  { token, passwordHash }: { token: string; passwordHash: string },
): Promise<DeniedChanges> {
  const at = site.clock.now();
  const taken = await consumeEmailToken(tx, token, 'deny', at);
  if (!taken || taken.account.email !== taken.token.email) throw new AppError('invalidToken');
  const { account } = taken;
  await setPassword(tx, account.id, passwordHash);
  await site.sessions.endAll(tx, account.id, null);
  const reset = await createEmailToken(tx, {
    userId: account.id,
    kind: 'reset',
    email: account.email,
    at,
    lifeMs: LIMITS.resetTokenMs,
  });
  await sendPasswordResetMail(site, tx, account, { reason: 'secured', token: reset });
  return { userId: account.id, since: taken.token.created_at, passkeyId: taken.token.passkey_id };
}
