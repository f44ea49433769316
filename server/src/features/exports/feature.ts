import type { Feature } from '../../platform/site.ts';
import { exportJobs } from './jobs.ts';
import { personalData } from './personal-data.ts';
import { exportRoutes } from './routes.ts';

export const exports: Feature = { name: 'exports', routes: exportRoutes, jobs: exportJobs, personalData };
