import type { Feature } from '../../platform/site.ts';
import { healthRoutes } from './routes.ts';
import { measureFiles } from './service.ts';

export const health: Feature = {
  name: 'health',
  routes: healthRoutes,
  jobs(site) {
    site.jobs.define('files.measure', { cron: '47 * * * *', run: () => measureFiles(site) });
  },
};
