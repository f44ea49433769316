import type { Site } from '../../platform/site.ts';
import { MAKE_JOB, makeExport, tendExports } from './service.ts';

export function exportJobs(site: Site): void {
  site.jobs.define<{ id: number }>(MAKE_JOB, { work: ({ id }) => makeExport(site.db, site, id) });
  site.jobs.define('exports.tend', { every: '* * * * *', work: () => tendExports(site.db, site) });
}
