import { LIMITS } from '@rivalhold/shared/limits.ts';
import type { Tx } from '../../platform/db/db.ts';
import { AppError } from '../../platform/errors.ts';
import type { Site } from '../../platform/site.ts';
import { sendPasswordResetMail, sendSignInMail } from './mails.ts';
import { accountById, consumeEmailToken, createEmailToken, setPassword } from './queries.ts';

/**
 * Mail a player that a browser that was new to the account has signed in, with a link that denies the sign-in. An
 * unconfirmed address gets no mail, because it might be a stranger's.
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
  const { email } = account;
  const token = await createEmailToken(tx, {
    userId,
    kind: 'deny',
    email,
    at,
    lifeMs: LIMITS.denyTokenMs,
    passkeyId,
  });
  await sendSignInMail(site, tx, account, { device, address, at, token });
}

/**
 * Deny a sign-in with the token of a mailed link: end all sessions, replace the password by an unknown one, and mail a
 * link to choose a new one to the current address. The second factors stay.
 * @param passwordHash the hash of a password that nobody knows
 * @returns the player, and the passkey of the denied sign-in, which the caller must remove
 * @throws AppError `invalidToken` for an unknown, used or expired token, or if the mail went to an earlier address.
 */
export async function denySignIn(
  tx: Tx,
  site: Site,
  { token, passwordHash }: { token: string; passwordHash: string },
): Promise<{ userId: number; passkeyId: number | null }> {
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
  await sendPasswordResetMail(site, tx, account, reset);
  return { userId: account.id, passkeyId: taken.token.passkey_id };
}
