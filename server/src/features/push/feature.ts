import type { Feature, Site } from '../../platform/site.ts';
import { type PushJob, pushToDevices, SEND_JOBS, sendToDevice } from './delivery.ts';
import { personalData } from './personal-data.ts';
import type { NotificationRef } from './queries.ts';
import { pushRoutes } from './routes.ts';
import { PUSH_JOB } from './service.ts';

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

export const push: Feature = { name: 'push', routes: pushRoutes, jobs: pushJobs, personalData };
