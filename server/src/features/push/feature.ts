import { push as contract } from '@rivalhold/shared/contract/push.ts';
import { registerRoutes } from '../../platform/http/routes.ts';
import type { Session } from '../../platform/security/sessions.ts';
import type { Feature, Site } from '../../platform/site.ts';
import { type PushJob, pushToDevices, SEND_JOBS, sendToDevice } from './delivery.ts';
import { personalData } from './personal-data.ts';
import type { NotificationRef } from './queries.ts';
import {
  addDevice,
  getPushState,
  PUSH_JOB,
  type Requester,
  removeDevice,
  updatePushSettings,
} from './service.ts';
import { ensureVapidKeys } from './vapid-keys.ts';

const requesterOf = ({ id, user }: Session): Requester => ({ userId: user.id, sessionId: id });

function pushJobs(site: Site): void {
  site.jobs.define<NotificationRef>(PUSH_JOB, {
    concurrent: true,
    run: (ref) => pushToDevices(site.db, site, ref),
  });
  for (const name of SEND_JOBS)
    site.jobs.define<PushJob>(name, {
      concurrent: true,
      run: (sending) => sendToDevice(site.db, site, sending),
    });
}

export const push: Feature = {
  name: 'push',
  routes(http, site) {
    http.app.addHook('onReady', () => ensureVapidKeys(site.db, site));

    registerRoutes(http, site, contract.routes, {
      'GET /api/push': async ({ session }) => getPushState(site.db, site, requesterOf(session)),

      'PUT /api/push/settings': async ({ session, body }) =>
        updatePushSettings(site.db, site, { ...requesterOf(session), settings: body }),

      'POST /api/push/devices': async ({ session, body }) =>
        addDevice(site.db, site, { ...requesterOf(session), ...body }),

      'DELETE /api/push/devices/{id}': async ({ session, params }) =>
        removeDevice(site.db, site, { ...requesterOf(session), id: params.id }),
    });
  },
  jobs: pushJobs,
  personalData,
};
