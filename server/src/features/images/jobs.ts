import type { Site } from '../../platform/site.ts';
import { purgeImages } from './service.ts';

export function imageJobs(site: Site): void {
  site.jobs.define('images.purge', { every: '*/10 * * * *', run: () => purgeImages(site.db, site) });
}
