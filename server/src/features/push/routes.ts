import { push } from '@rivalhold/shared/contract/push.ts';
import { registerRoutes } from '../../platform/http/routes.ts';
import type { Http } from '../../platform/http/server.ts';
import type { Session } from '../../platform/security/sessions.ts';
import type { Site } from '../../platform/site.ts';
import {
  addDevice,
  ensureVapidKeys,
  getPushState,
  type Requester,
  removeDevice,
  updatePushSettings,
} from './service.ts';

const requesterOf = ({ id, user }: Session): Requester => ({ userId: user.id, sessionId: id });

/** Register the routes of push settings and devices. */
export function pushRoutes(http: Http, site: Site): void {
  http.app.addHook('onReady', () => ensureVapidKeys(site.db, site));

  registerRoutes(http, site, push.routes, {
    'GET /api/push': async ({ session }) => getPushState(site.db, site, requesterOf(session)),

    'PUT /api/push/settings': async ({ session, body }) =>
      updatePushSettings(site.db, site, { ...requesterOf(session), settings: body }),

    'POST /api/push/devices': async ({ session, body }) =>
      addDevice(site.db, site, { ...requesterOf(session), ...body }),

    'DELETE /api/push/devices/{id}': async ({ session, params }) =>
      removeDevice(site.db, site, { ...requesterOf(session), id: params.id }),
  });
}
