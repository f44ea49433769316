import type { Site } from '../../platform/site.ts';
import { purgeCopies } from './service.ts';

export function reportJobs(site: Site): void {
  site.jobs.define('reports.purge', { every: '23 * * * *', work: () => purgeCopies(site.db, site) });
}
