import type { Feature } from '../../platform/site.ts';
import { reportJobs } from './jobs.ts';
import { personalData } from './personal-data.ts';
import { reportRoutes } from './routes.ts';

export const reports: Feature = { name: 'reports', routes: reportRoutes, jobs: reportJobs, personalData };
