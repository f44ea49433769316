import { accounts } from '@rivalhold/shared/contract/accounts.ts';
import { normalizeEmail } from '@rivalhold/shared/emails.ts';
import { ACCOUNT_TEXTS as TEXTS } from '@rivalhold/shared/texts/accounts.ts';
import { CONFIRM_EMAIL_TEXTS } from '@rivalhold/shared/texts/confirm-email.ts';
import { EMAIL_CHANGE_TEXTS } from '@rivalhold/shared/texts/email-change.ts';
import { SESSION_MESSAGES, SESSION_TEXTS } from '@rivalhold/shared/texts/sessions.ts';
import { SETTINGS_TEXTS } from '@rivalhold/shared/texts/settings.ts';
import { transaction } from '../../platform/db/db.ts';
import { AppError, invalidFieldsError } from '../../platform/errors.ts';
import { registerRoutes } from '../../platform/http/routes.ts';
import { type Http, renewCsrf } from '../../platform/http/server.ts';
import { networkOf, rateLimitAddress } from '../../platform/security/client-address.ts';
import type { Site } from '../../platform/site.ts';
import { requireCaptchaIfBusy } from '../captcha/service.ts';
import { cancelEmailChange, confirmByToken, resendConfirmation } from './email-change.ts';
import { changePassword, forgotPassword, resetPassword, verifyResetToken } from './passwords.ts';
import { toSessionUser } from './presenters.ts';
import { RATE_LIMITS } from './rate-limits.ts';
import { endSession, listSessions, openSession, signUp } from './service.ts';

/** Register the routes of accounts and sessions, and the socket event `register`. */
export function accountRoutes(http: Http, site: Site): void {
  const { cookies } = http;

  registerRoutes(http, site, accounts.routes, {
    'GET /api/csrf/restore': async ({ session, reply }) => ({
      csrfToken: renewCsrf(cookies, reply, session?.tokenHash ?? null),
    }),

    'GET /api/session': async ({ session }) => ({
      user: session && toSessionUser(site, session),
      ...(site.readOnly.notice !== null && { readOnly: site.readOnly.notice }),
    }),

    'DELETE /api/session': async ({ db, session, reply }) => {
      await transaction(db, (tx) => site.sessions.end(tx, session));
      cookies.clearSession(reply);
      renewCsrf(cookies, reply, null);
      return { message: SESSION_MESSAGES.ended };
    },

    'POST /api/users': async ({ db, body, request, reply }) => {
      const network = networkOf(request.ip);
      site.secrets.assertNotBusy(network);
      const { captcha: payload, ...input } = body;
      await site.limits.consume(RATE_LIMITS.signUp, rateLimitAddress(request.ip));
      const captcha = await requireCaptchaIfBusy(site, { network, payload });
      const account = await signUp(db, site, input, { network, captcha });
      const { user } = await openSession(db, site, {
        http,
        request,
        reply,
        account,
        remember: true,
        isNewAccount: true,
      });
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

    'PATCH /api/users/change-password': async ({ db, session, body, request, reply }) => {
      const account = await changePassword(db, site, session, body);
      cookies.rememberAccount(reply, request.cookies, account, site.clock.now());
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

  // The session identifies the player. The id that the client sends is only compared with the player id of the session.
  site.realtime.on('register', async (session, userId) => {
    if (userId !== session.user.id) throw new AppError('forbidden');
    return {};
  });
}
