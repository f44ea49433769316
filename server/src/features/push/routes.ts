import { push } from '@rivalhold/shared/contract/push.ts';
import { implement } from '../../platform/http/routes.ts';
import type { Http } from '../../platform/http/server.ts';
import type { Session } from '../../platform/security/sessions.ts';
import type { Site } from '../../platform/site.ts';
import { type Asker, addDevice, choosePush, makeKeys, removeDevice, showPush } from './service.ts';

const askerIn = ({ id, user }: Session): Asker => ({ userId: user.id, sessionId: id });

export function pushRoutes(http: Http, site: Site): void {
  http.app.addHook('onReady', () => makeKeys(site.db, site));

  implement(http, site, push.routes, {
    'GET /api/push': async ({ session }) => showPush(site.db, site, askerIn(session)),

    'PUT /api/push/settings': async ({ session, body }) =>
      choosePush(site.db, site, { ...askerIn(session), settings: body }),

    'POST /api/push/devices': async ({ session, body }) =>
      addDevice(site.db, site, { ...askerIn(session), ...body }),

    'DELETE /api/push/devices/{id}': async ({ session, params }) =>
      removeDevice(site.db, site, { ...askerIn(session), id: params.id }),
  });
}
