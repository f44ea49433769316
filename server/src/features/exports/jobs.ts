import type { Site } from '../../platform/site.ts';
import { buildExport, EXPORT_JOB, maintainExports } from './service.ts';

export function exportJobs(site: Site): void {
  site.jobs.define<{ id: number }>(EXPORT_JOB, { run: ({ id }) => buildExport(site.db, site, id) });
  site.jobs.define('exports.maintain', { every: '* * * * *', run: () => maintainExports(site.db, site) });
}
