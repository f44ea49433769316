import { exports as contract } from '@rivalhold/shared/contract/exports.ts';
import { sql } from '../../platform/db/db.ts';
import { registerRoutes } from '../../platform/http/routes.ts';
import { serveFiles } from '../../platform/http/send-file.ts';
import { ALL_ROWS } from '../../platform/personal-data/declaration.ts';
import type { Feature } from '../../platform/site.ts';
import {
  buildExport,
  deleteExportOf,
  EXPORT_JOB,
  getExport,
  getExportFile,
  maintainExports,
  purgeFiles,
  requestExport,
} from './service.ts';

const ABOUT_ITSELF = { omitted: 'it is about the export itself' };

export const exports: Feature = {
  name: 'exports',
  routes(http, site) {
    registerRoutes(http, site, contract.routes, {
      'GET /api/users/me/export': async ({ db, session }) => getExport(db, site, session.user.id),

      'POST /api/users/me/export': async ({ db, session, body }) =>
        requestExport(db, site, { userId: session.user.id, password: body.password }),
    });

    serveFiles(http, site, { folder: 'exports', parts: ['file'] }, ({ id, viewer }) =>
      getExportFile(site.db, site, { id, viewerId: viewer.id }),
    );
  },
  jobs(site) {
    site.jobs.define<{ id: number }>(EXPORT_JOB, { run: ({ id }) => buildExport(site.db, site, id) });
    site.jobs.define('exports.maintain', { cron: '* * * * *', run: () => maintainExports(site.db, site) });
  },
  personalData: {
    erase: deleteExportOf,
    purgeFiles,
    storage: { 'exports/': ['erased', ABOUT_ITSELF] },
    tables: {
      data_exports: {
        retention: 'exports',
        rows: (userId) => sql`user_id = ${userId}`,
        notInCopy: ALL_ROWS,
        columns: {
          id: ['erased', ABOUT_ITSELF],
          user_id: ['erased', ABOUT_ITSELF],
          state: ['erased', ABOUT_ITSELF],
          file_key: ['erased', ABOUT_ITSELF],
          bytes: ['erased', ABOUT_ITSELF],
          requested_at: ['erased', ABOUT_ITSELF],
          heartbeat_at: ['erased', ABOUT_ITSELF],
          expires_at: ['erased', ABOUT_ITSELF],
        },
      },
    },
  },
};
