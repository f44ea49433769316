import type { Site } from '../../platform/site.ts';
import { purgeThreads } from './service.ts';

export function forumJobs(site: Site): void {
  site.jobs.define('forum.purge', { every: '23 4 * * *', work: () => purgeThreads(site.db, site) });
}
