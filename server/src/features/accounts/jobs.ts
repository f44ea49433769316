import { LIMITS } from '@rivalhold/shared/limits.ts';
import type { Site } from '../../platform/site.ts';
import { RESET_JOB, sendReset } from './passwords.ts';
import { purgeExpired } from './queries.ts';

export function accountJobs(site: Site): void {
  site.jobs.define<{ email: string }>(RESET_JOB, { work: ({ email }) => sendReset(site.db, site, email) });
  site.jobs.define('accounts.purge', {
    every: '17 * * * *',
    work: async () => {
      const now = site.clock.now();
      await site.sessions.purge();
      await purgeExpired(site.db, now, new Date(now.getTime() - LIMITS.idempotencyMs));
    },
  });
}
