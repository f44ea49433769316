import { LIMITS } from '@rivalhold/shared/limits.ts';
import type { Feature } from '../../platform/site.ts';
import { personalData } from './personal-data.ts';
import { deleteRead, deleteUnreadBeyond } from './queries.ts';
import { notificationRoutes } from './routes.ts';
import { deleteUnreadNotifications } from './service.ts';

export const notifications: Feature = {
  name: 'notifications',
  routes: notificationRoutes,
  jobs(site) {
    site.jobs.define('notifications.purge', {
      every: '41 * * * *',
      run: async () => {
        await deleteRead(site.db, new Date(site.clock.now().getTime() - LIMITS.notificationsReadMs));
        await deleteUnreadBeyond(site.db, LIMITS.maxNotifications);
      },
    });
  },
  personalData,
  async onBlock(tx, site, { userId, otherId }) {
    await deleteUnreadNotifications(tx, site, { userId, actorId: otherId });
    await deleteUnreadNotifications(tx, site, { userId: otherId, actorId: userId });
  },
};
