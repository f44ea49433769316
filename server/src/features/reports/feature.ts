import { reports as contract } from '@rivalhold/shared/contract/reports.ts';
import { registerRoutes } from '../../platform/http/routes.ts';
import { serveFiles } from '../../platform/http/send-file.ts';
import { networkOf } from '../../platform/security/client-address.ts';
import { defineRateLimits } from '../../platform/security/rate-limits.ts';
import { assertStepUp } from '../../platform/security/step-up.ts';
import type { Feature } from '../../platform/site.ts';
import { isForAdmins } from '../moderation/service.ts';
import { performAction } from './actions.ts';
import { personalData } from './personal-data.ts';
import { getCopyFile, getReport, listReports, purgeCopies, submitReport } from './service.ts';

const RATE_LIMITS = defineRateLimits({
  report: { points: 20, seconds: 3600 },
});

export const reports: Feature = {
  name: 'reports',
  routes(http, site) {
    registerRoutes(http, site, contract.routes, {
      'POST /api/reports': async ({ session, body, request, commitResponse }) => {
        await site.limits.consume(RATE_LIMITS.report, session.user.id);
        return submitReport(site.db, site, {
          reporterId: session.user.id,
          network: networkOf(request.ip),
          commitResponse,
          ...body,
        });
      },

      'GET /api/mod/reports': async ({ db, session, query }) =>
        listReports(db, { ...query, viewer: session.user }),

      'GET /api/mod/reports/{id}': async ({ db, session, params }) =>
        getReport(db, site, { id: params.id, viewer: session.user }),

      'PATCH /api/mod/reports/{id}': async ({ db, session, params, body }) => {
        if (body.outcome === 'suspend' && isForAdmins(body.until ?? null, site.clock.now()))
          await assertStepUp(site, session);
        await performAction(db, site, { id: params.id, by: session.user, ...body });
        return getReport(db, site, { id: params.id, viewer: session.user });
      },
    });

    serveFiles(http, site, { folder: 'reports', parts: ['file'] }, (which) =>
      getCopyFile(site.db, site, which),
    );
  },
  jobs(site) {
    site.jobs.define('reports.purge', { cron: '23 * * * *', run: () => purgeCopies(site.db, site) });
  },
  personalData,
};
