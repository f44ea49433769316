import type { Site } from '../../platform/site.ts';
import { FORGET_JOB, forget, forgetOn } from './service.ts';

export function deletionJobs(site: Site): void {
  site.jobs.define<{ userId: number }>(FORGET_JOB, { work: ({ userId }) => forget(site, userId) });
  site.jobs.define('deletion.go-on', { every: '* * * * *', work: () => forgetOn(site) });
}
