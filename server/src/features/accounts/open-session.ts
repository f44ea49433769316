import type { SessionUser } from '@rivalhold/shared/contract/accounts.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type DbOrTx, type Tx, transaction } from '../../platform/db/db.ts';
import { AppError, hasCode } from '../../platform/errors.ts';
import { type Http, renewCsrf } from '../../platform/http/server.ts';
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
 * @param useFactor marks a second factor as used; runs in each transaction until a transaction has committed
 * @param passkeyId the passkey of the sign-in
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
  let isFirst = true;
  const create = async () => {
    const token = await transaction(db, async (tx) => {
      await beforeCreate(tx);
      if (isFirst) await useFactor?.(tx);
      if (request.session) await site.sessions.end(tx, request.session);
      const { userId } = account;
      const created = await site.sessions.create(tx, {
        userId,
        device,
        address: request.ip,
        remember,
        verifiedBy: useFactor ? 'factor' : 'password',
      });
      // Do not count a new player's first visit yet. Its day depends on the time zone, which the browser has not sent.
      if (!isNewAccount) for (const { onVisit } of site.features) await onVisit?.(tx, site, userId);
      if (isFirst && isAlert)
        await sendSignInAlert(tx, site, { userId, device, address: request.ip, passkeyId });
      tx.afterCommit(() => {
        isFirst = false;
      });
      return created;
    }).catch(async (error) => {
      if (!hasCode(error, 'suspended')) throw error;
      const verify = async (tx: Tx) => {
        await beforeCreate(tx);
        if (isFirst) await useFactor?.(tx);
      };
      throw await addAppealToken(db, site, error, { userId: account.userId, verify });
    });
    return { token, session: await site.sessions.find(token) };
  };
  const created = await create();
  // A concurrent suspension can end the session right after it was created. In this case, try again: the second attempt
  // fails with the reason for the suspension.
  const { token, session } = created.session ? created : await create();
  if (!session) throw new AppError('unauthenticated');
  request.session = session;
  request.isSignIn = true;
  cookies.setSession(reply, token, remember);
  cookies.rememberAccount(reply, request.cookies, account, site.clock.now());
  renewCsrf(cookies, reply, session.tokenHash);
  return { user: toSessionUser(site, session) };
}
