import type { Feature } from '../../platform/site.ts';
import { healthJobs } from './jobs.ts';
import { healthRoutes } from './routes.ts';

export const health: Feature = { name: 'health', routes: healthRoutes, jobs: healthJobs };
