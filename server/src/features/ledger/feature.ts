import type { Feature } from '../../platform/site.ts';
import { ledgerJobs } from './jobs.ts';
import { personalData } from './personal-data.ts';
import { ledgerRoutes } from './routes.ts';

export const ledger: Feature = { name: 'ledger', routes: ledgerRoutes, jobs: ledgerJobs, personalData };
