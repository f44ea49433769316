import type { Site } from '../../platform/site.ts';
import { closeAbandonedFights } from './service.ts';

export function combatJobs(site: Site): void {
  site.jobs.define('combat.abandoned', {
    every: '*/10 * * * *',
    run: () => closeAbandonedFights(site.db, site),
  });
}
