import type { Feature } from '../../platform/site.ts';
import { closeAbandonedFights } from './deadlines.ts';
import { personalData } from './personal-data.ts';
import { guestFightPage } from './public-fights.ts';
import { getReportedFight } from './reported-content.ts';
import { combatRoutes } from './routes.ts';
import { forfeitFightBetween } from './service.ts';

export const combat: Feature = {
  name: 'combat',
  routes: combatRoutes,
  jobs(site) {
    site.jobs.define('combat.abandoned', {
      cron: '*/10 * * * *',
      run: () => closeAbandonedFights(site.db, site),
    });
  },
  guestPages: { '/fights/{id}': guestFightPage },
  reportable: { fight: { reported: getReportedFight } },
  personalData,
  onBlock: forfeitFightBetween,
};
