import { LIMITS } from '@rivalhold/shared/limits.ts';
import type { Site } from '../../platform/site.ts';
import { purgeMessages } from './queries.ts';

export function chatJobs(site: Site): void {
  site.jobs.define('chat.purge', {
    every: '23 4 * * *',
    run: () => purgeMessages(site.db, new Date(site.clock.now().getTime() - LIMITS.chat.retentionMs)),
  });
}
