import type { Feature } from '../../platform/site.ts';
import { deletionJobs } from './jobs.ts';
import { personalData } from './personal-data.ts';
import { deletionRoutes } from './routes.ts';

export const deletion: Feature = {
  name: 'deletion',
  routes: deletionRoutes,
  jobs: deletionJobs,
  personalData,
};
