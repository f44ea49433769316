import { deleteOrphanedFiles } from '../../platform/files/stored-files.ts';
import type { Feature } from '../../platform/site.ts';
import { personalData } from './personal-data.ts';
import { attachmentRoutes } from './routes.ts';
import { purgeAttachments } from './service.ts';

export const attachments: Feature = {
  name: 'attachments',
  routes: attachmentRoutes,
  jobs(site) {
    site.jobs.define('attachments.purge', {
      cron: '* * * * *',
      run: async () => {
        await purgeAttachments(site.db, site);
        await deleteOrphanedFiles(site.db, site);
      },
    });
  },
  personalData,
};
