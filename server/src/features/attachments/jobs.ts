import { deleteOrphanedFiles } from '../../platform/files/stored-files.ts';
import type { Site } from '../../platform/site.ts';
import { purgeAttachments } from './service.ts';

export function attachmentJobs(site: Site): void {
  site.jobs.define('attachments.purge', {
    every: '* * * * *',
    run: async () => {
      await purgeAttachments(site.db, site);
      await deleteOrphanedFiles(site.db, site);
    },
  });
}
