import type { Feature } from '../../platform/site.ts';
import { checkoutJobs } from './jobs.ts';
import { personalData } from './personal-data.ts';
import { checkoutRoutes } from './routes.ts';

export const checkout: Feature = {
  name: 'checkout',
  routes: checkoutRoutes,
  jobs: checkoutJobs,
  personalData,
};
