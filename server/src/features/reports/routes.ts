import { reports } from '@rivalhold/shared/contract/reports.ts';
import { implement } from '../../platform/http/routes.ts';
import { serveFiles } from '../../platform/http/send-file.ts';
import type { Http } from '../../platform/http/server.ts';
import type { Site } from '../../platform/site.ts';
import { actOn, listReports, openCopy, readReport, reportThing } from './service.ts';

export function reportRoutes(http: Http, site: Site): void {
  implement(http, site, reports.routes, {
    'POST /api/reports': async ({ session, body, keep }) => {
      await site.limits.consume('report', session.user.id);
      return reportThing(site.db, site, { reporterId: session.user.id, keep, ...body });
    },

    'GET /api/mod/reports': async ({ db, session, query }) =>
      listReports(db, { ...query, viewer: session.user }),

    'GET /api/mod/reports/{id}': async ({ db, session, params }) =>
      readReport(db, site, { id: params.id, viewer: session.user }),

    'PATCH /api/mod/reports/{id}': async ({ db, session, params, body }) => {
      await actOn(db, site, { id: params.id, by: session.user, ...body });
      return readReport(db, site, { id: params.id, viewer: session.user });
    },
  });

  serveFiles(http, site, 'reports', (which) => openCopy(site.db, which));
}
