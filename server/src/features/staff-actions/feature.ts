import { staffActions as contract } from '@rivalhold/shared/contract/staff-actions.ts';
import { STAFF_ACTION_MESSAGES } from '@rivalhold/shared/texts/staff-actions.ts';
import { registerRoutes } from '../../platform/http/routes.ts';
import type { Feature } from '../../platform/site.ts';
import { restoreRemoval } from '../removals/service.ts';
import { confirmStop, listStops, mailCode, undoActions } from './service.ts';

export const staffActions: Feature = {
  name: 'staff-actions',
  routes(http, site) {
    registerRoutes(http, site, contract.routes, {
      'GET /api/admin/staff-stops': async ({ db, session }) => listStops(db, session.user.id),

      'POST /api/admin/staff-stops/{actorId}/{budget}/code': async ({ db, session, params }) => {
        await mailCode(db, site, { ...params, viewerId: session.user.id });
        return { message: STAFF_ACTION_MESSAGES.codeSent };
      },

      'POST /api/admin/staff-stops/{actorId}/{budget}/confirm': async ({ session, params, body }) => {
        await confirmStop(site.db, site, { ...params, ...body, viewerId: session.user.id });
        return { message: STAFF_ACTION_MESSAGES.confirmed };
      },

      'POST /api/admin/audit/{id}/restore': async ({ session, params }) => {
        await restoreRemoval(site.db, site, { id: params.id, staffId: session.user.id });
        return { message: STAFF_ACTION_MESSAGES.restored };
      },

      'POST /api/admin/undo': async ({ session, body }) =>
        undoActions(site.db, site, { ...body, adminId: session.user.id }),
    });
  },
};
