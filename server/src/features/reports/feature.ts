import type { Feature } from '../../platform/site.ts';
import { personalData } from './personal-data.ts';
import { reportRoutes } from './routes.ts';
import { purgeCopies } from './service.ts';

export const reports: Feature = {
  name: 'reports',
  routes: reportRoutes,
  jobs(site) {
    site.jobs.define('reports.purge', { cron: '23 * * * *', run: () => purgeCopies(site.db, site) });
  },
  personalData,
};
