import type { Feature } from '../../platform/site.ts';
import { personalData } from './personal-data.ts';
import { deletionRoutes } from './routes.ts';
import { ERASURE_JOB, erase, resumeErasures } from './service.ts';

export const deletion: Feature = {
  name: 'deletion',
  routes: deletionRoutes,
  jobs(site) {
    site.jobs.define<{ userId: number }>(ERASURE_JOB, { run: ({ userId }) => erase(site, userId) });
    site.jobs.define('deletion.resume', { every: '* * * * *', run: () => resumeErasures(site) });
  },
  personalData,
};
