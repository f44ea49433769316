import { LIMITS } from '@rivalhold/shared/limits.ts';
import type { Site } from '../../platform/site.ts';
import { deleteRead, deleteUnreadBeyond } from './queries.ts';

export function notificationJobs(site: Site): void {
  site.jobs.define('notifications.purge', {
    every: '41 * * * *',
    run: async () => {
      await deleteRead(site.db, new Date(site.clock.now().getTime() - LIMITS.notificationsReadMs));
      await deleteUnreadBeyond(site.db, LIMITS.maxNotifications);
    },
  });
}
