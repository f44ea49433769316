import type { Site } from '../../platform/site.ts';
import { purgeClips } from './service.ts';

export function clipJobs(site: Site): void {
  site.jobs.define('clips.purge', { every: '* * * * *', run: () => purgeClips(site.db, site) });
}
