import type { Site } from '../../platform/site.ts';
import { purgeCopies } from './service.ts';

export function reportJobs(site: Site): void {
  site.jobs.define('reports.purge', { every: '23 * * * *', run: () => purgeCopies(site.db, site) });
}
