import type { Feature } from '../../platform/site.ts';
import { personalData } from './personal-data.ts';
import { exportRoutes } from './routes.ts';
import { buildExport, EXPORT_JOB, maintainExports } from './service.ts';

export const exports: Feature = {
  name: 'exports',
  routes: exportRoutes,
  jobs(site) {
    site.jobs.define<{ id: number }>(EXPORT_JOB, { run: ({ id }) => buildExport(site.db, site, id) });
    site.jobs.define('exports.maintain', { every: '* * * * *', run: () => maintainExports(site.db, site) });
  },
  personalData,
};
