import { retainedSince } from '@rivalhold/shared/retention.ts';
import type { Feature } from '../../platform/site.ts';
import { personalData } from './personal-data.ts';
import { purge } from './queries.ts';
import { secondFactorRoutes } from './routes.ts';

export const secondFactors: Feature = {
  name: 'second-factors',
  routes: secondFactorRoutes,
  jobs(site) {
    site.jobs.define('second-factors.purge', {
      cron: '37 * * * *',
      run: () => {
        const now = site.clock.now();
        return purge(site.db, now, retainedSince('setup', now));
      },
    });
  },
  personalData,
};
