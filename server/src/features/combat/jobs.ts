import type { Site } from '../../platform/site.ts';
import { closeAbandoned } from './service.ts';

export function combatJobs(site: Site): void {
  site.jobs.define('combat.abandoned', {
    every: '*/10 * * * *',
    work: () => closeAbandoned(site.db, site),
  });
}
