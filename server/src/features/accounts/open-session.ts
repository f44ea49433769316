import type { SessionUser } from '@rivalhold/shared/contract/accounts.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type DbOrTx, type Tx, transaction } from '../../platform/db/db.ts';
import { AppError, hasCode } from '../../platform/errors.ts';
import { type Http, renewCsrf } from '../../platform/http/server.ts';
import { lockActiveUser } from '../../platform/security/account-status.ts';
import type { Site } from '../../platform/site.ts';
import { addAppealToken } from './appeal-tokens.ts';
import { toSessionUser } from './presenters.ts';
import { RATE_LIMITS } from './rate-limits.ts';
import { sendSignInAlert } from './sign-in-alerts.ts';

/**
 * The account to which a credential (a username, an email address or a passkey) belongs. `passwordHash` is the
 * password hash that the account had when the credential was verified, or got when the password was set.
 */
export type VerifiedCredential = { userId: number; passwordHash: string };

/**
 * Create a session for a player, set its cookies, and end the session that was open in this browser. If the browser is
 * new to the account, mail the player about the sign-in.
 * @param beforeCreate runs in each transaction that creates a session or an appeal token
 * @param useFactor marks a second factor as used; runs in the first of these transactions
 * @param passkeyId the passkey of the sign-in
 * @throws AppError `suspended`, with an appeal token; `unauthenticated` if the session ends right after it is created
 */
export async function openSession(
  db: DbOrTx,
  site: Site,
  {
    http: { cookies },
    request,
    reply,
    account,
    remember,
    isNewAccount = false,
    passkeyId = null,
    beforeCreate = async () => {},
    useFactor,
  }: {
    http: Http;
    request: FastifyRequest;
    reply: FastifyReply;
    account: VerifiedCredential;
    remember: boolean;
    isNewAccount?: boolean;
    passkeyId?: number | null;
    beforeCreate?: (tx: Tx) => Promise<void>;
    useFactor?: (tx: Tx) => Promise<void>;
  },
): Promise<{ user: SessionUser }> {
  const device = request.headers['user-agent'] ?? '';
  const isAlert =
    !isNewAccount &&
    !cookies.isKnownAccount(request.cookies, account, site.clock.now()) &&
    (await site.limits.tryConsume(RATE_LIMITS.signInAlerts, account.userId));
  const { userId } = account;
  let isFactorUsed = false;
  const verify = async (tx: Tx) => {
    await beforeCreate(tx);
    if (!isFactorUsed) await useFactor?.(tx);
  };
  const throwWithAppealToken = async (error: unknown): Promise<never> => {
    if (!hasCode(error, 'suspended')) throw error;
    throw await addAppealToken(db, site, error, { userId, verify });
  };
  const token = await transaction(db, async (tx) => {
    await verify(tx);
    if (request.session) await site.sessions.end(tx, request.session);
    const created = await site.sessions.create(tx, {
      userId,
      device,
      address: request.ip,
      remember,
      verifiedBy: useFactor ? 'factor' : 'password',
    });
    // Do not count a new player's first visit yet. Its day depends on the time zone, which the browser has not sent.
    if (!isNewAccount) for (const { onVisit } of site.features) await onVisit?.(tx, site, userId);
    if (isAlert) await sendSignInAlert(tx, site, { userId, device, address: request.ip, passkeyId });
    tx.afterCommit(() => {
      isFactorUsed = true;
    });
    return created;
  }).catch(throwWithAppealToken);
  const session = await site.sessions.find(token);
  if (!session) {
    // A concurrent action has ended the session right after it was created. If it was a suspension, throw its reason.
    // Never create another session, because the credentials might no longer be valid.
    await transaction(db, (tx) => lockActiveUser(tx, site, { userId, requiresUnmuted: false })).catch(
      throwWithAppealToken,
    );
    throw new AppError('unauthenticated');
  }
  request.session = session;
  request.isSignIn = true;
  cookies.setSession(reply, token, remember);
  cookies.rememberAccount(reply, request.cookies, account, site.clock.now());
  renewCsrf(cookies, reply, session.tokenHash);
  return { user: toSessionUser(site, session) };
}
