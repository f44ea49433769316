import type { Site } from '../../platform/site.ts';
import { ERASURE_JOB, erase, resumeErasures } from './service.ts';

export function deletionJobs(site: Site): void {
  site.jobs.define<{ userId: number }>(ERASURE_JOB, { run: ({ userId }) => erase(site, userId) });
  site.jobs.define('deletion.resume', { every: '* * * * *', run: () => resumeErasures(site) });
}
