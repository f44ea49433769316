import type { Feature } from '../../platform/site.ts';
import { pushJobs } from './jobs.ts';
import { personalData } from './personal-data.ts';
import { pushRoutes } from './routes.ts';

export const push: Feature = { name: 'push', routes: pushRoutes, jobs: pushJobs, personalData };
