import { accounts } from '@rivalhold/shared/contract/accounts.ts';
import { normalizeEmail } from '@rivalhold/shared/emails.ts';
import { ACCOUNT_TEXTS as TEXTS } from '@rivalhold/shared/texts/accounts.ts';
import { CONFIRM_EMAIL_TEXTS } from '@rivalhold/shared/texts/confirm-email.ts';
import { EMAIL_CHANGE_TEXTS } from '@rivalhold/shared/texts/email-change.ts';
import { SESSION_TEXTS } from '@rivalhold/shared/texts/sessions.ts';
import { SETTINGS_TEXTS } from '@rivalhold/shared/texts/settings.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type DbOrTx, type Tx, transaction } from '../../platform/db/db.ts';
import { AppError, hasCode, invalidFieldsError } from '../../platform/errors.ts';
import { registerRoutes } from '../../platform/http/routes.ts';
import { type Http, renewCsrf } from '../../platform/http/server.ts';
import { networkOf, rateLimitAddress } from '../../platform/security/client-address.ts';
import type { Site } from '../../platform/site.ts';
import { requireCaptchaIfBusy } from '../captcha/service.ts';
import { toSessionUser } from './presenters.ts';
import { RATE_LIMITS } from './rate-limits.ts';
import {
  addAppealToken,
  cancelEmailChange,
  changePassword,
  confirmByToken,
  endSession,
  forgotPassword,
  listSessions,
  lockVerifiedAccount,
  resendConfirmation,
  resetPassword,
  signIn,
  signUp,
  undoEmailChange,
  type VerifiedCredential,
  verifyResetToken,
} from './service.ts';

/** Register the routes of accounts and sessions, and the socket event `register`. */
export function accountRoutes(http: Http, site: Site): void {
  const { cookies } = http;

  /** Create a session for a player, set its cookies, and end the session that was open in this browser. */
  async function openSession(
    db: DbOrTx,
    {
      request,
      reply,
      account,
      remember,
      beforeCreate = async () => {},
    }: {
      request: FastifyRequest;
      reply: FastifyReply;
      account: VerifiedCredential;
      remember: boolean;
      beforeCreate?: (tx: Tx) => Promise<void>;
    },
  ) {
    const { userId } = account;
    const create = async () => {
      const token = await transaction(db, async (tx) => {
        await beforeCreate(tx);
        if (request.session) await site.sessions.end(tx, request.session);
        return site.sessions.create(tx, {
          userId,
          device: request.headers['user-agent'] ?? '',
          address: request.ip,
          remember,
        });
      }).catch(async (error) => {
        if (!hasCode(error, 'suspended')) throw error;
        throw await addAppealToken(db, site, error, { userId, verify: beforeCreate });
      });
      return { token, session: await site.sessions.find(token) };
    };
    const created = await create();
    // A suspension can end the session right after its creation. Then, the second attempt fails with the reason of the
    // suspension.
    const { token, session } = created.session ? created : await create();
    if (!session) throw new AppError('unauthenticated');
    request.session = session;
    request.isSignIn = true;
    cookies.setSession(reply, token, remember);
    cookies.rememberAccount(reply, request.cookies, account, site.clock.now());
    renewCsrf(cookies, reply, session.tokenHash);
    return { user: toSessionUser(site, session) };
  }

  registerRoutes(http, site, accounts.routes, {
    'GET /api/csrf/restore': async ({ session, reply }) => ({
      csrfToken: renewCsrf(cookies, reply, session?.tokenHash ?? null),
    }),

    'GET /api/session': async ({ session }) => ({
      user: session && toSessionUser(site, session),
      ...(site.readOnly.notice !== null && { readOnly: site.readOnly.notice }),
    }),

    'POST /api/session': async ({ db, body, request, reply }) => {
      const signedIn = await signIn(db, site, body, {
        address: rateLimitAddress(request.ip),
        network: networkOf(request.ip),
        isKnownBrowser: (account) => cookies.isKnownAccount(request.cookies, account, site.clock.now()),
      });
      return openSession(db, {
        request,
        reply,
        account: signedIn,
        remember: body.remember !== false,
        beforeCreate: (tx) => lockVerifiedAccount(tx, signedIn),
      });
    },

    'DELETE /api/session': async ({ db, session, reply }) => {
      await transaction(db, (tx) => site.sessions.end(tx, session));
      cookies.clearSession(reply);
      renewCsrf(cookies, reply, null);
      return { message: 'Logged out.' };
    },

    'POST /api/users': async ({ db, body, request, reply }) => {
      const network = networkOf(request.ip);
      site.secrets.assertNotBusy(network);
      const { captcha: payload, ...input } = body;
      await site.limits.consume(RATE_LIMITS.signUp, rateLimitAddress(request.ip));
      const captcha = await requireCaptchaIfBusy(site, { network, payload });
      const account = await signUp(db, site, input, { network, captcha });
      const { user } = await openSession(db, { request, reply, account, remember: true });
      return { user, mailSent: account.mailSent };
    },

    'POST /api/users/forgot-password': async ({ db, body, request }) => {
      const email = normalizeEmail(body.email);
      if (email === null) throw invalidFieldsError({ email: TEXTS.email });
      await site.limits.consume(RATE_LIMITS.resetAddress, rateLimitAddress(request.ip));
      await site.limits.consume(RATE_LIMITS.resetEmail, email);
      await forgotPassword(db, site, body.email);
      return { message: TEXTS.resetSent };
    },

    'GET /api/users/reset-password/{token}': async ({ db, params, request }) => {
      await site.limits.consume(RATE_LIMITS.tokenCheck, rateLimitAddress(request.ip));
      await verifyResetToken(db, site, params.token);
      return { message: TEXTS.resetLinkValid };
    },

    'POST /api/users/reset-password/{token}': async ({ db, params, body, request }) => {
      await site.limits.consume(RATE_LIMITS.token, rateLimitAddress(request.ip));
      const { newPassword } = body;
      await resetPassword(db, site, { token: params.token, newPassword, network: networkOf(request.ip) });
      return { message: TEXTS.passwordReset };
    },

    'POST /api/users/confirm-email/{token}': async ({ db, params, request }) => {
      await site.limits.consume(RATE_LIMITS.token, rateLimitAddress(request.ip));
      await confirmByToken(db, site, params.token);
      return { message: CONFIRM_EMAIL_TEXTS.emailConfirmed };
    },

    'POST /api/users/undo-email-change/{token}': async ({ db, params, request }) => {
      await site.limits.consume(RATE_LIMITS.token, rateLimitAddress(request.ip));
      await undoEmailChange(db, site, params.token);
      return { message: EMAIL_CHANGE_TEXTS.undone };
    },

    'DELETE /api/users/me/pending-email': async ({ db, session }) => {
      await cancelEmailChange(db, site, session);
      return { message: EMAIL_CHANGE_TEXTS.cancelled };
    },

    'POST /api/users/me/confirmation': async ({ db, session }) => {
      await site.limits.consume(RATE_LIMITS.confirmation, session.user.id);
      await resendConfirmation(db, site, session);
      return {
        message: site.config.smtpUrl === null ? CONFIRM_EMAIL_TEXTS.noEmails : CONFIRM_EMAIL_TEXTS.sent,
      };
    },

    'PATCH /api/users/change-password': async ({ db, session, body }) => {
      await changePassword(db, site, session, body);
      return { message: SETTINGS_TEXTS.passwordChanged };
    },

    'GET /api/sessions': async ({ db, session }) => listSessions(db, site, session),

    'DELETE /api/sessions/others': async ({ db, session }) => {
      await transaction(db, (tx) => site.sessions.endAll(tx, session.user.id, session.id));
      return { message: SESSION_TEXTS.othersSignedOut };
    },

    'DELETE /api/sessions/{id}': async ({ db, session, params }) => {
      await endSession(db, site, session, params.id);
      return { message: SESSION_TEXTS.signedOut };
    },

    'GET /api/config': async () => ({
      giphyApiKey: site.config.giphyApiKey,
      giphyApiBase: site.config.giphyApiBase,
      supportEmail: site.config.supportEmail,
      sourceUrl: site.config.sourceUrl,
      payments: site.config.payments,
      version: site.config.version,
    }),
  });

  // The session identifies the player. The id that the client sends is only compared with it.
  site.realtime.on('register', async (session, userId) => {
    if (userId !== session.user.id) throw new AppError('forbidden');
    return {};
  });
}
