import type { Feature } from '../../platform/site.ts';
import { notificationJobs } from './jobs.ts';
import { personalData } from './personal-data.ts';
import { notificationRoutes } from './routes.ts';

export const notifications: Feature = {
  name: 'notifications',
  routes: notificationRoutes,
  jobs: notificationJobs,
  personalData,
};
