import { LIMITS } from '@rivalhold/shared/limits.ts';
import type { Site } from '../../platform/site.ts';
import { purgeExpired } from './queries.ts';

export function accountJobs(site: Site): void {
  site.jobs.define('accounts.purge', {
    every: '17 * * * *',
    work: async () => {
      const now = site.clock.now();
      await purgeExpired(site.db, now, new Date(now.getTime() - LIMITS.idempotencyMs));
    },
  });
}
