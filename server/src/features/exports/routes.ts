import { exports as contract } from '@rivalhold/shared/contract/exports.ts';
import { registerRoutes } from '../../platform/http/routes.ts';
import { serveFiles } from '../../platform/http/send-file.ts';
import type { Http } from '../../platform/http/server.ts';
import type { Site } from '../../platform/site.ts';
import { getExport, getExportFile, requestExport } from './service.ts';

export function exportRoutes(http: Http, site: Site): void {
  registerRoutes(http, site, contract.routes, {
    'GET /api/users/me/export': async ({ db, session }) => getExport(db, site, session.user.id),

    'POST /api/users/me/export': async ({ db, session }) => requestExport(db, site, session.user.id),
  });

  serveFiles(http, site, { folder: 'exports', parts: ['file'] }, ({ id, viewer }) =>
    getExportFile(site.db, site, { id, viewerId: viewer.id }),
  );
}
