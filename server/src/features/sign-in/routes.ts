import { signIn as contract } from '@rivalhold/shared/contract/sign-in.ts';
import { DENY_SIGN_IN_TEXTS } from '@rivalhold/shared/texts/deny-sign-in.ts';
import { EMAIL_CHANGE_TEXTS } from '@rivalhold/shared/texts/email-change.ts';
import { SECOND_FACTOR_TEXTS as TEXTS } from '@rivalhold/shared/texts/second-factors.ts';
import type { FastifyRequest } from 'fastify';
import { type DbOrTx, transaction } from '../../platform/db/db.ts';
import { AppError } from '../../platform/errors.ts';
import { registerRoutes } from '../../platform/http/routes.ts';
import type { Http } from '../../platform/http/server.ts';
import { networkOf, rateLimitAddress } from '../../platform/security/client-address.ts';
import { defineRateLimits } from '../../platform/security/rate-limits.ts';
import type { Site } from '../../platform/site.ts';
import {
  credentialOf,
  denySignIn,
  lockVerifiedAccount,
  openSession,
  signIn,
  undoEmailChange,
  unknownPasswordHash,
} from '../accounts/service.ts';
import {
  relyingParty,
  removeDeniedFactors,
  reportingClones,
  requestOptions,
  usePasskey,
  verifyAssertion,
  verifySecondStep,
} from '../second-factors/service.ts';

const RATE_LIMITS = defineRateLimits({
  /** Sign-ins with a passkey from one IP address. */
  passkeySignIns: { points: 30, seconds: 3600 },
  /** Uses of links that deny a sign-in or undo a change, from one IP address. */
  takeBack: { points: 20, seconds: 3600 },
});

/** Register the routes of sign-ins, and the routes with which owners take back their account from an intruder. */
export function signInRoutes(http: Http, site: Site): void {
  const { cookies } = http;

  /** Take back an account with the token of a mailed link, and undo the changes to its second factors. */
  async function undoChanges(
    db: DbOrTx,
    request: FastifyRequest,
    token: string,
    takeBack: typeof denySignIn,
  ): Promise<void> {
    await site.limits.consume(RATE_LIMITS.takeBack, rateLimitAddress(request.ip));
    const passwordHash = await unknownPasswordHash(site);
    await transaction(db, async (tx) =>
      removeDeniedFactors(tx, site, await takeBack(tx, site, { token, passwordHash })),
    );
  }

  registerRoutes(http, site, contract.routes, {
    'POST /api/session': async ({ db, body, request, reply }) => {
      const signedIn = await signIn(db, site, body, {
        address: rateLimitAddress(request.ip),
        network: networkOf(request.ip),
        isKnownBrowser: (account) => cookies.isKnownAccount(request.cookies, account, site.clock.now()),
      });
      const useFactor = await verifySecondStep(db, site, {
        userId: signedIn.userId,
        code: body.code,
        address: rateLimitAddress(request.ip),
      });
      return openSession(db, site, {
        http,
        request,
        reply,
        account: signedIn,
        remember: body.remember !== false,
        beforeCreate: (tx) => lockVerifiedAccount(tx, signedIn),
        ...(useFactor && { useFactor }),
      });
    },

    'GET /api/session/passkey': async ({ request }) =>
      requestOptions(site, relyingParty(site, request), { purpose: 'sign-in' }),

    'POST /api/session/passkey': async ({ body, request, reply }) => {
      await site.limits.consume(RATE_LIMITS.passkeySignIns, rateLimitAddress(request.ip));
      const refusal = new AppError('credentials', TEXTS.wrongPasskey);
      const { passkey: response } = body;
      const rp = relyingParty(site, request);
      const use = await verifyAssertion(site.db, site, rp, { response, purpose: 'sign-in', refusal });
      const account = await credentialOf(site.db, use.passkey.userId);
      if (!account) throw refusal;
      return reportingClones(site.db, site, refusal, () =>
        openSession(site.db, site, {
          http,
          request,
          reply,
          account,
          remember: body.remember !== false,
          passkeyId: use.passkey.id,
          useFactor: async (tx) => void (await usePasskey(tx, site, use, refusal)),
        }),
      );
    },

    'POST /api/users/deny-sign-in/{token}': async ({ db, params, request }) => {
      await undoChanges(db, request, params.token, denySignIn);
      return { message: DENY_SIGN_IN_TEXTS.done };
    },

    'POST /api/users/undo-email-change/{token}': async ({ db, params, request }) => {
      await undoChanges(db, request, params.token, undoEmailChange);
      return { message: EMAIL_CHANGE_TEXTS.undone };
    },
  });
}
