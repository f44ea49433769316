import type { Feature } from '../../platform/site.ts';
import { personalData } from './personal-data.ts';
import { moveRemovedFiles, purgeRemovals } from './service.ts';

export const removals: Feature = {
  name: 'removals',
  jobs(site) {
    site.jobs.define('removals.purge', { cron: '41 * * * *', run: () => purgeRemovals(site.db, site) });
    site.jobs.define('removals.move-files', {
      cron: '*/5 * * * *',
      run: () => moveRemovedFiles(site.db, site),
    });
  },
  personalData,
};
