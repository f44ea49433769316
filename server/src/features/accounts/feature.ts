import { retainedSince } from '@rivalhold/shared/retention.ts';
import { truncateAddresses } from '../../platform/personal-data/addresses.ts';
import type { Feature, Site } from '../../platform/site.ts';
import { RESET_JOB, sendPasswordReset } from './passwords.ts';
import { personalData } from './personal-data.ts';
import { deleteExpired } from './queries.ts';
import { accountRoutes } from './routes.ts';

function accountJobs(site: Site): void {
  site.jobs.define<{ email: string }>(RESET_JOB, {
    run: ({ email }) => sendPasswordReset(site.db, site, email),
  });
  site.jobs.define('accounts.purge', {
    cron: '17 * * * *',
    run: async () => {
      const now = site.clock.now();
      await site.sessions.purge();
      await truncateAddresses(site);
      await deleteExpired(site.db, now, retainedSince('technical', now));
    },
  });
}

export const accounts: Feature = { name: 'accounts', routes: accountRoutes, jobs: accountJobs, personalData };
