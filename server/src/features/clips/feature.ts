import type { Feature } from '../../platform/site.ts';
import { personalData } from './personal-data.ts';
import { getReportedClip } from './reported-content.ts';
import { clipRoutes } from './routes.ts';
import { purgeClips, removeClip, restoreClip } from './service.ts';

export const clips: Feature = {
  name: 'clips',
  routes: clipRoutes,
  jobs(site) {
    site.jobs.define('clips.purge', { cron: '* * * * *', run: () => purgeClips(site.db, site) });
  },
  reportable: { clip: { reported: getReportedClip, remove: removeClip } },
  restorable: { clip: restoreClip },
  personalData,
};
