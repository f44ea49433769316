import { exports as contract } from '@rivalhold/shared/contract/exports.ts';
import { AppError } from '../../platform/errors.ts';
import { implement } from '../../platform/http/routes.ts';
import { serveFiles } from '../../platform/http/send-file.ts';
import type { Http } from '../../platform/http/server.ts';
import type { Site } from '../../platform/site.ts';
import { askForExport, openExport, showExport } from './service.ts';

export function exportRoutes(http: Http, site: Site): void {
  implement(http, site, contract.routes, {
    'GET /api/users/me/export': async ({ db, session }) => showExport(db, site, session.user.id),

    'POST /api/users/me/export': async ({ db, session }) => askForExport(db, site, session.user.id),
  });

  serveFiles(http, site, 'exports', ({ id, part, viewer }) => {
    if (part !== 'file') throw new AppError('notFound');
    return openExport(site.db, site, { id, viewerId: viewer.id });
  });
}
