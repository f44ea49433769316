import type { Site } from '../../platform/site.ts';
import { type PushJob, pushToDevices, SEND_JOBS, sendToDevice } from './delivery.ts';
import type { NotificationRef } from './queries.ts';
import { PUSH_JOB } from './service.ts';

export function pushJobs(site: Site): void {
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
