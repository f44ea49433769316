import type { Feature } from '../../platform/site.ts';
import { combatJobs } from './jobs.ts';
import { personalData } from './personal-data.ts';
import { getReportedFight } from './reported-content.ts';
import { combatRoutes } from './routes.ts';

export const combat: Feature = {
  name: 'combat',
  routes: combatRoutes,
  jobs: combatJobs,
  reportable: { fight: { reported: getReportedFight } },
  personalData,
};
