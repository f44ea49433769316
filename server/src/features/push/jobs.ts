import type { Site } from '../../platform/site.ts';
import type { Told } from './queries.ts';
import { SEND_JOBS, type Sending, sendToDevice, tellDevices } from './sending.ts';
import { TELL_JOB } from './service.ts';

export function pushJobs(site: Site): void {
  site.jobs.define<Told>(TELL_JOB, { together: true, work: (told) => tellDevices(site.db, site, told) });
  for (const name of SEND_JOBS)
    site.jobs.define<Sending>(name, {
      together: true,
      work: (sending) => sendToDevice(site.db, site, sending),
    });
}
