import type { Site } from '../../platform/site.ts';
import { purgeThreads, rebuildPageAnchors } from './service.ts';

export function forumJobs(site: Site): void {
  site.jobs.define('forum.purge', { every: '23 4 * * *', run: () => purgeThreads(site.db, site) });
  site.jobs.define('forum.rebuild-anchors', { every: '*/5 * * * *', run: () => rebuildPageAnchors(site.db) });
}
