import { moderation } from '@rivalhold/shared/contract/moderation.ts';
import type { Body } from '@rivalhold/shared/contract/schema.ts';
import { SANCTION_MESSAGES as MESSAGES } from '@rivalhold/shared/texts/moderation.ts';
import { registerRoutes } from '../../platform/http/routes.ts';
import type { Http } from '../../platform/http/server.ts';
import { assertStepUp } from '../../platform/security/step-up.ts';
import type { Site } from '../../platform/site.ts';
import { listMutes, type Sanction, unmute } from './mutes.ts';
import {
  decideProposal,
  findPlayerForStaff,
  isForAdmins,
  listProposals,
  mute,
  proposeSuspension,
  suspend,
} from './service.ts';
import { endSuspension, listSuspensions } from './suspensions.ts';

/** Register the routes for mutes, suspensions and the staff player lookup. */
export function moderationRoutes(http: Http, site: Site): void {
  const muted = async (
    db: Parameters<typeof mute>[0],
    sanction: Sanction,
    { reason = null, ...body }: Body<(typeof moderation.routes)['POST /api/mod/mute/{userId}']>,
  ) => ({ mute: await mute(db, site, { ...sanction, ...body, reason }) });

  registerRoutes(http, site, moderation.routes, {
    'GET /api/mod/users/by-username/{name}': async ({ db, session, params }) =>
      findPlayerForStaff(db, site, params.name, session.user),
    'GET /api/admin/users/by-username/{name}': async ({ db, session, params }) =>
      findPlayerForStaff(db, site, params.name, session.user),

    'POST /api/mod/mute/{userId}': async ({ db, session, params, body }) =>
      muted(db, { userId: params.userId, by: session.user }, body),
    'POST /api/admin/mute/{id}': async ({ db, session, params, body }) =>
      muted(db, { userId: params.id, by: session.user }, body),

    'DELETE /api/mod/mute/{userId}': async ({ db, session, params }) => {
      await unmute(db, site, { userId: params.userId, by: session.user });
      return { message: MESSAGES.unmuted };
    },
    'DELETE /api/admin/mute/{id}': async ({ db, session, params }) => {
      await unmute(db, site, { userId: params.id, by: session.user });
      return { message: MESSAGES.unmuted };
    },

    'GET /api/mod/mutes': async ({ db, session }) => listMutes(db, site, session.user),

    'GET /api/mod/suspensions': async ({ db, session }) => listSuspensions(db, site, session.user),

    'POST /api/mod/suspensions/{userId}': async ({ db, session, params, body }) => {
      if (isForAdmins(body.until, site.clock.now())) await assertStepUp(site, session);
      return { suspension: await suspend(db, site, { userId: params.userId, by: session.user, ...body }) };
    },

    'DELETE /api/mod/suspensions/{userId}': async ({ db, session, params }) => {
      await endSuspension(db, site, { userId: params.userId, by: session.user });
      return { message: MESSAGES.lifted };
    },

    'GET /api/mod/suspension-proposals': async ({ db }) => listProposals(db),

    'POST /api/mod/suspension-proposals/{userId}': async ({ db, session, params, body }) => {
      await proposeSuspension(db, site, { userId: params.userId, by: session.user, ...body });
      return { message: MESSAGES.proposed };
    },

    'POST /api/admin/suspension-proposals/{userId}/accept': async ({ db, session, params }) => {
      await decideProposal(db, site, { userId: params.userId, by: session.user, accept: true });
      return { message: MESSAGES.accepted };
    },

    'POST /api/admin/suspension-proposals/{userId}/reject': async ({ db, session, params }) => {
      await decideProposal(db, site, { userId: params.userId, by: session.user, accept: false });
      return { message: MESSAGES.rejected };
    },
  });
}
