import type { Feature } from '../../platform/site.ts';
import { clipJobs } from './jobs.ts';
import { personalData } from './personal-data.ts';
import { getReportedClip } from './reported-content.ts';
import { clipRoutes } from './routes.ts';
import { removeClip } from './service.ts';

export const clips: Feature = {
  name: 'clips',
  routes: clipRoutes,
  jobs: clipJobs,
  reportable: { clip: { reported: getReportedClip, remove: removeClip } },
  personalData,
};
