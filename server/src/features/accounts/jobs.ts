import { LIMITS } from '@rivalhold/shared/limits.ts';
import { transaction } from '../../platform/db/db.ts';
import type { Site } from '../../platform/site.ts';
import { purgeExpired } from './queries.ts';

export function accountJobs(site: Site): void {
  site.jobs.define('accounts.purge', {
    every: '17 * * * *',
    work: async () => {
      const now = site.clock.now();
      await transaction(site.db, (tx) => site.sessions.purge(tx));
      await purgeExpired(site.db, now, new Date(now.getTime() - LIMITS.idempotencyMs));
    },
  });
}
