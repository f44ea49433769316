import type { Site } from '../../platform/site.ts';
import { measureFiles } from './service.ts';

export function healthJobs(site: Site): void {
  site.jobs.define('files.measure', { every: '47 * * * *', run: () => measureFiles(site) });
}
