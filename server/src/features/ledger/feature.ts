import { coins } from '@rivalhold/shared/contract/coins.ts';
import { registerRoutes } from '../../platform/http/routes.ts';
import type { Feature, Site } from '../../platform/site.ts';
import { personalData } from './personal-data.ts';
import { coinHistory, VERIFY_JOB, type VerifyRequest, verifyAndStore } from './service.ts';

function ledgerJobs(site: Site): void {
  site.jobs.define<VerifyRequest>(VERIFY_JOB, {
    cron: '41 3 * * *',
    run: async ({ adminId }) => {
      const trigger = adminId === undefined ? 'schedule' : 'admin';
      const { rows, differences } = await verifyAndStore(site, trigger, adminId ?? null);
      for (const { userId, what } of differences) site.log.error({ userId, what }, 'coin ledger mismatch');
      site.log.info({ rows, differences: differences.length }, 'coin ledger verified');
    },
  });
}

export const ledger: Feature = {
  name: 'ledger',
  routes(http, site) {
    registerRoutes(http, site, coins.routes, {
      'GET /api/coins/history': async ({ db, session, query }) =>
        coinHistory(db, { ...query, userId: session.user.id }),
    });
  },
  jobs: ledgerJobs,
  personalData,
};
