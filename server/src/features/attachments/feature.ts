import type { Feature } from '../../platform/site.ts';
import { attachmentJobs } from './jobs.ts';
import { personalData } from './personal-data.ts';
import { attachmentRoutes } from './routes.ts';

export const attachments: Feature = {
  name: 'attachments',
  routes: attachmentRoutes,
  jobs: attachmentJobs,
  personalData,
};
