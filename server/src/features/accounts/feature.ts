import type { Feature } from '../../platform/site.ts';
import { accountJobs } from './jobs.ts';
import { personalData } from './personal-data.ts';
import { accountRoutes } from './routes.ts';

export const accounts: Feature = { name: 'accounts', routes: accountRoutes, jobs: accountJobs, personalData };
