import { secondFactors } from '@rivalhold/shared/contract/second-factors.ts';
import { SECOND_FACTOR_TEXTS as TEXTS } from '@rivalhold/shared/texts/second-factors.ts';
import type { FastifyRequest } from 'fastify';
import { registerRoutes } from '../../platform/http/routes.ts';
import type { Http } from '../../platform/http/server.ts';
import { rateLimitAddress } from '../../platform/security/client-address.ts';
import type { Site } from '../../platform/site.ts';
import { relyingParty } from './challenges.ts';
import {
  addPasskey,
  confirmApp,
  confirmOptions,
  listFactors,
  removeApp,
  removePasskey,
  renamePasskey,
  replaceCodes,
  startApp,
  startPasskey,
  stepUp,
} from './service.ts';

/** Register the routes of second factors. */
export function secondFactorRoutes(http: Http, site: Site): void {
  const rpOf = (request: FastifyRequest) => () => relyingParty(site, request);

  registerRoutes(http, site, secondFactors.routes, {
    'GET /api/second-factors': async ({ db, session }) => listFactors(db, session.user.id),

    'GET /api/second-factors/challenge': async ({ db, session, request }) =>
      confirmOptions(db, site, relyingParty(site, request), session),

    'POST /api/second-factors/passkeys/options': async ({ session, body, request }) =>
      startPasskey(site.db, site, { session, proof: body, rp: rpOf(request) }),

    'POST /api/second-factors/passkeys': async ({ session, body, request }) => {
      const rp = relyingParty(site, request);
      const { name, passkey: response } = body;
      const recoveryCodes = await addPasskey(site.db, site, rp, { session, name, response });
      return { message: TEXTS.passkeyAdded, recoveryCodes };
    },

    'PATCH /api/second-factors/passkeys/{id}': async ({ db, session, params, body }) => {
      await renamePasskey(db, { userId: session.user.id, id: params.id, name: body.name });
      return { message: TEXTS.passkeyRenamed };
    },

    'DELETE /api/second-factors/passkeys/{id}': async ({ session, params, body, request }) => {
      await removePasskey(site.db, site, { session, id: params.id, proof: body, rp: rpOf(request) });
      return { message: TEXTS.passkeyRemoved };
    },

    'POST /api/second-factors/app': async ({ session, body, request }) =>
      startApp(site.db, site, { session, proof: body, rp: rpOf(request) }),

    'PUT /api/second-factors/app': async ({ db, session, body }) => ({
      message: TEXTS.appAdded,
      recoveryCodes: await confirmApp(db, site, { session, code: body.code }),
    }),

    'DELETE /api/second-factors/app': async ({ session, body, request }) => {
      await removeApp(site.db, site, { session, proof: body, rp: rpOf(request) });
      return { message: TEXTS.appRemoved };
    },

    'POST /api/step-up': async ({ session, body, request }) => {
      const address = rateLimitAddress(request.ip);
      await stepUp(site.db, site, { session, proof: body, rp: rpOf(request), address });
      return { message: TEXTS.confirmed };
    },

    'POST /api/second-factors/recovery-codes': async ({ session, body, request }) => ({
      recoveryCodes: await replaceCodes(site.db, site, { session, proof: body, rp: rpOf(request) }),
    }),
  });
}
